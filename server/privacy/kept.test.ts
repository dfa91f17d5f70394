import { sql } from 'kysely';
import { expect } from 'vitest';
import { KEPT } from '#shared/privacy/rules-kept.ts';
import type { KeptTable } from '#shared/privacy/rules-kept-table.ts';
import { EXPORT_FILES } from './export/queries-files.ts';
import { test } from '#test/api/test.ts';

/** Tables without data of people. */
const NOT_PERSONAL: ReadonlySet<string> = new Set([
  'applied_sql',
  'backups',
  'billing_cursors',
  'billing_prices',
  'billing_tax_rates',
  'content_documents',
  'content_pictures',
  'daily_figures',
  'monthly_figures',
  'data_checks',
  'doomed_objects',
  'flags',
  'handled',
  'instruments',
  'invoice_numbers',
  'services',
  'settings',
  'shown_musicians',
]);

/** Columns that hold codes, keys or names of things in whichever table they are. */
const CODE_COLUMNS: ReadonlySet<string> = new Set([
  'mode',
  'provider',
  'kind',
  'state',
  'status',
  'phase',
  'role',
  'front',
  'purpose',
  'category',
  'ended',
  'price_id',
  'currency',
  'subscription_id',
  'provider_id',
  'customer_id',
  'folder',
  'content_type',
  'etag',
  'version',
  'template',
  'event',
  'from_status',
  'to_status',
  'slot_type',
  'side',
  'source',
  'zone',
]);

const TABLES = KEPT.flatMap(({ tables }) => tables);
const of = (table: string): KeptTable[] => TABLES.filter((kept) => kept.table === table);

/** Columns that the table of kept data names for a database table. */
function namedIn(table: string): Set<string> {
  return new Set(
    of(table).flatMap(({ of: found, only, erase, stays = [] }) => [
      'id' in found && !('through' in found) ? found.id : '',
      'through' in found ? found.through : '',
      'address' in found ? found.address : '',
      only?.column ?? '',
      ...(typeof erase === 'string' ? [] : Object.keys(erase)),
      ...stays,
    ]),
  );
}

const isWhollyDeleted = (table: string): boolean => of(table).every(({ erase }) => erase === 'rows');

test('every table of the database is in the table of kept data, or has nothing of people', async ({
  app,
}) => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(app.db);
  const known = new Set([...TABLES.map(({ table }) => table), ...NOT_PERSONAL]);
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...known].toSorted());
  expect(TABLES.filter(({ table }) => NOT_PERSONAL.has(table))).toEqual([]);
});

test('no table without data of people refers to one', async ({ app }) => {
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid in ('people'::regclass, 'musicians'::regclass)`.execute(app.db);
  expect(rows.map(({ name }) => name).filter((name) => NOT_PERSONAL.has(name))).toEqual([]);
});

test('every column that names a person, or holds words, is said to go or to stay', async ({ app }) => {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as "table", c.column_name as "column" from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and (
      c.udt_name in ('text', 'jsonb', 'json', 'bytea', '_text')
      or exists (select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
        where k.contype = 'f' and k.conrelid::regclass::text = c.table_name and a.attname = c.column_name
          and k.confrelid in ('people'::regclass, 'musicians'::regclass))
      or c.column_name ~ '^(person|musician|client|author|actor|operator|inviter|invitee)_id$')`.execute(
    app.db,
  );
  const missing = rows.filter(
    ({ table, column }) =>
      !NOT_PERSONAL.has(table) &&
      !isWhollyDeleted(table) &&
      !CODE_COLUMNS.has(column) &&
      !namedIn(table).has(column),
  );
  expect(missing).toEqual([]);
});

test('every table and column that is named exists', async ({ app }) => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public'`.execute(app.db);
  const known = new Set(rows.map(({ name }) => name));
  const named = TABLES.flatMap(({ table }) =>
    [...namedIn(table)].filter((column) => column !== '').map((column) => `${table}.${column}`),
  );
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test('every kind is in the download, or says why not', () => {
  const json = KEPT.flatMap(({ files }) => files).filter((file) => file.endsWith('.json'));
  expect(json.toSorted()).toEqual(Object.keys(EXPORT_FILES).toSorted());
  for (const { kind, files, notInDownload } of KEPT)
    expect([kind, files.length > 0 || notInDownload !== undefined]).toEqual([kind, true]);
});
