import fs from 'node:fs';
import path from 'node:path';
import type { Client } from 'pg';
import { lockTables, migrationsOf, sequencesOf, tablesOf } from '../../db/backup/catalog.ts';
import { copyOut } from '../../db/backup/copy.ts';
import { waitingJobs } from '../../db/backup/jobs.ts';
import { sandboxTables } from '../../db/backup/sandbox.ts';
import { BackupError } from './backup-error.ts';
import { tablePath } from './layout.ts';
import type { Manifest, SavedTable } from './manifest.ts';

/** Writes every table, a payment sandbox's too, into the folder, in the connection's snapshot. */
export async function saveDatabase(
  client: Client,
  folder: string,
  checkpoint: () => void,
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences'>> {
  const migrations = await migrationsOf(client);
  if (migrations.length === 0) throw new BackupError('There is nothing to back up: the database is empty.');
  const studioTables = [...(await tablesOf(client)), ...(await sandboxTables(client))];
  const jobs = await waitingJobs(client);
  await lockTables(client, studioTables);
  fs.mkdirSync(path.join(folder, 'database'), { mode: 0o700 });
  const tables: SavedTable[] = [];
  for (const table of jobs === null ? studioTables : [...studioTables, jobs]) {
    checkpoint();
    const copied = await copyOut(client, table, path.join(folder, tablePath(table.name)));
    tables.push({ name: table.name, columns: [...table.columns], ...copied });
  }
  return { migrations, tables, sequences: await sequencesOf(client) };
}
