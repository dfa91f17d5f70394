import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { fixed } from './fixed.ts';
import { openDatabase } from './database.ts';
import { test as base } from '#test/api/test.ts';

const test = base.extend('db', { scope: 'file' }, ({ database }, { onCleanup }) => {
  const db = openDatabase(database.url, { max: 1 });
  onCleanup(() => db.destroy());
  return db;
});

interface Flag {
  readonly key: string;
  readonly value: string;
}

const NOW = Temporal.Instant.from('2026-11-21T12:00:00Z');

test('a fixed query is built once where it is not compared, and sent with the arguments of each call', async ({
  db,
}) => {
  const build = vi.fn<(args: Flag) => void>();
  const put = fixed((on, { key, value }: Flag) => {
    build({ key, value });
    return on
      .insertInto('flags')
      .values({ value, key, updated_at: NOW })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: NOW }));
  });
  const find = fixed((on, { key }: { key: string }) =>
    on.selectFrom('flags').select(['key', 'value']).where('key', '=', key),
  );
  for (const [key, value] of [
    ['one', 'true'],
    ['two', 'false'],
    ['one', 'false'],
  ] as const)
    expect(await put.count(db, { key, value })).toBe(1);
  expect(await find.first(db, { key: 'one' })).toEqual({ key: 'one', value: false });
  expect(await find.all(db, { key: 'two' })).toEqual([{ key: 'two', value: false }]);
  expect(await find.first(db, { key: 'three' })).toBeUndefined();
  // Once with places, then for each call to compare: tests do not run as people do.
  expect(build).toHaveBeenCalledTimes(4);
});

test('a piece of SQL may have an argument twice, and arrays', async ({ db }) => {
  const within = fixed(
    (_, { n, of }: { n: number; of: readonly number[] }) =>
      sql<{ n: number; has: boolean }>`select ${n}::integer as n, ${n} = any(${of}::integer[]) as has`,
  );
  expect(await within.first(db, { n: 2, of: [1, 2] })).toEqual({ n: 2, has: true });
  expect(await within.first(db, { n: 3, of: [] })).toEqual({ n: 3, has: false });
});

test('what computes with an argument is refused', async ({ db }) => {
  const refused = [
    fixed((_, { n }: { n: number }) => sql`select ${n + 1}::integer`),
    fixed((_, { n }: { n: number }) => sql`select ${String(n)}::text`),
    fixed((_, { n }: { n: number }) => sql`select ${JSON.stringify(n)}::json`),
    fixed((_, args: { n: number }) => sql`select ${Object.values(args).length}::integer`),
  ];
  for (const query of refused) await expect(query.all(db, { n: 1 })).rejects.toThrow('a fixed query');
});

test('what decides by an argument, or makes a value of its own, is noticed at the call that differs', async ({
  db,
}) => {
  const byValue = fixed((on, { key }: { key: string | null }) => {
    const all = on.selectFrom('flags').select('key');
    return key === null ? all : all.where('key', '=', key);
  });
  expect(await byValue.all(db, { key: 'none' })).toEqual([]);
  await expect(byValue.all(db, { key: null })).rejects.toThrow('depends on its arguments');

  const byList = fixed((on, { keys }: { keys: string[] }) =>
    on.selectFrom('flags').select('key').where('key', 'in', keys),
  );
  await expect(byList.all(db, { keys: ['one', 'two'] })).rejects.toThrow('depends on its arguments');

  let made = 0;
  const ownValue = fixed((_, { n }: { n: number }) => sql`select ${n}::integer, ${(made += 1)}::integer`);
  await expect(ownValue.all(db, { n: 1 })).rejects.toThrow('depends on its arguments');
});
