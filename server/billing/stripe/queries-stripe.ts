import { sql } from 'kysely';
import type { Mode } from '#shared/billing/rules-provider.ts';
import type { Db } from '../../db/transaction.ts';

const PROVIDER = 'stripe';

/** The provider's id of a person; undefined before their first purchase. */
export async function customerOf(db: Db, mode: Mode, personId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('billing_customers')
    .select('customer_id')
    .where('provider', '=', PROVIDER)
    .where('mode', '=', mode)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row?.customer_id;
}

/** When a person's customer was first asked for: `now`, or what an earlier call stored. */
export async function startCustomer(
  db: Db,
  mode: Mode,
  personId: string,
  now: Temporal.Instant,
): Promise<Temporal.Instant> {
  await db
    .insertInto('billing_customer_starts')
    .values({ provider: PROVIDER, mode, person_id: personId, started_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { started_at } = await db
    .selectFrom('billing_customer_starts')
    .select('started_at')
    .where('provider', '=', PROVIDER)
    .where('mode', '=', mode)
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  return started_at;
}

export async function insertCustomer(
  db: Db,
  mode: Mode,
  customer: {
    readonly customer_id: string;
    readonly person_id: string;
    readonly created_at: Temporal.Instant;
  },
): Promise<void> {
  await db
    .insertInto('billing_customers')
    .values({ provider: PROVIDER, mode, ...customer })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Puts a customer in the place of one that the provider no longer has. What was bought by that one stays; its open pages
 * are over.
 */
export async function replaceCustomer(db: Db, mode: Mode, lost: string, id: string): Promise<void> {
  // One statement: the subscriptions refer to the customer's row.
  await sql`
    with moved as (
      update billing_customers set customer_id = ${id}, read_number = null, synced_at = null,
        card_brand = null, card_last4 = null, card_exp_month = null, card_exp_year = null
      where provider = ${PROVIDER} and mode = ${mode} and customer_id = ${lost} returning person_id
    ), ended as (
      update billing_checkouts set state = 'expired'
      where provider = ${PROVIDER} and mode = ${mode} and state in ('starting', 'open')
        and person_id in (select person_id from moved)
    )
    update billing_subscriptions set customer_id = ${id}
    where provider = ${PROVIDER} and mode = ${mode} and customer_id = ${lost}
      and exists (select from moved)`.execute(db);
}

/** What the provider knows of a person, and their live subscription there. */
export function billedPerson(db: Db, mode: Mode, personId: string) {
  return db
    .selectFrom('people')
    .leftJoin('billing_details as b', 'b.person_id', 'people.id')
    .leftJoin('billing_subscriptions as s', (join) =>
      join
        .onRef('s.person_id', '=', 'people.id')
        .on('s.is_live', '=', true)
        .on('s.provider', '=', PROVIDER)
        .on('s.mode', '=', mode),
    )
    .select(['people.name', 'people.email', 's.subscription_id'])
    .select(['b.address', 'b.city', 'b.company_name', 'b.country', 'b.vat_number', 'b.zipcode'])
    .where('people.id', '=', personId)
    .executeTakeFirstOrThrow();
}

export interface TaxRateKey {
  readonly country: string;
  readonly basis_points: number;
}

export async function taxRateOf(
  db: Db,
  mode: Mode,
  { country, basis_points }: TaxRateKey,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('billing_tax_rates')
    .select('tax_rate_id')
    .where('provider', '=', PROVIDER)
    .where('mode', '=', mode)
    .where('country', '=', country)
    .where('basis_points', '=', basis_points)
    .executeTakeFirst();
  return row?.tax_rate_id;
}

export async function insertTaxRate(
  db: Db,
  mode: Mode,
  rate: TaxRateKey & { readonly tax_rate_id: string },
): Promise<void> {
  await db
    .insertInto('billing_tax_rates')
    .values({ provider: PROVIDER, mode, ...rate })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
