import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect } from 'vitest';
import { fail, ok } from '#shared/lib/result.ts';
import { openDatabase } from './database.ts';
import { pipeliningClient, together } from './pipeline.ts';
import { transaction, type Db } from './transaction.ts';
import { roundTrips } from '#test/api/round-trips.ts';
import { test as base } from '#test/api/test.ts';

const NOW = Temporal.Instant.from('2026-11-21T12:00:00Z');

const test = base
  .extend('db', { scope: 'file' }, ({ database }, { onCleanup }) => {
    const db = openDatabase(database.url, { max: 1 });
    onCleanup(() => db.destroy());
    return db;
  })
  /** A table of numbers, empty for each test. */
  .extend('numbers', async ({ db }) => {
    await sql`create table if not exists numbers (n integer)`.execute(db);
    await sql`truncate numbers`.execute(db);
    const ctx = { db, now: NOW };
    return {
      ctx,
      add: (to: Db, n: number) => sql`insert into numbers values (${n})`.execute(to),
      all: async (of: Db = db) =>
        (await sql<{ n: number }>`select n from numbers order by n`.execute(of)).rows.map(({ n }) => n),
    };
  });

const divide = (db: Db, by: number) => sql`select 10 / ${by}::integer`.execute(db);

describe('a transaction', () => {
  test('begins with its first reads, and each of them sees what was sent before it', async ({ numbers }) => {
    const { ctx, add, all } = numbers;
    const trips = await roundTrips(() =>
      transaction(ctx, async (tx) => {
        expect(await all(tx)).toEqual([]);
        const [, first, , second] = await together([add(tx, 1), all(tx), add(tx, 2), all(tx)]);
        expect([first, second]).toEqual([[1], [1, 2]]);
        return ok(true);
      }),
    );
    expect(trips.map((statements) => statements.length)).toEqual([2, 4, 1]);
    expect(await all()).toEqual([1, 2]);
  });

  test('that begins with a write waits until it has begun', async ({ numbers }) => {
    const { ctx, add, all } = numbers;
    const trips = await roundTrips(() =>
      transaction(ctx, async (tx) => {
        const [, seen] = await together([add(tx, 1), all(tx)]);
        return ok(expect(seen).toEqual([1]));
      }),
    );
    expect(trips[0]).toEqual(['begin']);
    expect(trips).toHaveLength(3);
  });

  test('that is refused leaves nothing of what was sent together', async ({ numbers }) => {
    const { ctx, add, all } = numbers;
    await transaction(ctx, async (tx) => {
      await together([add(tx, 1), add(tx, 2)]);
      return fail('refused');
    });
    expect(await all()).toEqual([]);
  });

  test('fails with the error that the others follow from, wherever it stands', async ({ numbers }) => {
    const { ctx, add, all } = numbers;
    const failing = transaction(ctx, async (tx) => {
      const late = async (): Promise<void> => {
        await divide(tx, 0);
      };
      await together([add(tx, 1), late(), add(tx, 2), all(tx)]);
      return ok(true);
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect(await all()).toEqual([]);
  });

  test('whose error was caught is not committed', async ({ numbers }) => {
    const { ctx, add, all } = numbers;
    const failing = transaction(ctx, async (tx) => {
      await Promise.allSettled([add(tx, 1), divide(tx, 0)]);
      return ok(true);
    });
    await expect(failing).rejects.toThrow('rolled back instead');
    expect(await all()).toEqual([]);
  });

  test('takes no statement after its end', async ({ numbers }) => {
    const { ctx, all } = numbers;
    let late: (() => Promise<number[]>) | undefined;
    await transaction(ctx, async (tx) => {
      late = () => all(tx);
      return ok(true);
    });
    await expect(late?.()).rejects.toThrow('committed');
  });

  test('of a lost connection loses all that was sent, and the next one works', async ({ numbers }) => {
    const { ctx, add, all } = numbers;
    const outcomes: string[] = [];
    const lost = transaction(ctx, async (tx) => {
      const sent = [
        add(tx, 1),
        sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx),
        add(tx, 2),
        all(tx),
      ];
      for (const { status } of await Promise.allSettled(sent)) outcomes.push(status);
      await together(sent);
      return ok(true);
    });
    await expect(lost).rejects.toThrow(/connection|client/i);
    expect(outcomes.slice(1)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await all()).toEqual([]);
  });
});

test('a begin that fails runs no write, and reads fail with it', async ({ database, numbers }) => {
  class NeverBegins extends Client {
    override query(...args: unknown[]): never {
      const send = super.query.bind(this) as (...args: unknown[]) => unknown;
      return (args[0] === 'begin' ? send('select 1 / 0') : send(...args)) as never;
    }
  }
  const Pipelining = pipeliningClient(NeverBegins);
  const client = new Pipelining({ connectionString: database.url, pipeline: true });
  await client.connect();
  const begun = client.query('begin');
  const sent = [client.query('select 1'), client.query('insert into numbers values (1)')];
  for (const one of [begun, ...sent]) await expect(one).rejects.toThrow('division by zero');
  expect(await numbers.all()).toEqual([]);
  // Afterwards the connection is as before.
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await client.end();
});
