import { sql } from 'kysely';
import type { Db } from '../db/transaction.ts';

/** Settled ones are kept this long. */
const KEEP_DAYS = 90;

/**
 * Notes a job that failed every try, by the id that it has in the queue of dead letters; the queues forget theirs after
 * days (docs/product/operator.md#failed-jobs).
 */
export async function recordDeadLetter(db: Db, id: string, now: Temporal.Instant): Promise<void> {
  await sql`
    insert into dead_letters (id, queue, data, singleton_key, failure, tries, enqueued_at, failed_at)
    select id, source_name, coalesce(data, '{}'), singleton_key,
      left(split_part(source_output ->> 'message', e'\n', 1), 500), source_retry_count + 1, source_created_on, ${now}
    from jobs.job where id = ${id} and source_name is not null
    on conflict do nothing`.execute(db);
  await db
    .deleteFrom('dead_letters')
    .where('settled_at', '<', now.subtract({ hours: 24 * KEEP_DAYS }))
    .execute();
}
