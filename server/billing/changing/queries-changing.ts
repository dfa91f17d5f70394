import type { Mode } from '#shared/billing/rules-provider.ts';
import type { Tables } from '../../db/tables.ts';
import type { Db, Tx } from '../../db/transaction.ts';

const PROVIDER = 'stripe';

/** A change of plan from the press of the button on. */
export type Change = Readonly<Pick<Row, 'id' | 'subscription_id' | 'price_id' | 'due_cents'>> & {
  readonly resumes: boolean;
  readonly state: Row['state'];
  readonly request: unknown;
  readonly started_at: Temporal.Instant;
};
type Row = Tables['billing_changes'];

/** The person's change that is under way. */
export function openChange(db: Db, personId: string): Promise<Change | undefined> {
  return db
    .selectFrom('billing_changes')
    .select(['id', 'subscription_id', 'price_id', 'due_cents', 'resumes', 'state', 'request', 'started_at'])
    .where('person_id', '=', personId)
    .where('state', 'in', ['starting', 'open'])
    .executeTakeFirst();
}

export async function insertChange(
  tx: Tx,
  mode: Mode,
  personId: string,
  { request, ...row }: Omit<Change, 'state'> & { readonly counted_at: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('billing_changes')
    .values({
      ...row,
      provider: PROVIDER,
      mode,
      person_id: personId,
      state: 'starting',
      request: JSON.stringify(request),
    })
    .execute();
}

/** Moves a change on that is not over. */
export async function setChange(db: Db, id: string, state: 'open' | 'done' | 'failed'): Promise<void> {
  await db
    .updateTable('billing_changes')
    .set({ state })
    .where('id', '=', id)
    .where('state', 'in', ['starting', 'open'])
    .execute();
}

/** The running subscription with the terms of its price. */
export function liveTerms(db: Db, personId: string) {
  return db
    .selectFrom('billing_subscriptions as s')
    .innerJoin('billing_prices as p', (join) =>
      join
        .onRef('p.provider', '=', 's.provider')
        .onRef('p.mode', '=', 's.mode')
        .onRef('p.price_id', '=', 's.price_id'),
    )
    .select(['s.subscription_id', 's.provider', 's.mode', 's.status', 's.item_id', 's.price_id'])
    .select(['s.period_end', 's.cancel_at_period_end', 's.cancel_at', 's.pending_price_id', 's.pending_from'])
    .select(['s.last_payment_status', 'p.product_id', 'p.name', 'p.unit_cents', 'p.credits', 'p.tier'])
    .select(['p.is_annual', 'p.has_rollover'])
    .where('s.person_id', '=', personId)
    .where('s.is_live', '=', true)
    .executeTakeFirst();
}
export type LiveTerms = NonNullable<Awaited<ReturnType<typeof liveTerms>>>;

/**
 * The newest paid period of a person's plan and what is left of its credits; undefined before the first payment. It is of
 * the subscription, or of one at the same provider whose place it took.
 */
export function paidPeriod(
  db: Db,
  personId: string,
  { provider, mode }: Pick<LiveTerms, 'provider' | 'mode'>,
) {
  return (
    db
      .selectFrom('billing_payments as y')
      .leftJoin('credit_lots as l', (join) =>
        join.onRef('l.payment_id', '=', 'y.id').on('l.source', '=', 'plan'),
      )
      .innerJoin('billing_prices as p', (join) =>
        join
          .onRef('p.provider', '=', 'y.provider')
          .onRef('p.mode', '=', 'y.mode')
          .onRef('p.price_id', '=', 'y.price_id'),
      )
      .select(['y.invoice_id', 'y.period_start', 'y.period_end', 'y.total_cents', 'y.refunded_cents'])
      .select(['l.amount', 'l.remaining', 'p.unit_cents'])
      .leftJoin('billing_subscriptions as s', (join) =>
        join
          .onRef('s.provider', '=', 'y.provider')
          .onRef('s.mode', '=', 'y.mode')
          .onRef('s.subscription_id', '=', 'y.subscription_id'),
      )
      .where('y.person_id', '=', personId)
      .where('y.provider', '=', provider)
      .where('y.mode', '=', mode)
      .where((eb) => eb.or([eb('s.is_second', 'is', null), eb('s.is_second', '=', false)]))
      // One that was charged in vain has been paid back.
      .where((eb) =>
        eb.or([eb('y.total_cents', '=', 0), eb('y.refunded_cents', '<', eb.ref('y.total_cents'))]),
      )
      .where('y.kind', '=', 'plan')
      .where('y.is_trial', '=', false)
      .orderBy('y.period_start', 'desc')
      .orderBy('y.id', 'desc')
      .limit(1)
      .executeTakeFirst()
  );
}
