import type { Db } from '../../db/transaction.ts';

export type Customer = Awaited<ReturnType<typeof customersOf>>[number];

/** What a person is called at the providers. */
export function customersOf(db: Db, personId: string) {
  return db
    .selectFrom('billing_customers')
    .select(['provider', 'mode', 'customer_id'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .execute();
}

export type Plan = Awaited<ReturnType<typeof plansOf>>[number];

/** The plans of prices. */
export async function plansOf(db: Db, prices: readonly string[]) {
  if (prices.length === 0) return [];
  return db
    .selectFrom('billing_prices')
    .select(['provider', 'mode', 'price_id', 'name', 'unit_cents', 'is_annual'])
    .where('price_id', 'in', prices)
    .execute();
}
