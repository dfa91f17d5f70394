import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Db, Tx } from '../../db/transaction.ts';

/** A queue with its jobs by state. */
export interface QueueRow {
  readonly name: string;
  readonly waiting: number;
  readonly later: number;
  readonly retrying: number;
  readonly active: number;
  readonly failed: number;
  readonly oldest_at: Temporal.Instant | null;
}

/** Every queue with its jobs by state; the queue of dead letters is none of them. */
export async function queues(db: Db, now: Temporal.Instant): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select q.name, coalesce(j.waiting, 0) as waiting, coalesce(j.later, 0) as later,
      coalesce(j.retrying, 0) as retrying, coalesce(j.active, 0) as active, coalesce(d.failed, 0) as failed,
      j.oldest_at
    from jobs.queue q
    left join (
      select name, count(*) filter (where state = 'created' and start_after <= ${now}) as waiting,
        count(*) filter (where state = 'created' and start_after > ${now}) as later,
        count(*) filter (where state = 'retry') as retrying, count(*) filter (where state = 'active') as active,
        min(start_after) filter (where state < 'active' and start_after <= ${now}) as oldest_at
      from jobs.job where state <= 'active' group by name
    ) j using (name)
    left join (
      select queue as name, count(*) as failed from dead_letters where settled_at is null group by queue
    ) d using (name)
    where q.dead_letter is not null
    order by q.name`.execute(db);
  return rows;
}

/** A page of the jobs that failed every try and nobody has settled, the newest first. */
export function openDeadLetters(db: Database, after: string | undefined, limit: number) {
  let query = db
    .selectFrom('dead_letters as d')
    .select(['d.id', 'd.queue', 'd.failure', 'd.tries', 'd.enqueued_at', 'd.failed_at'])
    .select(sql<Record<string, unknown>>`d.data`.as('data'))
    .where('d.settled_at', 'is', null);
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(d.failed_at, d.id) < (select o.failed_at, o.id from dead_letters o where o.id = ${after})`,
    );
  return query.orderBy('d.failed_at', 'desc').orderBy('d.id', 'desc').limit(limit).execute();
}

/** Settles a failed job; undefined where somebody has, or there is none. */
export function settle(tx: Tx, id: string, outcome: 'again' | 'dropped', now: Temporal.Instant) {
  return tx
    .updateTable('dead_letters')
    .set({ settled_at: now, outcome })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .returning(['queue', 'singleton_key', 'tries', 'failure', sql<object>`data`.as('data')])
    .executeTakeFirst();
}

export async function isDeadLetter(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('dead_letters').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

interface WebhookFilter {
  /** The provider's id of the last event of the page before. */
  readonly after?: string | undefined;
  readonly provider?: string | undefined;
  readonly state?: 'handled' | 'waiting' | undefined;
}

interface WebhookRow {
  readonly id: string;
  readonly provider: 'stripe' | 'paypal';
  readonly type: string;
  readonly object_id: string;
  readonly customer_id: string | null;
  readonly created_at: Temporal.Instant;
  readonly received_at: Temporal.Instant;
  readonly handled_at: Temporal.Instant | null;
  readonly person_id: string | null;
  readonly person_name: string | null;
}

/** A page of providers' events with whom they concern, the last received first. */
export async function webhooks(db: Database, filter: WebhookFilter, limit: number): Promise<WebhookRow[]> {
  const { after, provider, state } = filter;
  const conditions = [
    after === undefined
      ? null
      : sql<boolean>`(e.received_at, e.event_id) <
          (select o.received_at, o.event_id from billing_events o where o.event_id = ${after} limit 1)`,
    provider === undefined ? null : sql<boolean>`e.provider = ${provider}`,
    state === undefined
      ? null
      : state === 'handled'
        ? sql<boolean>`e.handled_at is not null`
        : sql<boolean>`e.handled_at is null`,
  ].filter((condition) => condition !== null);
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
  const { rows } = await sql<WebhookRow>`
    select e.*, p.id as person_id, p.name as person_name
    from (
      select event_id as id, provider, type, object_id, customer_id, created_at, received_at, handled_at
      from billing_events e ${where} order by e.received_at desc, e.event_id desc limit ${limit}
    ) e
    left join lateral (
      select c.person_id from billing_customers c where c.provider = e.provider and c.customer_id = e.customer_id limit 1
    ) c on true
    left join people p on p.id = c.person_id
    order by e.received_at desc, e.id desc`.execute(db);
  return rows;
}

interface SyncFailure {
  readonly customer_id: string | null;
  readonly event_id: string | null;
  readonly failure: string | null;
}

/** What jobs of a queue that read a customer at a provider failed with last, given up or not. */
export async function syncFailures(db: Database, queue: string): Promise<SyncFailure[]> {
  const { rows } = await sql<SyncFailure>`
    select data ->> 'customer_id' as customer_id, data ->> 'event_id' as event_id,
      left(split_part(output ->> 'message', e'\n', 1), 500) as failure
    from jobs.job where name = ${queue} and state = 'retry'
    union all
    select data ->> 'customer_id', data ->> 'event_id', failure from dead_letters
    where queue = ${queue} and settled_at is null`.execute(db);
  return rows;
}
