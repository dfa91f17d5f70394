import { useState } from 'react';
import { monthKey } from '#shared/calendar/rules-pay.ts';
import { isPayDay, REFERENCE_MAX } from '#shared/calendar/rules-payments.ts';
import { monthName } from '#shared/lib/day-names.ts';
import { formatUsdExact } from '#shared/lib/money.ts';
import type { Payout } from '#shared/operator/musicians/contract-payouts.ts';
import { useToday } from '../../lib/use-now.ts';
import { PlainField } from '../../ui/form/PlainField.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import dialog from '../DialogForm.module.css';
import { FormDialog } from '../FormDialog.tsx';
import { useMarkPaid } from './api.ts';
import { musiciansText, PayoutSums } from './PayoutSums.tsx';

interface PaidDialogProps {
  /** Of one month, each closed and not paid. */
  readonly payouts: readonly Payout[];
  readonly zone: string;
  readonly onClose: () => void;
}

/** Asks when and by which reference a month was paid, and marks it. */
export function PaidDialog({ payouts, zone, onClose }: PaidDialogProps) {
  const [first] = payouts;
  const which = { year: first?.year ?? 0, month: first?.month ?? 0 };
  const today = useToday(zone).toString();
  const mark = useMarkPaid(which);
  const [day, setDay] = useState(today);
  const [reference, setReference] = useState('');
  const [isTried, setTried] = useState(false);
  const errors = {
    day: isPayDay(day, which, today) ? null : 'Please choose a day from the month’s first one to today.',
    reference: reference.trim() === '' ? 'Please name the payment, such as the bank’s number.' : null,
  };
  const name = `${monthName(which)} ${which.year}`;
  const submit = () => {
    setTried(true);
    if (errors.day !== null || errors.reference !== null) return;
    mark.mutate(
      { musicians: payouts.map(({ musician }) => musician.id), paid_on: day, reference },
      {
        onSuccess: () => {
          toast(`${name} of ${musiciansText(payouts)} is marked as paid`);
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title="Mark as paid"
      confirm="Mark as paid"
      size={payouts.length === 1 ? 'short' : 'narrow'}
      isPending={mark.isPending}
      error={mark.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={dialog.lead}>
        {name} of {musiciansText(payouts)}:{' '}
        {formatUsdExact(payouts.reduce((sum, { payment_cents }) => sum + (payment_cents ?? 0), 0))}. No money
        moves; the musician reads the day and the reference in their invoice.
      </p>
      <PlainField
        label="Paid on"
        type="date"
        value={day}
        min={monthKey(which)}
        max={today}
        error={isTried ? errors.day : null}
        onChange={setDay}
      />
      <PlainField
        label="Reference"
        hint="The musician reads it."
        value={reference}
        maxLength={REFERENCE_MAX}
        error={isTried ? errors.reference : null}
        onChange={setReference}
      />
      <PayoutSums payouts={payouts} />
    </FormDialog>
  );
}
