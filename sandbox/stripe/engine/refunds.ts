import type Stripe from 'stripe';
import { invalid } from '../http/errors.ts';
import { newId } from '../store/ids.ts';
import { idOf } from '../store/reference.ts';
import type { Work } from '../store/work.ts';

export interface RefundInput {
  readonly amount?: number | undefined;
  readonly reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer' | undefined;
  readonly metadata?: Record<string, string>;
}

/** Pays a charge back, wholly or in part, never more than was paid. */
export async function refund(work: Work, charge: Stripe.Charge, input: RefundInput): Promise<Stripe.Refund> {
  const left = charge.amount_captured - charge.amount_refunded;
  if (charge.status !== 'succeeded') throw invalid(`Charge ${charge.id} was not paid.`, 'charge');
  if (charge.disputed)
    throw invalid(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      undefined,
      'charge_disputed',
    );
  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded');
  const amount = input.amount ?? left;
  if (amount < 1) throw invalid('Invalid positive integer', 'amount', 'parameter_invalid_integer');
  if (amount > left) {
    throw invalid(
      `Refund amount ($${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge ($${(left / 100).toFixed(2)})`,
      'amount',
    );
  }
  const made: Stripe.Refund = {
    id: work.id('refund'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: await work.timeOf(idOf(charge.customer)),
    currency: charge.currency,
    customer: idOf(charge.customer),
    customer_account: null,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    metadata: input.metadata ?? {},
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    reason: input.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  work.add(made, { clock: work.hidden(charge).clock ?? null });
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  await work.emit('refund.created', made);
  await work.emit('charge.refunded', charge);
  return made;
}
