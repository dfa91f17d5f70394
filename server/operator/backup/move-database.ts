import fs from 'node:fs';
import { connect } from '../../db/backup/connect.ts';
import { LoadError } from '../../db/backup/load.ts';
import { withSnapshot } from '../../db/backup/snapshot.ts';
import {
  dropNewerCluster,
  makeNewerCluster,
  switchToNewerCluster,
  type NewerCluster,
} from '../../db/embedded/newer-cluster.ts';
import { startCluster } from '../../db/embedded/launcher.ts';
import type { EmbeddedTarget, Server } from '../../db/embedded/running.ts';
import { migrate } from '../../db/migrate.ts';
import { isDiskFull } from '../../lib/data-dir.ts';
import { firstLine } from '../../lib/start-error.ts';
import { BackupError } from './backup-error.ts';
import { moveDraftOf } from './layout.ts';
import { assertEmpty, restoreDatabase, type DatabaseInput, type SavedDatabase } from './restore-database.ts';
import { saveDatabase } from './save-database.ts';

/** What a move needs beside the clusters. */
export interface MoveInput {
  readonly clusters: NewerCluster;
  readonly createQueues: (target: EmbeddedTarget, extra: readonly string[]) => Promise<void>;
  readonly createSandbox: (target: EmbeddedTarget) => Promise<void>;
  /** A progress line for a person. */
  readonly log: (line: string) => void;
  /** Called between steps; an error that it throws aborts the move. */
  readonly checkpoint: () => void;
}

/**
 * Moves the embedded database to this release's PostgreSQL: saves all rows, loads them into a new cluster, compares each
 * table and migrates, then has the data folder use the new cluster. The older cluster is kept. Returns what was moved, and
 * the note that names the new cluster. Throws a BackupError and changes nothing when it cannot.
 */
export async function moveDatabase(input: MoveInput): Promise<SavedDatabase & { readonly note: string }> {
  const { clusters, log, checkpoint } = input;
  const { older, newer, majors } = clusters;
  const folder = moveDraftOf(newer.dataDir);
  try {
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { mode: 0o700 });
    log(`Reading the database by PostgreSQL ${majors.older} …`);
    const saved = await whileRunning(older, (target) => save(target, folder, checkpoint));
    checkpoint();
    log(`Writing it by PostgreSQL ${majors.newer} …`);
    await makeNewerCluster(clusters);
    await whileRunning(newer, (target) => load(target, folder, saved, input));
    checkpoint();
    return { ...saved, note: switchToNewerCluster(clusters) };
  } catch (error) {
    await dropNewerCluster(clusters);
    throw toBackupError(error, folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function whileRunning<T>(server: Server, work: (target: EmbeddedTarget) => Promise<T>): Promise<T> {
  const cluster = await startCluster(server).catch((error: unknown) => {
    throw new BackupError(`${firstLine(error)} Nothing has changed.`, { cause: error });
  });
  try {
    return await work(cluster.target);
  } finally {
    await cluster.stop();
  }
}

async function save(target: EmbeddedTarget, folder: string, checkpoint: () => void): Promise<SavedDatabase> {
  const client = await connect(target);
  try {
    return await withSnapshot(client, () => saveDatabase(client, folder, checkpoint));
  } finally {
    await client.end();
  }
}

async function load(
  target: EmbeddedTarget,
  folder: string,
  manifest: SavedDatabase,
  { createQueues, createSandbox, checkpoint }: MoveInput,
): Promise<void> {
  const client = await connect(target);
  const into: DatabaseInput = {
    folder,
    manifest,
    target,
    createQueues: (extra) => createQueues(target, extra),
    createSandbox: () => createSandbox(target),
    checkpoint,
  };
  try {
    await assertEmpty(client, manifest);
    await restoreDatabase(client, into);
  } finally {
    await client.end();
  }
  await migrate(target).catch((error: unknown) => {
    throw new BackupError(
      `The database cannot be brought up to date: ${firstLine(error)}. Nothing has changed.`,
      { cause: error },
    );
  });
}

function toBackupError(error: unknown, folder: string): unknown {
  if (isDiskFull(error))
    return new BackupError(`There is no room left in ${folder}; nothing has changed.`, { cause: error });
  if (error instanceof LoadError)
    return new BackupError(`${error.message} Nothing has changed.`, { cause: error });
  return error;
}
