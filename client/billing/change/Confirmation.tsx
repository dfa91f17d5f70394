import { useEffect, useRef, useState, type ReactNode } from 'react';
import { CHANGE, NOTICES } from '#shared/billing/texts-change.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { isAtPeriodEnd, type Preview } from './api.ts';
import classes from './ChangePlan.module.css';
import { ChangeSummary } from './ChangeSummary.tsx';

interface ConfirmationProps {
  readonly preview: Preview;
  /** The button, and what it says meanwhile. */
  readonly confirm: string;
  readonly busyText: string;
  readonly busy: boolean;
  readonly problem: string | null;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
  /** Between the amounts and the button. */
  readonly children?: ReactNode;
}

/** The warning about the bank, the amounts, and the button that makes the change. */
export function Confirmation(props: ConfirmationProps) {
  const { preview, confirm, busyText, busy, problem, onConfirm, onBack, children } = props;
  const { notice, to, credits } = preview;
  // The warning about the bank comes first.
  const [warned, setWarned] = useState(notice !== 'switch');
  const isSecondStep = warned && notice === 'switch';
  const amounts = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone.
  useEffect(() => {
    if (isSecondStep) amounts.current?.focus();
  }, [isSecondStep]);
  const words = notice === null ? null : NOTICES[notice];
  const warning = words !== null && (
    <Notice tone="waiting" title={words.title}>
      {words.body(to.name, credits.bank_max)}
    </Notice>
  );
  const back = (
    <Button kind="plain" onClick={onBack}>
      {CHANGE.back}
    </Button>
  );

  if (!warned)
    return (
      <div className={classes.change}>
        {warning}
        <div className={classes.actions}>
          <Button onClick={() => setWarned(true)}>{CHANGE.goOn}</Button>
          {back}
        </div>
      </div>
    );
  return (
    <div ref={amounts} className={classes.change} tabIndex={isSecondStep ? -1 : undefined}>
      {isAtPeriodEnd(preview) && warning}
      <ChangeSummary preview={preview} />
      {children}
      {problem !== null && (
        <Notice tone="danger" alert>
          {problem}
        </Notice>
      )}
      <div className={classes.actions}>
        <Button onClick={busy ? undefined : onConfirm} aria-disabled={busy || undefined}>
          {busy ? busyText : confirm}
        </Button>
        {back}
      </div>
    </div>
  );
}
