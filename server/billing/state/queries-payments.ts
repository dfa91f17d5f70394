import type { Settlement } from '#shared/billing/rules-events.ts';
import type { CustomerState, PaymentState } from '#shared/billing/rules-provider.ts';
import type { Db, Tx } from '../../db/transaction.ts';

/** A person's payments with what their prices give, by whatever provider. */
export function paymentsOf(db: Db, personId: string) {
  return db
    .selectFrom('billing_payments as p')
    .innerJoin('billing_prices as c', (join) =>
      join
        .onRef('c.provider', '=', 'p.provider')
        .onRef('c.mode', '=', 'p.mode')
        .onRef('c.price_id', '=', 'p.price_id'),
    )
    .selectAll('p')
    .select(['c.credits', 'c.has_rollover'])
    .where('p.person_id', '=', personId)
    .execute();
}

export async function insertPayment(
  tx: Tx,
  {
    id,
    state,
    payment,
  }: { readonly id: string; readonly state: CustomerState; readonly payment: PaymentState },
): Promise<void> {
  const { provider, mode, person_id } = state;
  await tx
    .insertInto('billing_payments')
    .values({
      id,
      person_id,
      provider,
      mode,
      provider_id: payment.provider_id,
      kind: payment.kind,
      price_id: payment.price_id,
      quantity: payment.quantity,
      subscription_id: payment.subscription_id,
      invoice_id: payment.invoice_id,
      period_start: payment.period_start,
      period_end: payment.period_end,
      is_trial: payment.is_trial,
      currency: 'usd',
      total_cents: payment.total_cents,
      net_cents: payment.net_cents,
      paid_at: payment.paid_at,
    })
    .execute();
}

/** How far the disputes of a person's payments are settled. */
export function disputesOf(db: Db, personId: string) {
  return db
    .selectFrom('billing_disputes as d')
    .innerJoin('billing_payments as p', 'p.id', 'd.payment_id')
    .select(['d.payment_id', 'd.dispute_id', 'd.state'])
    .where('p.person_id', '=', personId)
    .execute();
}

/** The refunds of a person's payments that are settled. */
export function refundsOf(db: Db, personId: string) {
  return db
    .selectFrom('billing_refunds as r')
    .innerJoin('billing_payments as p', 'p.id', 'r.payment_id')
    .select(['r.payment_id', 'r.refund_id'])
    .where('p.person_id', '=', personId)
    .execute();
}

/** Stores how far a payment's refunds and disputes are settled. */
export async function putSettlement(
  tx: Tx,
  { provider, mode }: Pick<CustomerState, 'provider' | 'mode'>,
  payment_id: string,
  { refunded_cents, refunds, disputes }: Settlement,
): Promise<void> {
  await tx.updateTable('billing_payments').set({ refunded_cents }).where('id', '=', payment_id).execute();
  for (const refund_id of refunds)
    await tx
      .insertInto('billing_refunds')
      .values({ provider, mode, refund_id, payment_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  for (const [dispute_id, state] of disputes)
    await tx
      .insertInto('billing_disputes')
      .values({ provider, mode, dispute_id, payment_id, state })
      .onConflict((conflict) => conflict.columns(['provider', 'mode', 'dispute_id']).doUpdateSet({ state }))
      .execute();
}
