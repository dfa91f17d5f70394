import type { Sale } from '#shared/billing/rules-prices.ts';
import type { Mode, Provider } from '#shared/billing/rules-provider.ts';
import type { Db, Tx } from '../../db/transaction.ts';

/** A price at the provider and what it sells. */
export interface Price extends Sale {
  readonly price_id: string;
  readonly product_id: string;
  readonly retired_at: Temporal.Instant | null;
}

/** A price as it was put on sale here first. */
export interface KeptPrice extends Price {
  readonly made_at: Temporal.Instant;
}

const prices = (db: Db, mode: Mode, provider: Provider) =>
  db.selectFrom('billing_prices').selectAll().where('provider', '=', provider).where('mode', '=', mode);

/** Every price of a mode, sold today or not, oldest first. */
export function allPrices(db: Db, mode: Mode, provider: Provider = 'stripe'): Promise<KeptPrice[]> {
  return prices(db, mode, provider).orderBy('made_at').orderBy('price_id').execute();
}

/** The prices that are sold today. */
export function currentPrices(db: Db, mode: Mode, provider: Provider = 'stripe'): Promise<KeptPrice[]> {
  return prices(db, mode, provider).where('retired_at', 'is', null).execute();
}

/** A price by its id, also one that is no longer sold. */
export function priceById(
  db: Db,
  mode: Mode,
  priceId: string,
  provider: Provider = 'stripe',
): Promise<Price | undefined> {
  return prices(db, mode, provider).where('price_id', '=', priceId).executeTakeFirst();
}

/** Takes the sold prices of a mode from sale. */
export async function retirePrices(
  tx: Tx,
  mode: Mode,
  priceIds: readonly string[],
  now: Temporal.Instant,
  provider: Provider = 'stripe',
): Promise<void> {
  if (priceIds.length === 0) return;
  await tx
    .updateTable('billing_prices')
    .set({ retired_at: now })
    .where('provider', '=', provider)
    .where('mode', '=', mode)
    .where('price_id', 'in', priceIds)
    .where('retired_at', 'is', null)
    .execute();
}

/** Puts a price on sale: a new one, or one that was on sale before. */
export async function putPrice(
  tx: Tx,
  mode: Mode,
  price: Omit<Price, 'retired_at'>,
  now: Temporal.Instant,
  provider: Provider = 'stripe',
): Promise<void> {
  await tx
    .insertInto('billing_prices')
    .values({ ...price, provider, mode, made_at: now, retired_at: null })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'mode', 'price_id']).doUpdateSet({ retired_at: null, name: price.name }),
    )
    .execute();
}
