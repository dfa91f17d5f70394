import path from 'node:path';
import type { Client } from 'pg';
import { connect } from '../../db/backup/connect.ts';
import { migrationsOf } from '../../db/backup/catalog.ts';
import { inTransaction, isInUse, tableWithRows } from '../../db/backup/empty.ts';
import { copyIn, digest } from '../../db/backup/copy.ts';
import { insertStaged, JOBS_TABLE, makeStage, stagedQueues } from '../../db/backup/jobs.ts';
import { repin } from '../../db/backup/pins.ts';
import { checkLoaded, loadTables, LoadError, setSequences } from '../../db/backup/load.ts';
import type { DatabaseTarget } from '../../db/target.ts';
import { migrate, migrateTo } from '../../db/migrate.ts';
import type { Storage } from '../../ctx/storage.ts';
import { isDiskFull } from '../../lib/data-dir.ts';
import { BackupError } from './backup-error.ts';
import { tableFile, type SavedFile } from './layout.ts';
import type { Manifest } from './manifest.ts';
import { expectFiles, expectNoFiles, removeFiles, restoreFiles } from './restore-files.ts';

/** Where a backup goes: a place that is empty. */
export interface RestoreInput {
  readonly folder: string;
  /** As verifyBackup read it. */
  readonly manifest: Manifest;
  readonly target: DatabaseTarget;
  readonly storage: Storage;
  /** Makes the queues of this release and those named besides. */
  readonly makeQueues: (besides: readonly string[]) => Promise<void>;
  /** Called between two steps; what it throws ends the restore. */
  readonly between: () => void;
}

/**
 * Restores a backup that was verified: rows, waiting jobs and files, each held against what the backup says of it before anything
 * counts; then the migrations of after the backup. Throws a BackupError, and takes back what it did, when that cannot be.
 */
export async function restoreBackup(input: RestoreInput): Promise<void> {
  const { folder, manifest, target, storage, between } = input;
  const { files } = manifest;
  const client = await connect(target);
  try {
    await expectEmpty(client, manifest);
    if (files.kind === 'copied') await expectNoFiles(storage);
    else await expectFiles(storage, folder, between);
    await migrateTo(target, manifest.migrations);
    await input.makeQueues([]);
    between();
    try {
      await inTransaction(client, async () => {
        await load(client, input);
        const pin = await repin(client);
        const stored = (file: SavedFile): Promise<void> => pin(file.key, file.etag);
        if (files.kind === 'copied') await restoreFiles(storage, folder, stored, between);
      });
    } catch (error) {
      if (files.kind === 'copied') await removeFiles(storage, folder).catch(() => {});
      throw error;
    }
  } catch (error) {
    throw inWords(error);
  } finally {
    await client.end();
  }
  await migrate(target);
}

async function load(client: Client, { folder, manifest, makeQueues, between }: RestoreInput): Promise<void> {
  const fileOf = ({ name }: { name: string }): string => {
    between();
    return path.join(folder, tableFile(name));
  };
  const tables = manifest.tables.filter(({ name }) => name !== JOBS_TABLE);
  const jobs = manifest.tables.find(({ name }) => name === JOBS_TABLE);
  await loadTables(client, tables, fileOf);
  await setSequences(client, manifest.sequences);
  if (jobs === undefined) return;
  const stage = await makeStage(client, jobs.columns);
  await copyIn(client, stage, fileOf(jobs));
  checkLoaded(jobs, await digest(client, stage));
  await makeQueues(await stagedQueues(client));
  const inserted = await insertStaged(client, jobs.columns);
  if (inserted !== jobs.rows)
    throw new LoadError(`${inserted} of ${jobs.rows} waiting jobs could be put back.`);
}

/** Throws a BackupError unless nothing would be lost or mixed: no rows, no other schema, nobody connected. */
async function expectEmpty(client: Client, { migrations }: Manifest): Promise<void> {
  if (await isInUse(client))
    throw new BackupError(
      'Talkback runs on this database. Stop it first; a restore takes an empty database.',
    );
  const filled = await tableWithRows(client);
  if (filled !== null)
    throw new BackupError(
      `The database is not empty: ${filled} has rows. A restore takes an empty database.`,
    );
  const wanted = new Set(migrations.map(({ name }) => name));
  if ((await migrationsOf(client)).some(({ name }) => !wanted.has(name)))
    throw new BackupError(
      'The database has no rows, but the tables of a later release than the backup is of. Give the restore a new database.',
    );
}

function inWords(error: unknown): unknown {
  if (isDiskFull(error))
    return new BackupError('There is no room left where the backup is restored to; nothing of it was kept.', {
      cause: error,
    });
  if (error instanceof LoadError)
    return new BackupError(`${error.message} Nothing was restored.`, { cause: error });
  return error;
}
