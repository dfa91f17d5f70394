import type { Mode, Provider } from '#shared/billing/rules-provider.ts';
import type { Db } from '../db/transaction.ts';

/** The person's running subscription with its price, and the price it changes to. */
export function liveSubscription(db: Db, personId: string) {
  return db
    .selectFrom('billing_subscriptions as s')
    .innerJoin('billing_prices as p', (join) =>
      join
        .onRef('p.provider', '=', 's.provider')
        .onRef('p.mode', '=', 's.mode')
        .onRef('p.price_id', '=', 's.price_id'),
    )
    .leftJoin('billing_prices as n', (join) =>
      join
        .onRef('n.provider', '=', 's.provider')
        .onRef('n.mode', '=', 's.mode')
        .onRef('n.price_id', '=', 's.pending_price_id'),
    )
    .select([
      's.provider',
      's.status',
      's.period_end',
      's.trial_end',
      's.cancel_at_period_end',
      's.cancel_at',
    ])
    .select(['s.next_net_cents', 's.next_vat_cents', 's.next_total_cents', 's.pending_from'])
    .select(['p.name', 'p.unit_cents', 'p.credits', 'p.is_annual', 'p.has_rollover'])
    .select(['n.name as pending_name', 'n.unit_cents as pending_cents'])
    .select(['n.is_annual as pending_is_annual', 'n.credits as pending_credits'])
    .where('s.person_id', '=', personId)
    .where('s.is_live', '=', true)
    .executeTakeFirst();
}

/** The person as the provider's customer, with the default payment method. */
export function customerOf(db: Db, personId: string, provider: Provider, mode: Mode) {
  return db
    .selectFrom('billing_customers')
    .select(['customer_id', 'payer_email', 'card_brand', 'card_last4', 'card_exp_month', 'card_exp_year'])
    .where('person_id', '=', personId)
    .where('provider', '=', provider)
    .where('mode', '=', mode)
    .executeTakeFirst();
}

/** Whether a purchase begun since then has no payment of its price yet. */
export async function isSettling(db: Db, personId: string, since: Temporal.Instant): Promise<boolean> {
  const row = await db
    .selectFrom('billing_checkouts as c')
    .select('c.id')
    .where('c.person_id', '=', personId)
    .where('c.started_at', '>', since)
    .where('c.state', 'in', ['open', 'completed'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('billing_payments as p')
            .select('p.id')
            .whereRef('p.person_id', '=', 'c.person_id')
            .whereRef('p.price_id', '=', 'c.price_id')
            .whereRef('p.paid_at', '>=', 'c.started_at'),
        ),
      ),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Credits on their way for a held session: of the top-ups begun for it whose page is still open. */
export async function creditsBeingBought(
  db: Db,
  {
    personId,
    holdId,
    now,
  }: { readonly personId: string; readonly holdId: number; readonly now: Temporal.Instant },
): Promise<number> {
  const row = await db
    .selectFrom('billing_checkouts')
    .select((eb) => eb.fn.max('quantity').as('credits'))
    .where('person_id', '=', personId)
    .where('hold_id', '=', holdId)
    .where('kind', '=', 'top-up')
    .where('state', 'in', ['open', 'completed'])
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.credits ?? 0;
}
