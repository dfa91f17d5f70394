import path from 'node:path';
import type { Client } from 'pg';
import { connect } from '../../db/backup/connect.ts';
import { migrationsOf } from '../../db/backup/catalog.ts';
import { inTransaction, isInUse, findNonEmptyTable } from '../../db/backup/empty.ts';
import { copyIn, digest } from '../../db/backup/copy.ts';
import { insertStaged, JOBS_TABLE, createStagingTable, queuesOfStaged } from '../../db/backup/jobs.ts';
import { isSandboxTable, loadSandbox } from '../../db/backup/sandbox.ts';
import { preparePinUpdate } from '../../db/backup/pins.ts';
import { checkLoaded, loadTables, LoadError, setSequences } from '../../db/backup/load.ts';
import type { DatabaseTarget } from '../../db/target.ts';
import { migrate, migrateTo } from '../../db/migrate.ts';
import type { Storage } from '../../ctx/storage.ts';
import { isDiskFull } from '../../lib/data-dir.ts';
import { BackupError } from './backup-error.ts';
import { tablePath, type SavedFile } from './layout.ts';
import type { Manifest } from './manifest.ts';
import { assertFilesUnchanged, assertNoFiles, removeFiles, restoreFiles } from './restore-files.ts';

/** A verified backup and its target, which must be empty. */
export interface RestoreInput {
  readonly folder: string;
  /** As returned by verifyBackup. */
  readonly manifest: Manifest;
  readonly target: DatabaseTarget;
  readonly storage: Storage;
  /** Creates the queues of this release and the `extra` ones. */
  readonly createQueues: (extra: readonly string[]) => Promise<void>;
  /** Creates the empty tables of a demo's payment sandbox. */
  readonly createSandbox: () => Promise<void>;
  /** Called between steps; an error that it throws aborts the restore. */
  readonly checkpoint: () => void;
}

/**
 * Restores rows, waiting jobs and files, comparing each with its checksum before committing, then applies later
 * migrations. Throws a BackupError and undoes everything on failure.
 */
export async function restoreBackup(input: RestoreInput): Promise<void> {
  const { folder, manifest, target, storage, checkpoint } = input;
  const { files } = manifest;
  const client = await connect(target);
  try {
    await assertEmpty(client, manifest);
    if (files.kind === 'copied') await assertNoFiles(storage);
    else await assertFilesUnchanged(storage, folder, checkpoint);
    await migrateTo(target, manifest.migrations);
    await input.createQueues([]);
    if (manifest.tables.some(isSandboxTable)) await input.createSandbox();
    checkpoint();
    try {
      await inTransaction(client, async () => {
        await loadDatabase(client, input);
        const updatePin = await preparePinUpdate(client);
        const onStored = (file: SavedFile): Promise<void> => updatePin(file.key, file.etag);
        if (files.kind === 'copied') await restoreFiles(storage, folder, onStored, checkpoint);
      });
    } catch (error) {
      if (files.kind === 'copied') await removeFiles(storage, folder).catch(() => {});
      throw error;
    }
  } catch (error) {
    throw toBackupError(error);
  } finally {
    await client.end();
  }
  await migrate(target);
}

async function loadDatabase(
  client: Client,
  { folder, manifest, createQueues, checkpoint }: RestoreInput,
): Promise<void> {
  const fileOf = ({ name }: { name: string }): string => {
    checkpoint();
    return path.join(folder, tablePath(name));
  };
  const tables = manifest.tables.filter((table) => table.name !== JOBS_TABLE && !isSandboxTable(table));
  const jobs = manifest.tables.find(({ name }) => name === JOBS_TABLE);
  await loadTables(client, tables, fileOf);
  await setSequences(client, manifest.sequences);
  await loadSandbox(client, manifest.tables.filter(isSandboxTable), fileOf);
  if (jobs === undefined) return;
  const stage = await createStagingTable(client, jobs.columns);
  await copyIn(client, stage, fileOf(jobs));
  checkLoaded(jobs, await digest(client, stage));
  await createQueues(await queuesOfStaged(client));
  const inserted = await insertStaged(client, jobs.columns);
  if (inserted !== jobs.rows)
    throw new LoadError(`${inserted} of ${jobs.rows} waiting jobs could be put back.`);
}

/** Throws a BackupError unless the database has no rows, no later schema and no connected server. */
async function assertEmpty(client: Client, { migrations }: Manifest): Promise<void> {
  if (await isInUse(client))
    throw new BackupError(
      'Talkback runs on this database. Stop it first; a restore takes an empty database.',
    );
  const filled = await findNonEmptyTable(client);
  if (filled !== null)
    throw new BackupError(
      `The database is not empty: ${filled} has rows. A restore takes an empty database.`,
    );
  const names = new Set(migrations.map(({ name }) => name));
  if ((await migrationsOf(client)).some(({ name }) => !names.has(name)))
    throw new BackupError(
      'The database has no rows, but the tables of a later release than the backup is of. Give the restore a new database.',
    );
}

function toBackupError(error: unknown): unknown {
  if (isDiskFull(error))
    return new BackupError('There is no room left where the backup is restored to; nothing of it was kept.', {
      cause: error,
    });
  if (error instanceof LoadError)
    return new BackupError(`${error.message} Nothing was restored.`, { cause: error });
  return error;
}
