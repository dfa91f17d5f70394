import { escapeIdentifier, type Client } from 'pg';

/** A table as COPY reads and writes it. */
export interface Table {
  readonly name: string;
  /** Without generated columns. */
  readonly columns: readonly string[];
  /** The query of the copied rows, in an order that any PostgreSQL repeats. */
  readonly rows: string;
}

/** A sequence and its value, including those of identity columns. */
export interface Sequence {
  readonly name: string;
  /** A 64-bit number. */
  readonly lastValue: string;
  readonly isCalled: boolean;
}

/** Applied migrations are listed by name instead: a restore applies them. */
const NOT_COPIED = ['applied_sql'];

/**
 * All tables by name, without those of extensions; of another schema than the studio's, with its name in front. A
 * schema that is not there has none.
 */
export async function tablesOf(client: Client, schema: string | null = null): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; key: string[] }>(
    `select c.relname::text as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum) as columns,
       array(select quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end
         from pg_index i, unnest(i.indkey) with ordinality k (attnum, place)
           join pg_attribute a on a.attnum = k.attnum
         where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid order by k.place) as key
     from pg_class c
     where c.relnamespace = to_regnamespace(coalesce($2, current_schema())) and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all ($1)
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by c.relname collate "C"`,
    [NOT_COPIED, schema],
  );
  const prefix = schema === null ? '' : `${schema}.`;
  return rows.map(({ name, columns, key }) => ({
    name: prefix + name,
    columns,
    rows: rowsOf(prefix + name, columns, key),
  }));
}

function rowsOf(name: string, columns: readonly string[], key: readonly string[]): string {
  const order =
    key.length > 0 ? key : columns.map((column) => `${escapeIdentifier(column)}::text collate "C"`);
  return `select ${columnList(columns)} from ${tableName(name)} order by ${order.join(', ')}`;
}

/** A table's name for SQL, with its schema's where it has one. */
export const tableName = (name: string): string => name.split('.').map(escapeIdentifier).join('.');

export const columnList = (columns: readonly string[]): string => columns.map(escapeIdentifier).join(', ');

/** As pg_dump does: no table can be dropped or altered during the copy. No request waits for it. */
export async function lockTables(client: Client, tables: readonly Table[]): Promise<void> {
  const names = tables.map(({ name }) => tableName(name)).join(', ');
  await client.query(`lock table ${names} in access share mode`);
}

export async function sequencesOf(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S' order by c.relname collate "C"`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const { rows: states } = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${escapeIdentifier(name)}`,
    );
    for (const state of states)
      sequences.push({ name, lastValue: state.last_value, isCalled: state.is_called });
  }
  return sequences;
}

/** An applied migration with the hash of its text. */
export interface Migration {
  readonly name: string;
  readonly hash: string;
}

/** Applied migrations; empty for a new database. */
export async function migrationsOf(client: Client): Promise<Migration[]> {
  const { rows: tables } = await client.query<{ has_table: boolean }>(
    `select to_regclass('applied_sql') is not null as has_table`,
  );
  if (tables[0]?.has_table !== true) return [];
  const { rows } = await client.query<Migration>(
    `select name, hash from applied_sql where name not like 'view:%' order by name collate "C"`,
  );
  return rows;
}
