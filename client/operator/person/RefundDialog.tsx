import { useId, useState, type FormEvent } from 'react';
import { formatUsdExact } from '#shared/lib/money.ts';
import type { PersonPayment } from '#shared/operator/person/contract-payments.ts';
import { ProblemError } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { PlainField } from '../../ui/form/PlainField.tsx';
import { Toggle } from '../../ui/form/Toggle.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import classes from '../DialogForm.module.css';
import { boughtText, planText, typedCents } from './payment-text.ts';
import { useMakeRefund, usePlanRefund } from './payments.ts';

interface RefundDialogProps {
  readonly person: { readonly id: string; readonly name: string };
  readonly payment: PersonPayment;
  readonly onClose: () => void;
}

/** Shows what a refund would do, then makes it (docs/product/operator.md#refunds). */
export function RefundDialog({ person, payment, onClose }: RefundDialogProps) {
  const [amount, setAmount] = useState('');
  const [again, setAgain] = useState(false);
  const [isTried, setTried] = useState(false);
  const form = useId();
  const plan = usePlanRefund(payment.id);
  const refund = useMakeRefund(person.id, payment.id);
  const cents = typedCents(amount);
  const planned = plan.data;
  const isPending = plan.isPending || refund.isPending;
  const error = refund.error ?? plan.error;
  const isRepeat = error instanceof ProblemError && error.problem.code === 'made_already';
  const startOver = () => {
    plan.reset();
    refund.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isPending || cents === undefined) return;
    if (planned === undefined) return plan.mutate({ cents, again });
    refund.mutate(
      { cents: planned.cents, left_cents: planned.left_cents, again },
      {
        onSuccess: ({ taken_in }) => {
          toast(taken_in ? 'Refunded' : 'Refunded; the credits follow shortly');
          onClose();
        },
      },
    );
  };
  return (
    <Modal
      title="Refund"
      size="short"
      onClose={onClose}
      footer={
        <>
          <Button kind="plain" onClick={planned === undefined ? onClose : startOver}>
            Back
          </Button>
          <Button
            type="submit"
            form={form}
            kind={planned === undefined ? 'main' : 'danger'}
            aria-disabled={isPending || undefined}
          >
            {buttonText(planned?.cents, isPending)}
          </Button>
        </>
      }
    >
      <form id={form} className={classes.form} noValidate onSubmit={submit}>
        <p className={classes.lead}>
          {`${formatUsdExact(payment.total_cents)} for ${boughtText(payment)}, paid by ${person.name}${
            payment.invoice === null ? '' : `, invoice ${payment.invoice.number}`
          }.`}
        </p>
        {planned === undefined ? (
          <PlainField
            label="Amount in dollars, with VAT"
            hint="Empty: all that is left."
            value={amount}
            maxLength={12}
            error={isTried && cents === undefined ? 'An amount such as 12.50.' : null}
            onChange={setAmount}
          />
        ) : (
          <output className={classes.lead}>
            {planText(planned)} The credit note is mailed. A membership goes on.
          </output>
        )}
        {(isRepeat || again) && planned === undefined && (
          <Toggle label="Refund the same amount once more" on={again} onChange={setAgain} />
        )}
        {error !== null && (
          <Notice tone="danger" alert>
            {errorMessage(error)}
          </Notice>
        )}
      </form>
    </Modal>
  );
}

function buttonText(cents: number | undefined, isPending: boolean): string {
  if (cents === undefined) return isPending ? 'Asking…' : 'Show what it does';
  return isPending ? 'Refunding…' : `Refund ${formatUsdExact(cents)}`;
}
