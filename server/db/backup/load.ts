import { escapeIdentifier, type Client } from 'pg';
import { tablesOf, type Sequence, type Table } from './catalog.ts';
import { copyIn, digest, type Copied } from './copy.ts';

/** A table of a backup. */
export interface TableToLoad extends Copied {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Rows cannot be loaded or differ from the backup; the message says why. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
}

/**
 * Fills empty tables in the caller's transaction, without foreign keys and triggers, and compares each sum
 * (docs/decisions/0015-back-up-table-by-table.md).
 */
export async function loadTables(
  client: Client,
  tables: readonly TableToLoad[],
  fileOf: (table: TableToLoad) => string,
): Promise<void> {
  const existing = new Map((await tablesOf(client)).map((table) => [table.name, table]));
  const pairs = tables.map((table) => [table, matchTable(existing.get(table.name), table)] as const);
  const missing = [...existing.keys()].filter((name) => !tables.some((table) => table.name === name));
  if (missing.length > 0) throw new LoadError(`The backup lacks tables: ${missing.join(', ')}.`);
  if (existing.size > 0)
    await client.query(`truncate ${[...existing.keys()].map(escapeIdentifier).join(', ')}`);

  const foreignKeys = await dropForeignKeys(client);
  const triggers = await disableTriggers(client);
  for (const [table, target] of pairs) await copyIn(client, target, fileOf(table));
  for (const statement of foreignKeys) await client.query(statement);
  for (const statement of triggers) await client.query(statement);
  for (const [table, target] of pairs) checkLoaded(table, await digest(client, target));
}

/** Throws a LoadError when a table differs from its backup. By the sum alone: older backups may have a wrong count. */
export function checkLoaded(saved: TableToLoad, loaded: Copied): void {
  if (loaded.sha256 === saved.sha256) return;
  throw new LoadError(
    `${saved.name} is not what it was: ${loaded.rows} rows of ${saved.rows}, or other values.`,
  );
}

/** The table that a backup's is loaded into. Throws a LoadError when it is not the same. */
export function matchTable(existing: Table | undefined, saved: TableToLoad): Table {
  if (existing !== undefined && existing.columns.join() === saved.columns.join()) return existing;
  throw new LoadError(`The table ${saved.name} of the backup is none that its migrations make.`);
}

export async function setSequences(client: Client, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, lastValue, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      escapeIdentifier(name),
      lastValue,
      isCalled,
    ]);
}

/** Drops all foreign keys; the result adds them again. */
async function dropForeignKeys(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name,
       pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace
     order by 1, 2`,
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows.map(
    ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
  );
}

/** Disables enabled triggers; the result enables them again. */
async function disableTriggers(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select tgrelid::regclass::text as table, quote_ident(tgname) as name
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not tgisinternal and tgparentid = 0 and tgenabled = 'O'
       and c.relnamespace = current_schema()::regnamespace
     order by 1, 2`,
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} disable trigger ${name}`);
  return rows.map(({ table, name }) => `alter table ${table} enable trigger ${name}`);
}
