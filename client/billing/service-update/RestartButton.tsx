import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RESTART } from '#shared/billing/texts-area.ts';
import { formatUsd } from '#shared/lib/money.ts';
import { formatDay } from '#shared/lib/time.ts';
import { isRefusal } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { useFocusReturn } from '../../ui/overlay/use-focus-return.ts';
import { paymentConfigQuery } from '../area-api.ts';
import { BankConfirmation } from '../card/BankConfirmation.tsx';
import { restartQuery } from './api.ts';
import { restartLines } from './restart-lines.ts';
import { useRestart } from './use-restart.ts';

interface RestartButtonProps {
  readonly label: string;
  readonly kind?: 'main' | 'plain' | 'quiet';
  /** Called once the new cycle has begun. */
  readonly onDone?: () => void;
}

/** Begins the billing cycle anew, after a dialog with its price (docs/product/leaving.md#restarting-the-cycle). */
export function RestartButton({ label, kind = 'plain', onDone }: RestartButtonProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button kind={kind} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && <RestartDialog onDone={onDone} onClose={() => setAsking(false)} />}
    </>
  );
}

interface RestartDialogProps {
  readonly onDone: (() => void) | undefined;
  readonly onClose: () => void;
}

function RestartDialog({ onDone, onClose }: RestartDialogProps) {
  const { timezone } = useMe();
  const { data: terms, error, refetch } = useQuery(restartQuery);
  const { data: config } = useQuery(paymentConfigQuery);
  const { send, isPending, secret, onConfirmed } = useRestart({ onDone, onClose, refetch });
  const access = config?.stripe ?? null;
  // It is gone at once, and the dialog's own way of giving back the focus with it.
  useFocusReturn();
  const confirm = terms === undefined ? waitingText(error) : RESTART.confirm(formatUsd(terms.due_cents));
  return (
    <>
      <ConfirmDialog
        opened={secret === null}
        title={RESTART.title}
        confirm={isPending ? RESTART.busy : confirm}
        cancel={RESTART.cancel}
        onConfirm={async () => {
          if (terms !== undefined) await send(terms.total_cents);
          else if (error !== null) await refetch();
        }}
        onCancel={onClose}
      >
        {terms === undefined
          ? error === null
            ? RESTART.loading
            : errorMessage(error)
          : restartLines(terms, formatDay(Temporal.Instant.from(terms.next_at), timezone)).map((line) => (
              <p key={line}>{line}</p>
            ))}
      </ConfirmDialog>
      {secret !== null && access !== null && (
        <BankConfirmation access={access} clientSecret={secret} onDone={onConfirmed} />
      )}
    </>
  );
}

/** The button while there is no price: none where it is refused. */
function waitingText(error: Error | null): string | null {
  if (error === null) return RESTART.wait;
  return isRefusal(error) ? null : RESTART.again;
}
