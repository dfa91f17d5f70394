import type { Mode } from '#shared/billing/rules-provider.ts';
import type { Db, Tx } from '../../db/transaction.ts';
import type { Tables } from '../../db/tables.ts';

const PROVIDER = 'stripe';

/** A purchase from the press of the button on. */
export interface Checkout {
  readonly id: string;
  readonly provider: string;
  readonly mode: string;
  readonly kind: 'plan' | 'bundle' | 'top-up';
  readonly price_id: string;
  readonly quantity: number;
  readonly coupon: string | null;
  readonly country: string | null;
  readonly way: 'hosted' | 'card';
  readonly state: Tables['billing_checkouts']['state'];
  readonly provider_id: string | null;
  readonly url: string | null;
  readonly return_to: string | null;
  readonly hold_id: number | null;
  readonly request: unknown;
  readonly started_at: Temporal.Instant;
  readonly expires_at: Temporal.Instant;
  /** The running subscription, at whichever provider, that it is to take the place of. */
  readonly replaces_provider: string | null;
  readonly replaces_subscription: string | null;
  /** When its credit was counted, and by how many plan credits. */
  readonly counted_at: Temporal.Instant | null;
  readonly credited_unspent: number | null;
  /** At PayPal: what is paid at the approval. */
  readonly net_cents: number | null;
  readonly vat_cents: number | null;
  readonly vat_basis_points: number | null;
  readonly reverse_charge: boolean | null;
  /** At PayPal: when the first cycle is charged, and whether a trial lasts until then. */
  readonly cycles_from: Temporal.Instant | null;
  readonly is_trial: boolean;
}

/** The person's purchases of a kind that began after `since` or are not over, newest first, at every provider. */
export function recentCheckouts(
  db: Db,
  {
    personId,
    kind,
    since,
  }: { readonly personId: string; readonly kind: Checkout['kind']; readonly since: Temporal.Instant },
): Promise<Checkout[]> {
  return db
    .selectFrom('billing_checkouts')
    .selectAll()
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
    .where((eb) => eb.or([eb('started_at', '>', since), eb('state', 'in', ['starting', 'open'])]))
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function insertCheckout(
  tx: Tx,
  personId: string,
  row: Omit<Checkout, 'state' | 'provider_id' | 'url'>,
): Promise<void> {
  await tx
    .insertInto('billing_checkouts')
    .values({
      ...row,
      person_id: personId,
      state: 'starting',
      request: JSON.stringify(row.request),
    })
    .execute();
}

/** Changes a purchase that is not over; false when it is. */
export async function changeCheckout(
  db: Db,
  id: string,
  change: {
    readonly state: Checkout['state'];
    readonly provider_id?: string;
    readonly url?: string | null;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('billing_checkouts')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', ['starting', 'open'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The one live subscription of a person, at whichever provider. */
export function liveSubscription(db: Db, personId: string) {
  return db
    .selectFrom('billing_subscriptions')
    .selectAll()
    .where('person_id', '=', personId)
    .where('is_live', '=', true)
    .executeTakeFirst();
}

/** What decides whether a person may have the trial. */
export async function trialFacts(
  db: Db,
  personId: string,
): Promise<{ readonly hadTrial: boolean; readonly hadSubscription: boolean }> {
  const lot = await db
    .selectFrom('credit_lots')
    .select('id')
    .where('grant_key', '=', `trial:${personId}`)
    .executeTakeFirst();
  const subscription = await db
    .selectFrom('billing_subscriptions')
    .select('subscription_id')
    .where('person_id', '=', personId)
    .where('status', 'not in', ['incomplete', 'incomplete_expired'])
    .executeTakeFirst();
  return { hadTrial: lot !== undefined, hadSubscription: subscription !== undefined };
}

/** Whether somebody else had a trial and has used this card (docs/product/billing.md#one-trial). */
export async function isCardKnown(
  db: Db,
  mode: Mode,
  card: { readonly fingerprint: string; readonly personId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('billing_fingerprints as f')
    .innerJoin('credit_lots as trial', 'trial.person_id', 'f.person_id')
    .select('f.person_id')
    .where('f.provider', '=', PROVIDER)
    .where('f.mode', '=', mode)
    .where('f.fingerprint', '=', card.fingerprint)
    .where('f.person_id', '!=', card.personId)
    .where('trial.source', '=', 'trial')
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasPaid(db: Db, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('billing_payments')
    .select('id')
    .where('person_id', '=', personId)
    .where('total_cents', '>', 0)
    .executeTakeFirst();
  return row !== undefined;
}

/** Billing country and VAT number of a person. */
export async function billingPlace(
  db: Db,
  personId: string,
): Promise<{ readonly country: string | null; readonly zipcode: string; readonly vat_number: string }> {
  const row = await db
    .selectFrom('billing_details')
    .select(['country', 'zipcode', 'vat_number'])
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row ?? { country: null, zipcode: '', vat_number: '' };
}

export async function putBillingPlace(
  tx: Tx,
  personId: string,
  place: { readonly country: string; readonly zipcode?: string },
  now: Temporal.Instant,
): Promise<void> {
  const row = { ...place, updated_at: now };
  await tx
    .insertInto('billing_details')
    .values({ person_id: personId, ...row })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row))
    .execute();
}
