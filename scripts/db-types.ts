/** Writes server/db/tables.ts from a migrated database: `npm run db:types -- <connection string>`. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Client } from 'pg';

interface Column {
  table_name: string;
  column_name: string;
  udt_name: string;
  is_nullable: 'YES' | 'NO';
  column_default: string | null;
  is_identity: 'YES' | 'NO';
  is_generated: 'ALWAYS' | 'NEVER';
}

const TYPES: Readonly<Record<string, string>> = {
  uuid: 'string',
  text: 'string',
  _text: 'string[]',
  _uuid: 'string[]',
  bit: 'string',
  time: 'string',
  date: 'string',
  tstzrange: 'string',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  bool: 'boolean',
  bytea: 'Buffer',
  timestamptz: 'Temporal.Instant',
  json: 'Json',
  jsonb: 'Json',
};

const client = new Client({ connectionString: process.argv[2] });
await client.connect();
const columns = await client.query<Column>(
  `select table_name, column_name, udt_name, is_nullable, column_default, is_identity, is_generated
   from information_schema.columns join information_schema.tables using (table_schema, table_name)
   where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name, ordinal_position`,
);
const checks = await client.query<{ table_name: string; definition: string }>(
  `select conrelid::regclass::text as table_name, pg_get_constraintdef(oid) as definition
   from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`,
);
await client.end();

/** `check (role in ('client', …))` becomes a union of its values. */
const unions = new Map<string, string>();
for (const { table_name, definition } of checks.rows) {
  const found = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.+)\]\)\)\)$/.exec(definition);
  if (found === null) continue;
  const values = [...(found[2] ?? '').matchAll(/'([^']*)'::text/g)].map((match) => `'${match[1]}'`);
  unions.set(`${table_name}.${found[1]}`, values.join(' | '));
}

function typeOf(column: Column): string {
  const base = unions.get(`${column.table_name}.${column.column_name}`) ?? TYPES[column.udt_name];
  if (base === undefined)
    throw new Error(`no type for ${column.table_name}.${column.column_name}: ${column.udt_name}`);
  const type = column.is_nullable === 'YES' ? `${base} | null` : base;
  if (column.is_generated === 'ALWAYS') return `GeneratedAlways<${type}>`;
  if (column.is_identity === 'YES') return `GeneratedAlways<${type}>`;
  if (column.column_default === null) return type;
  return base === 'Json' ? 'DefaultJson' : `Generated<${type}>`;
}

const tables = Map.groupBy(columns.rows, (column) => column.table_name);
const interfaces = [...tables].map(
  ([table, list]) =>
    `  ${table}: {\n${list.map((column) => `    ${column.column_name}: ${typeOf(column)};`).join('\n')}\n  };`,
);
writeFileSync(
  'server/db/tables.ts',
  `// Written by scripts/db-types.ts from the migrated database. Change a migration, then run it again.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** A jsonb column: read as it was written, written as JSON text. */
export type Json = ColumnType<unknown, string, string>;

/** The same with a default: it may be left out of an insert. */
export type DefaultJson = ColumnType<unknown, string | undefined, string>;

/** Every table, as Kysely reads and writes it. */
export interface Tables {\n${interfaces.join('\n')}\n}\n`,
);
execFileSync('npx', ['oxfmt', 'server/db/tables.ts'], { stdio: 'inherit' });
