import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Cluster } from './cluster.ts';

/**
 * Lets time pass for what a killed process had begun: a minute for its jobs, after which the queues give them to others,
 * five for the mails that it was sending (docs/operating.md#several-processes). Returns how many jobs there were.
 */
export async function passAbandoned(
  { db, databaseUrl }: Cluster,
  killedAt: Temporal.Instant,
): Promise<number> {
  const { rows } = await sql`
    update jobs.job set heartbeat_on = heartbeat_on - interval '61 seconds'
    where state = 'active' and started_on < ${killedAt}::timestamptz returning id`.execute(db);
  await sql`
    update email_log set claimed_until = null
    where sent_at is null and queued_at < ${killedAt}::timestamptz`.execute(db);
  await sql`update jobs.queue set monitor_claim_on = null, monitor_on = null`.execute(db);
  // What each process does by itself every minute.
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: 'jobs',
    supervise: false,
    schedule: false,
    max: 1,
  });
  await boss.start();
  await boss.supervise();
  await boss.stop({ close: true });
  return rows.length;
}
