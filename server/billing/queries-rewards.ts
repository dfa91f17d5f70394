import type { Db } from '../db/transaction.ts';

/** A person's first paid invoice of a membership, above $0; that of a second subscription is none. */
export async function firstInvoiceOf(
  db: Db,
  personId: string,
): Promise<
  { readonly id: string; readonly total_cents: number; readonly refunded_cents: number } | undefined
> {
  return db
    .selectFrom('billing_payments as y')
    .leftJoin('billing_subscriptions as s', (join) =>
      join
        .onRef('s.provider', '=', 'y.provider')
        .onRef('s.mode', '=', 'y.mode')
        .onRef('s.subscription_id', '=', 'y.subscription_id'),
    )
    .select(['y.id', 'y.total_cents', 'y.refunded_cents'])
    .where('y.person_id', '=', personId)
    .where('y.kind', '=', 'plan')
    .where('y.total_cents', '>', 0)
    .where((where) => where.or([where('s.is_second', 'is', null), where('s.is_second', '=', false)]))
    .orderBy('y.paid_at')
    .orderBy('y.id')
    .limit(1)
    .executeTakeFirst();
}

/** Whether a payment has a dispute that is not won. */
export async function isDisputed(db: Db, paymentId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('billing_payments as y')
    .leftJoin('billing_disputes as d', 'd.payment_id', 'y.id')
    .select(['y.dispute', 'd.state'])
    .where('y.id', '=', paymentId)
    .execute();
  // An earlier release stored the state of the first dispute alone.
  return rows.some(({ dispute, state }) => (state ?? dispute ?? 'won') !== 'won');
}

/** Who else has a card or payer of a person, also one that was never charged. */
export function sharedFingerprints(db: Db, personId: string) {
  return db
    .selectFrom('billing_fingerprints as m')
    .innerJoin('billing_fingerprints as o', (join) =>
      join
        .onRef('o.provider', '=', 'm.provider')
        .onRef('o.mode', '=', 'm.mode')
        .onRef('o.fingerprint', '=', 'm.fingerprint')
        .onRef('o.person_id', '<>', 'm.person_id'),
    )
    .select(['o.person_id', 'o.provider'])
    .distinct()
    .where('m.person_id', '=', personId)
    .execute();
}
