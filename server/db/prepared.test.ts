import { sql } from 'kysely';
import { Pool } from 'pg';
import { expect } from 'vitest';
import { ok } from '#shared/lib/result.ts';
import { openDatabase } from './database.ts';
import { preparingClient } from './prepared.ts';
import { transaction, type Db } from './transaction.ts';
import { test as base } from '#test/api/test.ts';

const NOW = Temporal.Instant.from('2026-11-21T12:00:00Z');
const read = async (from: Db) => (await sql`select * from notes where id = ${1}`.execute(from)).rows;
const test = base
  .extend('db', { scope: 'file' }, ({ database }, { onCleanup }) => {
    const db = openDatabase(database.url, { max: 1 });
    onCleanup(() => db.destroy());
    return db;
  })
  .extend('kept', { scope: 'file' }, ({ db }) => async (like: string): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_prepared_statements where statement like ${like}`.execute(db);
    return rows[0]?.n ?? 0;
  })
  .extend(
    'ask',
    { scope: 'file' },
    ({ db }) =>
      () =>
        sql<{ n: number }>`select ${3}::integer + 4 as n`.execute(db),
  )
  .extend(
    'divide',
    { scope: 'file' },
    ({ db }) =>
      (by: number) =>
        sql<{ n: number }>`select 10 / ${by}::integer as n`.execute(db),
  )
  .extend(
    'inTransaction',
    { scope: 'file' },
    ({ db }) =>
      () =>
        transaction({ db, now: NOW }, async (tx) => ok(await read(tx))),
  );

test('a statement is kept planned from the third time on that it is sent', async ({ kept, ask }) => {
  await ask();
  await ask();
  expect(await kept('select % + 4 as n')).toBe(0);
  for (let n = 0; n < 3; n += 1) expect((await ask()).rows).toEqual([{ n: 7 }]);
  expect(await kept('select % + 4 as n')).toBe(1);
});

test('no more than so many are kept, however many there are', async ({ database }) => {
  const pool = new Pool({ connectionString: database.url, max: 1, Client: preparingClient(2) });
  const client = await pool.connect();
  for (let n = 0; n < 5; n += 1)
    for (let time = 0; time < 4; time += 1) {
      const { rows } = await client.query<{ sum: number }>(`select $1::integer + ${n} as sum`, [10]);
      expect(rows).toEqual([{ sum: 10 + n }]);
    }
  const { rows } = await client.query('select statement from pg_prepared_statements');
  expect(rows).toHaveLength(2);
  client.release();
  await pool.end();
});

test('a statement that is refused is refused each time, and the connection goes on', async ({ divide }) => {
  for (let n = 0; n < 4; n += 1) await expect(divide(0)).rejects.toThrow('division by zero');
  expect((await divide(5)).rows).toEqual([{ n: 2 }]);
});

test('a table that gets a column meanwhile disturbs neither a call nor a transaction', async ({
  db,
  inTransaction,
}) => {
  await sql`create table notes (id integer)`.execute(db);
  await sql`insert into notes values (1)`.execute(db);
  for (let n = 0; n < 4; n += 1) expect(await read(db)).toEqual([{ id: 1 }]);

  await sql`alter table notes add column word text default 'new'`.execute(db);
  expect(await read(db)).toEqual([{ id: 1, word: 'new' }]);
  for (let n = 0; n < 4; n += 1) await read(db);

  await sql`alter table notes add column more text default 'newer'`.execute(db);
  expect(await inTransaction()).toEqual(ok([{ id: 1, word: 'new', more: 'newer' }]));
  expect(await inTransaction()).toEqual(ok([{ id: 1, word: 'new', more: 'newer' }]));
});
