import type { Mode } from '#shared/billing/rules-provider.ts';
import type { Db, Tx } from '../../db/transaction.ts';
import { keepObject, type ObjectKind } from '../paypal/queries-paypal.ts';

/** The person's e-mail address, which PayPal's page begins with. */
export async function emailOf(db: Db, personId: string): Promise<string> {
  const { email } = await db
    .selectFrom('people')
    .select('email')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  return email;
}

interface Made {
  readonly mode: Mode;
  readonly person_id: string;
  readonly object_id: string;
  readonly kind: ObjectKind;
  readonly url: string;
  readonly now: Temporal.Instant;
}

/** Stores what PayPal has made of a purchase; false when the purchase was ended meanwhile. */
export async function openCheckout(tx: Tx, checkoutId: string, { url, ...object }: Made): Promise<boolean> {
  await keepObject(tx, object);
  const { numUpdatedRows } = await tx
    .updateTable('billing_checkouts')
    .set({ state: 'open', provider_id: object.object_id, url })
    .where('id', '=', checkoutId)
    .where('state', 'in', ['starting', 'open'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A person's own purchase by its object at PayPal. */
export function ownCheckout(db: Db, mode: Mode, personId: string, objectId: string) {
  return db
    .selectFrom('billing_checkouts')
    .select(['id', 'kind', 'state'])
    .where('provider', '=', 'paypal')
    .where('mode', '=', mode)
    .where('person_id', '=', personId)
    .where('provider_id', '=', objectId)
    .executeTakeFirst();
}

/** A person's own subscription as it was last heard; undefined: never. */
export function ownSubscription(db: Db, mode: Mode, personId: string, subscriptionId: string) {
  return db
    .selectFrom('billing_subscriptions')
    .select(['status', 'is_live'])
    .where('provider', '=', 'paypal')
    .where('mode', '=', mode)
    .where('person_id', '=', personId)
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst();
}

/** The change of plan that waits for its payer. */
export function openRevision(db: Db, personId: string) {
  return db
    .selectFrom('billing_revisions')
    .selectAll()
    .where('person_id', '=', personId)
    .where('state', 'in', ['starting', 'open'])
    .executeTakeFirst();
}
export type OpenRevision = NonNullable<Awaited<ReturnType<typeof openRevision>>>;

export interface NewRevision {
  readonly id: string;
  readonly mode: Mode;
  readonly person_id: string;
  readonly subscription_id: string;
  readonly from_price_id: string;
  readonly to_price_id: string;
  readonly effective_from: Temporal.Instant;
  readonly request: object;
  readonly started_at: Temporal.Instant;
}

export async function insertRevision(tx: Tx, { request, ...row }: NewRevision): Promise<void> {
  await tx
    .insertInto('billing_revisions')
    .values({ ...row, state: 'starting', request: JSON.stringify(request) })
    .execute();
}

/** Keeps the page on which a change is approved; false when it was given up meanwhile. */
export async function openRevisionAt(db: Db, id: string, url: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('billing_revisions')
    .set({ state: 'open', url })
    .where('id', '=', id)
    .where('state', 'in', ['starting', 'open'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
