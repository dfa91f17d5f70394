import { monthName } from '#shared/lib/day-names.ts';
import { formatUsdExact } from '#shared/lib/money.ts';
import type { Payout } from '#shared/operator/musicians/contract-payouts.ts';
import { toast } from '../../ui/overlay/toast.ts';
import dialog from '../DialogForm.module.css';
import { FormDialog } from '../FormDialog.tsx';
import { useCloseMonths } from './api.ts';
import { musiciansText, PayoutSums } from './PayoutSums.tsx';

interface CloseDialogProps {
  /** Of one month, each of which can be closed. */
  readonly payouts: readonly Payout[];
  readonly onClose: () => void;
}

/** Says what closing a month would do, and does it. */
export function CloseDialog({ payouts, onClose }: CloseDialogProps) {
  const [first] = payouts;
  const which = { year: first?.year ?? 0, month: first?.month ?? 0 };
  const close = useCloseMonths(which);
  const name = `${monthName(which)} ${which.year}`;
  const count = payouts.length;
  const confirm = () =>
    close.mutate(
      payouts.map(({ musician }) => musician.id),
      {
        onSuccess: (closed) => {
          toast(closed === count ? `${name} is closed` : `${closed} of ${count} were closed`);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={`Close ${name}?`}
      confirm="Close for ever"
      size={count === 1 ? 'short' : 'narrow'}
      isPending={close.isPending}
      error={close.error}
      onSubmit={confirm}
      onClose={onClose}
    >
      <p className={dialog.lead}>
        {name} of {musiciansText(payouts)} is closed for ever: its hours and its payment never change again,
        whatever changes in the calendar. In all that is{' '}
        {formatUsdExact(payouts.reduce((sum, { payment_cents }) => sum + (payment_cents ?? 0), 0))}.
      </p>
      <PayoutSums payouts={payouts} />
    </FormDialog>
  );
}
