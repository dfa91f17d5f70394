import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { openDatabase, type Database } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded/launcher.ts';
import { syncJob } from '#server/billing/intake/sync-job.ts';
import { makeWaveforms } from '#server/files/waveforms/jobs.ts';
import { withoutWaveform } from '#server/files/waveforms/queries-waveforms.ts';
import { madeDemo } from '../made-demo.ts';
import { DEMO_DATA_DIR } from './demo-folder.ts';
import { sandboxOf } from './payments.ts';
import { takeSnapshot } from './snapshot.ts';
import { startTalkback, type Talkback } from './start-talkback.ts';

const LIMIT_MS = 180_000;

/** Once per run: prepares the demo studio for the workers to copy. */
export default async function makeStudio(): Promise<() => void> {
  const { dataDir, remove } = await madeDemo();
  try {
    const server = await startTalkback(dataDir);
    await outlineFiles(dataDir);
    await deliverWebhooks(dataDir, server);
    await takeSnapshot(dataDir);
    await server.stop();
  } catch (error) {
    remove();
    throw error;
  }
  process.env[DEMO_DATA_DIR] = dataDir;
  return remove;
}

/** Has the server outline the demo's files now, or every copy of the demo would do it in its first minute. */
async function outlineFiles(dataDir: string): Promise<void> {
  const { target } = await startEmbedded({ dataDir });
  const jobs = new PgBoss({ ...target, schema: 'jobs', schedule: false, supervise: false, migrate: false });
  await jobs.start();
  await jobs.send(makeWaveforms.name, {});
  await jobs.stop();
  await withDatabase(dataDir, (db) =>
    until("the demo's files have no waveforms yet", async () => (await withoutWaveform(db)).length === 0),
  );
}

/** Has the sandbox deliver what the demo made before the server listened, or every copy and reset would do it again. */
async function deliverWebhooks(dataDir: string, server: Talkback): Promise<void> {
  const sandbox = sandboxOf({ dataDir, server });
  await withDatabase(dataDir, (db) =>
    until("the demo's webhooks are under way", async () => {
      const due = await sql`update sandbox_stripe.deliveries set due = 0
        where state = 'pending' and not taken returning seq`.execute(db);
      if (due.rows.length > 0) await sandbox.release('all');
      const { rows } = await sql`select seq::text from sandbox_stripe.deliveries where state = 'pending'
        union all select id::text from jobs.job where name = ${syncJob.name} and state < 'completed' and start_after <= now()`.execute(
        db,
      );
      return rows.length === 0;
    }),
  );
}

async function withDatabase(dataDir: string, work: (db: Database) => Promise<void>): Promise<void> {
  const { target } = await startEmbedded({ dataDir });
  const db = openDatabase(target, { max: 1 });
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}

async function until(message: string, isDone: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error(message);
    await wait(100);
  }
}
