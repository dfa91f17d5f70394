import { sql } from 'kysely';
import type { Invariant } from '../db/invariants.ts';

/** A payment that has to grant credits: its price has some, and it is no trial's, second or replaced subscription's. */
const GRANTING = sql`
  select p.*, c.credits * p.quantity as credits from billing_payments p
    join billing_prices c using (provider, mode, price_id)
    left join billing_subscriptions s using (provider, mode, subscription_id)
  where not p.is_trial and c.credits > 0 and not coalesce(s.is_second, false)
    and not coalesce(p.paid_at > s.replaced_at, false)`;

/** What must hold between payments, credits and memberships (docs/product/billing.md#checks). */
export const BILLING_INVARIANTS: readonly Invariant[] = [
  {
    holds: 'Every payment and subscription at a provider has a price that the studio knows.',
    violations: sql`select provider_id from billing_unknown`,
  },
  {
    holds: 'Credits that were paid for name their payment, of the same person.',
    violations: sql`
      select l.id from credit_lots l left join billing_payments p on p.id = l.payment_id
      where (l.payment_id is null and (l.grant_key like 'plan:%' or l.grant_key like 'payment:%'))
        or p.person_id <> l.person_id`,
  },
  {
    holds: 'Every payment has granted what its price gives, once for each period.',
    violations: sql`
      with paid as (${GRANTING}), granted as (
        select p.id, p.subscription_id, p.price_id, p.period_start, p.credits,
          coalesce((select sum(l.amount) from credit_lots l
            where l.payment_id = p.id and l.source = p.kind), 0) as amount
        from paid p
      )
      select id from granted g where amount <> credits and not (amount = 0 and exists (
        select from granted o where o.id <> g.id and o.amount = o.credits and o.price_id = g.price_id
          and o.subscription_id = g.subscription_id and o.period_start = g.period_start))`,
  },
  {
    holds: 'A second subscription, which is paid back, grants nothing once it is known as one.',
    violations: sql`
      select l.id from credit_lots l join billing_payments p on p.id = l.payment_id
        join billing_subscriptions s using (provider, mode, subscription_id)
      where s.is_second and l.granted_at >= coalesce(s.second_at, '-infinity')`,
  },
  {
    holds: 'No more credits are withdrawn for a payment than it granted.',
    violations: sql`
      select p.id from billing_payments p join credit_lots l on l.payment_id = p.id
        join credit_entries e on e.lot_id = l.id and e.payment_id = p.id
      where e.reason in ('withdrawal', 'return')
      group by p.id
      having -sum(e.delta) > (select sum(amount) from credit_lots o
        where o.payment_id = p.id and o.source <> 'rollover')`,
  },
  {
    holds:
      'A membership names the one live subscription of its person, and a live subscription its membership.',
    violations: sql`
      select m.person_id from memberships m where m.subscription_id is not null and not exists (
        select from billing_subscriptions s where s.is_live and s.person_id = m.person_id
          and (s.provider, s.mode, s.subscription_id) = (m.provider, m.mode, m.subscription_id))
      union all
      select s.person_id from billing_subscriptions s where s.is_live and not exists (
        select from memberships m where m.person_id = s.person_id and m.subscription_id = s.subscription_id)`,
  },
];
