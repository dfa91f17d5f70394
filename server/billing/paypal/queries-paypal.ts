import type { Mode } from '#shared/billing/rules-provider.ts';
import type { Db } from '../../db/transaction.ts';

const PROVIDER = 'paypal';

export type ObjectKind = 'subscription' | 'order' | 'refund' | 'dispute';

export interface NewObject {
  readonly mode: Mode;
  readonly object_id: string;
  readonly kind: ObjectKind;
  readonly person_id: string;
  readonly now: Temporal.Instant;
}

/**
 * Remembers that an object at PayPal is a person's, and the person as its customer: PayPal lists nothing by person
 * (docs/product/paypal.md#identity).
 */
export async function keepObject(
  db: Db,
  { mode, object_id, kind, person_id, now }: NewObject,
): Promise<void> {
  await db
    .insertInto('billing_customers')
    .values({ provider: PROVIDER, mode, customer_id: person_id, person_id, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('billing_paypal_objects')
    .values({ mode, object_id, kind, person_id, first_seen_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** What PayPal has of a person. */
export function objectsOf(db: Db, mode: Mode, personId: string) {
  return db
    .selectFrom('billing_paypal_objects')
    .select(['object_id', 'kind'])
    .where('mode', '=', mode)
    .where('person_id', '=', personId)
    .orderBy('first_seen_at')
    .orderBy('object_id')
    .execute();
}

/** Whose object it is; undefined for an unknown one. */
export async function personOfObject(db: Db, mode: Mode, objectId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('billing_paypal_objects')
    .select('person_id')
    .where('mode', '=', mode)
    .where('object_id', '=', objectId)
    .executeTakeFirst();
  return row?.person_id;
}

/** Who made a payment. */
export async function personOfPayment(
  db: Db,
  mode: Mode,
  transactionIds: readonly string[],
): Promise<string | undefined> {
  if (transactionIds.length === 0) return undefined;
  const row = await db
    .selectFrom('billing_payments')
    .select('person_id')
    .where('provider', '=', PROVIDER)
    .where('mode', '=', mode)
    .where('provider_id', 'in', [...transactionIds])
    .executeTakeFirst();
  return row?.person_id;
}

export async function isPerson(db: Db, personId: string): Promise<boolean> {
  const row = await db.selectFrom('people').select('id').where('id', '=', personId).executeTakeFirst();
  return row !== undefined;
}

/** A person's purchases at PayPal, with what they cost at the approval. */
export function soldTo(db: Db, mode: Mode, personId: string) {
  return db
    .selectFrom('billing_checkouts')
    .select(['id', 'kind', 'provider_id', 'price_id', 'quantity', 'is_trial', 'cycles_from'])
    .select(['net_cents', 'vat_cents', 'vat_basis_points', 'credited_unspent', 'expires_at'])
    .where('provider', '=', PROVIDER)
    .where('mode', '=', mode)
    .where('person_id', '=', personId)
    .execute();
}
export type Sold = Awaited<ReturnType<typeof soldTo>>[number];

/** A person's planned changes of plan, oldest first; those that were given up here may be agreed to still. */
export function revisionsOf(db: Db, mode: Mode, personId: string) {
  return db
    .selectFrom('billing_revisions')
    .select(['id', 'subscription_id', 'from_price_id', 'to_price_id', 'effective_from', 'state'])
    .select('started_at')
    .where('mode', '=', mode)
    .where('person_id', '=', personId)
    .orderBy('started_at')
    .orderBy('id')
    .execute();
}
export type Revision = Awaited<ReturnType<typeof revisionsOf>>[number];

/** Stores that the payer has agreed to a change, and from when on it counts. */
export async function agreeRevision(
  db: Db,
  { id, effective_from }: Pick<Revision, 'id' | 'effective_from'>,
): Promise<void> {
  await db
    .updateTable('billing_revisions')
    .set({ state: 'done', effective_from })
    .where('id', '=', id)
    .execute();
}

export async function setRevision(db: Db, id: string, state: 'open' | 'dropped'): Promise<void> {
  await db
    .updateTable('billing_revisions')
    .set({ state })
    .where('id', '=', id)
    .where('state', 'in', ['starting', 'open'])
    .execute();
}

/** Until when subscriptions that their person has cancelled here are paid. */
export function cancellationsOf(db: Db, mode: Mode, personId: string) {
  return db
    .selectFrom('billing_cancellations')
    .select(['subscription_id', 'ends_at'])
    .where('provider', '=', PROVIDER)
    .where('mode', '=', mode)
    .where('person_id', '=', personId)
    .where('taken_back_at', 'is', null)
    .execute();
}

/** Subscriptions that were ended from here before their time: second ones, replaced ones, used trials. */
export async function endedAtOnce(db: Db, mode: Mode, personId: string): Promise<ReadonlySet<string>> {
  const stored = await db
    .selectFrom('billing_subscriptions')
    .select('subscription_id')
    .where('provider', '=', PROVIDER)
    .where('mode', '=', mode)
    .where('person_id', '=', personId)
    .where((eb) => eb.or([eb('is_second', '=', true), eb('replaced_by', 'is not', null)]))
    .execute();
  const used = await trialsUsed(db, mode, personId);
  return new Set([...stored.map(({ subscription_id }) => subscription_id), ...used]);
}

/** Subscriptions whose trial was ended because their payer had one before. */
export async function trialsUsed(db: Db, mode: Mode, personId: string): Promise<readonly string[]> {
  const prefix = `${PROVIDER}:${mode}:trial-used:`;
  const used = await db
    .selectFrom('billing_notices')
    .select('key')
    .where('person_id', '=', personId)
    .where('key', 'like', `${prefix}%`)
    .execute();
  return used.map(({ key }) => key.slice(prefix.length));
}

/** The terms by which payments are counted, by the plan's id. */
export async function termsOf(db: Db, mode: Mode, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, Terms>();
  const rows = await db
    .selectFrom('billing_prices')
    .select(['price_id', 'unit_cents', 'is_annual', 'kind'])
    .where('provider', '=', PROVIDER)
    .where('mode', '=', mode)
    .where('price_id', 'in', [...ids])
    .execute();
  return new Map<string, Terms>(rows.map((row) => [row.price_id, row]));
}

export interface Terms {
  readonly price_id: string;
  readonly unit_cents: number;
  readonly is_annual: boolean | null;
  readonly kind: 'plan' | 'bundle' | 'top-up';
}

/** What kind of object an id is of; undefined for an unknown one. */
export async function kindOfObject(db: Db, mode: Mode, objectId: string): Promise<ObjectKind | undefined> {
  const row = await db
    .selectFrom('billing_paypal_objects')
    .select('kind')
    .where('mode', '=', mode)
    .where('object_id', '=', objectId)
    .executeTakeFirst();
  return row?.kind;
}

/** A person's running membership at PayPal, and what decides its VAT. */
export function liveAtPaypal(db: Db, mode: Mode, personId: string) {
  return db
    .selectFrom('billing_subscriptions as s')
    .leftJoin('billing_details as b', 'b.person_id', 's.person_id')
    .select(['s.subscription_id', 'b.country', 'b.vat_number'])
    .where('s.provider', '=', PROVIDER)
    .where('s.mode', '=', mode)
    .where('s.person_id', '=', personId)
    .where('s.is_live', '=', true)
    .executeTakeFirst();
}
