import { sql } from 'kysely';
import type { Db } from '../db/transaction.ts';

/** The jobs of one queue. */
export interface QueueFigures {
  readonly queue: string;
  /** Due and not begun. */
  readonly waiting: number;
  readonly active: number;
  /** Waits for its next try after a failure. */
  readonly retrying: number;
  /** Seconds since the oldest waiting job was due; 0 without one. */
  readonly oldest_seconds: number;
}

/** What queues hold at an instant. Queues without such jobs are absent; dead letters are a queue of their own. */
export async function queueFigures(db: Db, now: Temporal.Instant): Promise<readonly QueueFigures[]> {
  const { rows } = await sql<QueueFigures>`
    select name as queue,
      count(*) filter (where state < 'active' and start_after <= ${now})::integer as waiting,
      count(*) filter (where state = 'active')::integer as active,
      count(*) filter (where state = 'retry')::integer as retrying,
      coalesce(extract(epoch from ${now}::timestamptz - min(start_after)
        filter (where state < 'active' and start_after <= ${now})), 0)::float8 as oldest_seconds
    from jobs.job where state <= 'active' group by name`.execute(db);
  return rows;
}
