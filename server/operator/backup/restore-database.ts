import path from 'node:path';
import type { Client } from 'pg';
import { migrationsOf } from '../../db/backup/catalog.ts';
import { inTransaction, isInUse, findNonEmptyTable } from '../../db/backup/empty.ts';
import { copyIn, digest } from '../../db/backup/copy.ts';
import { insertStaged, JOBS_TABLE, createStagingTable, queuesOfStaged } from '../../db/backup/jobs.ts';
import { isSandboxTable, loadSandbox } from '../../db/backup/sandbox.ts';
import { checkLoaded, loadTables, LoadError, setSequences } from '../../db/backup/load.ts';
import type { DatabaseTarget } from '../../db/target.ts';
import { migrateTo } from '../../db/migrate.ts';
import { BackupError } from './backup-error.ts';
import { tablePath } from './layout.ts';
import type { Manifest } from './manifest.ts';

/** What saveDatabase returned. */
export type SavedDatabase = Pick<Manifest, 'migrations' | 'tables' | 'sequences'>;

/** Saved rows and their target. */
export interface DatabaseInput {
  readonly folder: string;
  readonly manifest: SavedDatabase;
  readonly target: DatabaseTarget;
  /** Creates the queues of this release and the `extra` ones. */
  readonly createQueues: (extra: readonly string[]) => Promise<void>;
  /** Creates the empty tables of a demo's payment sandbox. */
  readonly createSandbox: () => Promise<void>;
  /** Called between steps; an error that it throws aborts. */
  readonly checkpoint: () => void;
}

/**
 * Loads saved rows and waiting jobs into an empty database at the migrations that they are of, comparing each table with
 * its checksum; then does `more` in the same transaction. Throws a LoadError.
 */
export async function restoreDatabase(
  client: Client,
  input: DatabaseInput,
  more: () => Promise<void> = async () => {},
): Promise<void> {
  const { manifest, target } = input;
  await migrateTo(target, manifest.migrations);
  await input.createQueues([]);
  if (manifest.tables.some(isSandboxTable)) await input.createSandbox();
  input.checkpoint();
  await inTransaction(client, async () => {
    await loadDatabase(client, input);
    await more();
  });
}

async function loadDatabase(
  client: Client,
  { folder, manifest, createQueues, checkpoint }: DatabaseInput,
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
  const staged = await digest(client, stage);
  checkLoaded(jobs, staged);
  await createQueues(await queuesOfStaged(client));
  const inserted = await insertStaged(client, jobs.columns);
  if (inserted !== staged.rows)
    throw new LoadError(`${inserted} of ${staged.rows} waiting jobs could be put back.`);
}

/** Throws a BackupError unless the database has no rows, no later schema and no connected server. */
export async function assertEmpty(client: Client, { migrations }: SavedDatabase): Promise<void> {
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
