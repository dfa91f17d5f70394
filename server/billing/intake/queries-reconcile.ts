import { sql } from 'kysely';
import type { Mode, Provider } from '#shared/billing/rules-provider.ts';
import type { Database } from '../../db/database.ts';

interface At {
  readonly provider: Provider;
  readonly mode: Mode;
}

/**
 * Customers of whom something is still to be learned: events that no run has covered, purchases past their time, live
 * subscriptions whose period is over without news of the next.
 */
export async function unsettledCustomers(
  db: Database,
  { provider, mode }: At,
  { now, receivedBefore }: { now: Temporal.Instant; receivedBefore: Temporal.Instant },
): Promise<string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    select c.customer_id from billing_customers c
    where c.provider = ${provider} and c.mode = ${mode} and (
      exists (select from billing_events e
        where e.provider = c.provider and e.customer_id = c.customer_id
          and e.handled_at is null and e.received_at < ${receivedBefore})
      or exists (select from billing_checkouts k
        where k.person_id = c.person_id and k.provider = c.provider and k.mode = c.mode
          and k.state in ('starting', 'open') and k.expires_at <= ${now})
      or exists (select from billing_subscriptions s
        where s.provider = c.provider and s.mode = c.mode and s.customer_id = c.customer_id
          and s.ended_at is null and s.period_end <= ${now}))
    order by c.customer_id`.execute(db);
  return rows.map(({ customer_id }) => customer_id);
}

/** Customers with a subscription that runs, or who paid since an instant. */
export async function payingCustomers(
  db: Database,
  { provider, mode }: At,
  since: Temporal.Instant,
): Promise<string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    select c.customer_id from billing_customers c
    where c.provider = ${provider} and c.mode = ${mode} and (
      exists (select from billing_subscriptions s
        where s.provider = c.provider and s.mode = c.mode and s.customer_id = c.customer_id and s.ended_at is null)
      or exists (select from billing_payments p
        where p.person_id = c.person_id and p.provider = c.provider and p.mode = c.mode and p.paid_at >= ${since}))
    order by c.customer_id`.execute(db);
  return rows.map(({ customer_id }) => customer_id);
}

/** People with a live subscription. */
export async function liveMembers(db: Database, { provider, mode }: At): Promise<string[]> {
  const rows = await db
    .selectFrom('billing_subscriptions')
    .select('person_id')
    .where('provider', '=', provider)
    .where('mode', '=', mode)
    .where('is_live', '=', true)
    .orderBy('person_id')
    .execute();
  return rows.map(({ person_id }) => person_id);
}

/** Events whose customer has not been found yet. */
export async function eventsWithoutCustomer(db: Database, provider: Provider): Promise<string[]> {
  const rows = await db
    .selectFrom('billing_events')
    .select('event_id')
    .where('provider', '=', provider)
    .where('customer_id', 'is', null)
    .where('handled_at', 'is', null)
    .execute();
  return rows.map(({ event_id }) => event_id);
}

export async function cursorOf(db: Database, { provider, mode }: At): Promise<string | null> {
  const row = await db
    .selectFrom('billing_cursors')
    .select('event_id')
    .where('provider', '=', provider)
    .where('mode', '=', mode)
    .executeTakeFirst();
  return row?.event_id ?? null;
}

export async function setCursor(db: Database, at: At, event_id: string): Promise<void> {
  await db
    .insertInto('billing_cursors')
    .values({ ...at, event_id })
    .onConflict((conflict) => conflict.columns(['provider', 'mode']).doUpdateSet({ event_id }))
    .execute();
}

export async function deleteHandledEvents(db: Database, before: Temporal.Instant): Promise<void> {
  await db.deleteFrom('billing_events').where('handled_at', '<', before).execute();
}
