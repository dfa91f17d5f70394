import type { Client } from 'pg';
import { tableName, tablesOf, type Table } from './catalog.ts';
import { copyIn, digest } from './copy.ts';
import { checkLoaded, matchTable, type TableToLoad } from './load.ts';

/** What a demo's payment sandbox holds in place of each provider (docs/operating.md#paying). */
const SCHEMAS = ['sandbox_paypal', 'sandbox_stripe'] as const;

/** The sandbox's tables; none where no sandbox has run. */
export async function sandboxTables(client: Client): Promise<Table[]> {
  const tables: Table[] = [];
  for (const schema of SCHEMAS) tables.push(...(await tablesOf(client, schema)));
  return tables;
}

export const isSandboxTable = ({ name }: { readonly name: string }): boolean =>
  SCHEMAS.some((schema) => name.startsWith(`${schema}.`));

/** Fills the sandbox's empty tables in the caller's transaction, and compares each sum. */
export async function loadSandbox(
  client: Client,
  tables: readonly TableToLoad[],
  fileOf: (table: TableToLoad) => string,
): Promise<void> {
  const existing = new Map((await sandboxTables(client)).map((table) => [table.name, table]));
  for (const table of tables) {
    const target = matchTable(existing.get(table.name), table);
    await copyIn(client, target, fileOf(table));
    checkLoaded(table, await digest(client, target));
  }
  await continueSequences(client);
}

/** Numbers go on after the greatest one. */
async function continueSequences(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; column: string }>(
    `select table_schema || '.' || table_name as name, column_name as column from information_schema.columns
     where table_schema = any ($1) and is_identity = 'YES'`,
    [SCHEMAS],
  );
  for (const { name, column } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce((select max(${column}) from ${tableName(name)}), 0) + 1, false)`,
      [name, column],
    );
}
