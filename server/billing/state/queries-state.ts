import type { CustomerState, Mode, Provider, SubscriptionState } from '#shared/billing/rules-provider.ts';
import type { MembershipChange, Replaced } from '#shared/billing/rules-status.ts';
import type { Db, Tx } from '../../db/transaction.ts';

type CustomerKey = Pick<CustomerState, 'provider' | 'mode' | 'customer_id'>;

/** The stored customer, locked; undefined for a new one. */
export function lockCustomer(tx: Tx, { provider, mode, customer_id }: CustomerKey) {
  return tx
    .selectFrom('billing_customers')
    .select(['person_id', 'read_number'])
    .where('provider', '=', provider)
    .where('mode', '=', mode)
    .where('customer_id', '=', customer_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The caller holds the person's lock. Of an erased account neither card nor payer is stored again. */
export async function putCustomer(tx: Tx, state: CustomerState, now: Temporal.Instant): Promise<void> {
  const { provider, mode, customer_id, person_id, card, payer_email } = state;
  const person = await tx
    .selectFrom('people')
    .select('erased_at')
    .where('id', '=', person_id)
    .executeTakeFirst();
  const isErased = person?.erased_at != null;
  const seen = {
    card_brand: isErased ? null : (card?.brand ?? null),
    card_last4: isErased ? null : (card?.last4 ?? null),
    card_exp_month: isErased ? null : (card?.exp_month ?? null),
    card_exp_year: isErased ? null : (card?.exp_year ?? null),
    payer_email: isErased ? null : payer_email,
    synced_at: now,
    read_number: state.read_number,
  };
  await tx
    .insertInto('billing_customers')
    .values({ provider, mode, customer_id, person_id, created_at: now, ...seen })
    .onConflict((conflict) => conflict.columns(['provider', 'mode', 'customer_id']).doUpdateSet(seen))
    .execute();
}

export async function putFingerprints(tx: Tx, state: CustomerState, now: Temporal.Instant): Promise<void> {
  if (state.fingerprints.length === 0) return;
  const { provider, mode, person_id } = state;
  await tx
    .insertInto('billing_fingerprints')
    .values(
      [...new Set(state.fingerprints)].map((fingerprint) => ({
        provider,
        mode,
        fingerprint,
        person_id,
        first_seen_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether another person with one of these cards or payers had a trial before the lot of this one. */
export async function hadTrialElsewhere(
  tx: Tx,
  state: Pick<CustomerState, 'provider' | 'mode' | 'person_id' | 'fingerprints'>,
  lotId: string,
): Promise<boolean> {
  if (state.fingerprints.length === 0) return false;
  const row = await tx
    .selectFrom('billing_fingerprints as f')
    .innerJoin('credit_lots as theirs', 'theirs.person_id', 'f.person_id')
    .innerJoin('credit_lots as own', (join) => join.on('own.id', '=', lotId))
    .select('theirs.id')
    .where('f.provider', '=', state.provider)
    .where('f.mode', '=', state.mode)
    .where('f.fingerprint', 'in', [...state.fingerprints])
    .where('f.person_id', '<>', state.person_id)
    .where('theirs.source', '=', 'trial')
    .whereRef('theirs.id', '<', 'own.id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The terms of every price that a person's rows or these ids name. */
export function pricesOf(db: Db, provider: Provider, mode: Mode, ids: readonly string[]) {
  return db
    .selectFrom('billing_prices')
    .select(['price_id', 'product_id', 'name', 'kind', 'credits', 'tier', 'is_annual'])
    .select(['has_rollover', 'concurrency'])
    .where('provider', '=', provider)
    .where('mode', '=', mode)
    .where('price_id', 'in', ids.length === 0 ? [''] : [...ids])
    .execute();
}

export function subscriptionsOf(db: Db, personId: string) {
  return db.selectFrom('billing_subscriptions').selectAll().where('person_id', '=', personId).execute();
}

/** Marks the person's subscriptions as not live, so that the one-live index never sees two. */
export async function clearLive(tx: Tx, personId: string, except: string | null): Promise<void> {
  await tx
    .updateTable('billing_subscriptions')
    .set({ is_live: false })
    .where('person_id', '=', personId)
    .where('is_live', '=', true)
    .$if(except !== null, (query) => query.where('subscription_id', '<>', except ?? ''))
    .execute();
}

/** A person's purchases that are to take the place of a running subscription. */
export function replacementsOf(db: Db, personId: string) {
  return db
    .selectFrom('billing_checkouts')
    .select(['id', 'provider_id', 'replaces_subscription', 'counted_at', 'credited_unspent', 'started_at'])
    .where('person_id', '=', personId)
    .where('replaces_subscription', 'is not', null)
    .execute();
}

/** Marks a subscription, at whichever provider, as one whose place another one took. */
export async function setReplaced(
  tx: Tx,
  { mode, person_id }: CustomerState,
  id: string,
  { by, at }: Replaced,
): Promise<void> {
  await tx
    .updateTable('billing_subscriptions')
    .set({ replaced_by: by, replaced_at: at, is_live: false })
    .where('person_id', '=', person_id)
    .where('mode', '=', mode)
    .where('subscription_id', '=', id)
    .where('replaced_by', 'is', null)
    .execute();
}

interface SubscriptionRow {
  readonly state: CustomerState;
  readonly subscription: SubscriptionState;
  readonly is_live: boolean;
  readonly is_second: boolean;
  readonly active_from: Temporal.Instant | null;
  readonly now: Temporal.Instant;
}

export async function putSubscription(tx: Tx, row: SubscriptionRow): Promise<void> {
  const { state, subscription: s, now } = row;
  const change = {
    status: s.status,
    is_live: row.is_live,
    is_second: row.is_second,
    active_from: row.active_from,
    item_id: s.item_id,
    price_id: s.price_id,
    period_start: s.period_start,
    period_end: s.period_end,
    trial_end: s.trial_end,
    cancel_at_period_end: s.cancel_at_period_end,
    cancel_at: s.cancel_at,
    ended_at: s.ended_at,
    pending_price_id: s.pending?.price_id ?? null,
    pending_from: s.pending?.from ?? null,
    last_payment_status: s.last_payment,
    next_net_cents: s.next?.net_cents ?? null,
    next_vat_cents: s.next?.vat_cents ?? null,
    next_total_cents: s.next?.total_cents ?? null,
    synced_at: now,
  };
  const { provider, mode, customer_id, person_id } = state;
  const key = { provider, mode, subscription_id: s.id };
  const second_at = row.is_second ? now : null;
  await tx
    .insertInto('billing_subscriptions')
    .values({ ...key, customer_id, person_id, created_at: s.created_at, second_at, ...change })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'mode', 'subscription_id']).doUpdateSet((eb) => ({
        ...change,
        second_at: eb.fn.coalesce('billing_subscriptions.second_at', 'excluded.second_at'),
      })),
    )
    .execute();
}

interface Unknown {
  readonly provider_id: string;
  readonly price_id: string;
  readonly total_cents: number;
}

/** Replaces what of a customer's state has a price that is not known here; returns the new ones. */
export async function putUnknown(
  tx: Tx,
  state: CustomerState,
  {
    unknown,
    known,
    now,
  }: {
    readonly unknown: readonly Unknown[];
    readonly known: readonly string[];
    readonly now: Temporal.Instant;
  },
): Promise<readonly string[]> {
  const { provider, mode, person_id } = state;
  if (known.length > 0)
    await tx
      .deleteFrom('billing_unknown')
      .where('provider', '=', provider)
      .where('mode', '=', mode)
      .where('provider_id', 'in', [...known])
      .execute();
  if (unknown.length === 0) return [];
  const rows = await tx
    .insertInto('billing_unknown')
    .values(unknown.map((one) => ({ provider, mode, person_id, ...one, first_seen_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('provider_id')
    .execute();
  return rows.map(({ provider_id }) => provider_id);
}

export async function putMembershipChange(tx: Tx, personId: string, change: MembershipChange): Promise<void> {
  await tx
    .insertInto('memberships')
    .values({ person_id: personId, ...change })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(change))
    .execute();
}

/** Records a notice; false when the person was told before. */
export async function insertNotice(
  tx: Tx,
  { key, personId, now }: { readonly key: string; readonly personId: string; readonly now: Temporal.Instant },
): Promise<boolean> {
  const row = await tx
    .insertInto('billing_notices')
    .values({ key, person_id: personId, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the provider said that the trial of a subscription ends soon. */
export async function isTrialEndAnnounced(
  db: Db,
  provider: string,
  subscriptionId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('billing_events')
    .select('event_id')
    .where('provider', '=', provider)
    .where('type', '=', 'customer.subscription.trial_will_end')
    .where('object_id', '=', subscriptionId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
