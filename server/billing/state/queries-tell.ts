import type { Mode, Provider } from '#shared/billing/rules-provider.ts';
import type { Db } from '../../db/transaction.ts';

/** The default cards of live subscriptions that are valid until this year at most. */
export async function cardsOfLive(
  db: Db,
  { provider, mode, year }: { readonly provider: Provider; readonly mode: Mode; readonly year: number },
) {
  const rows = await db
    .selectFrom('billing_subscriptions as s')
    .innerJoin('billing_customers as c', (join) =>
      join
        .onRef('c.provider', '=', 's.provider')
        .onRef('c.mode', '=', 's.mode')
        .onRef('c.customer_id', '=', 's.customer_id'),
    )
    .select(['s.person_id', 's.status', 's.period_end', 's.trial_end'])
    .select(['s.cancel_at_period_end', 's.cancel_at'])
    .select(['c.customer_id', 'c.card_last4', 'c.card_exp_month', 'c.card_exp_year'])
    .where('s.provider', '=', provider)
    .where('s.mode', '=', mode)
    .where('s.is_live', '=', true)
    .where('c.card_exp_year', '<=', year)
    .orderBy('c.customer_id')
    .execute();
  return rows.flatMap(({ card_last4: last4, card_exp_month: exp_month, card_exp_year: exp_year, ...row }) =>
    last4 === null || exp_month === null || exp_year === null ? [] : [{ ...row, last4, exp_month, exp_year }],
  );
}

/** What was bought by a payment, without saying who the buyer is. */
export function purchaseOf(db: Db, paymentId: string) {
  return db
    .selectFrom('billing_payments as y')
    .innerJoin('billing_prices as p', (join) =>
      join
        .onRef('p.provider', '=', 'y.provider')
        .onRef('p.mode', '=', 'y.mode')
        .onRef('p.price_id', '=', 'y.price_id'),
    )
    .select(['y.person_id', 'y.kind', 'y.quantity', 'y.total_cents', 'y.currency', 'y.provider', 'y.mode'])
    .select(['p.offer_id', 'p.credits'])
    .where('y.id', '=', paymentId)
    .executeTakeFirst();
}
