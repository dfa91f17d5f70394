import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { openDatabase } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded/launcher.ts';
import { makeWaveforms } from '#server/files/waveforms/jobs.ts';
import { withoutWaveform } from '#server/files/waveforms/queries-waveforms.ts';
import { takeSnapshot } from './snapshot.ts';
import { startTalkback } from './start-talkback.ts';

/** Tells the workers which studio to copy. */
export const DEMO_DATA_DIR = 'TALKBACK_E2E_DEMO';

const LIMIT_MS = 180_000;

/** A folder below the temporary one that the database's own user can pass through. */
export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'talkback-e2e-'));
  fs.chmodSync(folder, 0o711);
  return folder;
}

/** Once per run: makes the demo studio for the workers to copy. */
export default async function makeStudio(): Promise<() => void> {
  const folder = temporaryFolder();
  const dataDir = path.join(folder, 'made');
  try {
    const server = await startTalkback(dataDir);
    await outlineFiles(dataDir);
    await takeSnapshot(dataDir);
    await server.stop();
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  process.env[DEMO_DATA_DIR] = dataDir;
  return () => fs.rmSync(folder, { recursive: true, force: true });
}

/** Has the server outline the demo's files now, or every copy of the demo would do it in its first minute. */
async function outlineFiles(dataDir: string): Promise<void> {
  const { target } = await startEmbedded({ dataDir });
  const jobs = new PgBoss({ ...target, schema: 'jobs', schedule: false, supervise: false, migrate: false });
  await jobs.start();
  await jobs.send(makeWaveforms.name, {});
  await jobs.stop();
  const db = openDatabase(target, { max: 1 });
  const deadline = performance.now() + LIMIT_MS;
  while ((await withoutWaveform(db)).length > 0) {
    if (performance.now() > deadline) throw new Error("the demo's files have no waveforms yet");
    await wait(100);
  }
  await db.destroy();
}
