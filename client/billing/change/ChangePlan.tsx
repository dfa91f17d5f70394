import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CHANGE, changeButton, creditLines, NOTICES } from '#shared/billing/texts-change.ts';
import { formatUsd } from '#shared/lib/money.ts';
import { formatDay } from '#shared/lib/time.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Facts, type Fact } from '../../ui/layout/Facts.tsx';
import { paymentConfigQuery } from '../area-api.ts';
import { BankConfirmation } from '../card/BankConfirmation.tsx';
import { Breakdown, BreakdownSkeleton } from '../checkout/Breakdown.tsx';
import { previewQuery, type Preview } from './api.ts';
import classes from './ChangePlan.module.css';
import { useChange } from './use-change.ts';

interface ChangePlanProps {
  /** The provider's price of the plan that is chosen. */
  readonly priceId: string;
  readonly onBack: () => void;
}

/** What a change of plan costs and does, and its confirmation (docs/product/plan-changes.md#the-dialog). */
export function ChangePlan({ priceId, onBack }: ChangePlanProps) {
  const query = useQuery(previewQuery(priceId));
  return (
    <QueryView query={query} loading={<BreakdownSkeleton />} errorTitle="We could not count this change">
      {(preview) => <Confirmation priceId={priceId} preview={preview} onBack={onBack} />}
    </QueryView>
  );
}

interface ConfirmationProps extends ChangePlanProps {
  readonly preview: Preview;
}

function Confirmation({ priceId, preview, onBack }: ConfirmationProps) {
  const { data: config } = useQuery(paymentConfigQuery);
  const { send, busy, problem, secret, onConfirmed } = useChange(priceId);
  const { kind, notice, to, credits } = preview;
  // The warning about the bank comes first.
  const [warned, setWarned] = useState(notice !== 'switch');
  const isSecondStep = warned && notice === 'switch';
  const amounts = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone.
  useEffect(() => {
    if (isSecondStep) amounts.current?.focus();
  }, [isSecondStep]);
  const access = config?.stripe ?? null;
  const isLater = kind === 'downgrade';
  const due = preview.due_today_cents;
  const givesBack = preview.breakdown.lines.some(({ label, cents }) => cents < 0 && label !== 'Discount');
  const words = notice === null ? null : NOTICES[notice];

  if (!warned && words !== null)
    return (
      <div className={classes.change}>
        <Notice tone="waiting" title={words.title}>
          {words.body(to.name, credits.bank_max)}
        </Notice>
        <div className={classes.actions}>
          <Button onClick={() => setWarned(true)}>{CHANGE.goOn}</Button>
          <Button kind="plain" onClick={onBack}>
            {CHANGE.back}
          </Button>
        </div>
      </div>
    );
  return (
    <div ref={amounts} className={classes.change} tabIndex={isSecondStep ? -1 : undefined}>
      {isLater && words !== null && (
        <Notice tone="waiting" title={words.title}>
          {words.body(to.name, credits.bank_max)}
        </Notice>
      )}
      <ChangeFacts preview={preview} />
      <Breakdown
        amounts={preview.breakdown}
        {...(isLater ? { per: to.is_annual ? 'a year' : 'a month' } : {})}
      />
      <p className={classes.due}>
        <span>{CHANGE.today}</span>
        <b>{formatUsd(due)}</b>
      </p>
      {preview.balance_cents > 0 && <p>{CHANGE.balance(formatUsd(preview.balance_cents))}</p>}
      <div>
        <h3>{CHANGE.credits}</h3>
        <ul className={classes.credits}>
          {creditLines(credits, { isNow: !isLater, givesBack }).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      {!isLater && (
        <details className={classes.how}>
          <summary>{CHANGE.howTitle}</summary>
          <p>{CHANGE.how}</p>
        </details>
      )}
      {problem !== null && (
        <Notice tone="danger" alert>
          {problem}
        </Notice>
      )}
      <div className={classes.actions}>
        <Button onClick={busy ? undefined : () => send(preview)} aria-disabled={busy || undefined}>
          {busy
            ? CHANGE.busy
            : isLater
              ? CHANGE.confirmDowngrade
              : changeButton(kind, due === 0 ? null : formatUsd(due))}
        </Button>
        <Button kind="plain" onClick={onBack}>
          {CHANGE.back}
        </Button>
      </div>
      {secret !== null && access !== null && (
        <BankConfirmation access={access} clientSecret={secret} onDone={onConfirmed} />
      )}
    </div>
  );
}

/** The two plans and their dates. */
function ChangeFacts({ preview: { kind, to, begins_at, renews_at } }: { readonly preview: Preview }) {
  const { timezone } = useMe();
  const day = (at: string) => formatDay(Temporal.Instant.from(at), timezone);
  const price = `${formatUsd(to.price_cents)} a ${to.is_annual ? 'year' : 'month'}`;
  const facts: Fact[] = [
    [CHANGE.newPlan, `${to.name}, ${price}`],
    kind === 'downgrade' ? [CHANGE.from, day(begins_at)] : [CHANGE.next, day(renews_at)],
  ];
  return <Facts facts={facts} />;
}
