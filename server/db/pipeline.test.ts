import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { fail, ok } from '#shared/lib/result.ts';
import { isDatabaseUnavailable } from './constraints.ts';
import { openDatabase } from './database.ts';
import { pipeliningClient, reading, together, WRITING_FUNCTIONS } from './pipeline.ts';
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

const readWidening = (db: Db) => sql<object>`select * from widening where n > ${0}`.execute(db);
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

  test('begins with its first write, and with both sees what was sent before', async ({ numbers }) => {
    const { ctx, add, all } = numbers;
    const trips = await roundTrips(() =>
      transaction(ctx, async (tx) => {
        const [, seen] = await together([add(tx, 1), all(tx)]);
        return ok(expect(seen).toEqual([1]));
      }),
    );
    expect(trips[0]?.slice(0, 2)).toEqual(['begin', expect.stringContaining('insert')]);
    expect(trips.map((statements) => statements.length)).toEqual([3, 1]);
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

  test('is retried when one of what was sent together is to be retried', async ({ numbers }) => {
    const { ctx, add, all } = numbers;
    let attempts = 0;
    await transaction(ctx, async (tx) => {
      attempts += 1;
      const conflict = sql`do $$ begin raise exception using errcode = '40001'; end $$`;
      await together([add(tx, 1), attempts === 1 ? conflict.execute(tx) : add(tx, 2), add(tx, 3)]);
      return ok(true);
    });
    expect([attempts, await all()]).toEqual([2, [1, 2, 3]]);
  });

  test('is retried when a plan of what was sent together is outdated', async ({ db, numbers }) => {
    const { ctx, add, all } = numbers;
    await sql`create table widening (n integer)`.execute(db);
    for (let use = 0; use < 4; use += 1) await readWidening(db);
    await sql`insert into widening values (1)`.execute(db);
    await sql`alter table widening add column more integer`.execute(db);
    const rows: object[][] = [];
    await transaction(ctx, async (tx) => {
      const [, wide] = await together([add(tx, 1), readWidening(tx), readWidening(tx), add(tx, 2)]);
      rows.push(wide.rows);
      return ok(true);
    });
    expect(rows).toEqual([[{ n: 1, more: null }]]);
    expect(await all()).toEqual([1, 2]);
  });

  test('runs nothing of a step that goes on after another has failed', async ({ numbers }) => {
    const { ctx, add, all } = numbers;
    const late = Promise.withResolvers<unknown>();
    const failing = transaction(ctx, async (tx) => {
      const goesOn = async (): Promise<void> => {
        await all(tx).catch(() => {});
        await add(tx, 2);
      };
      const going = goesOn();
      late.resolve(going.catch((error: unknown) => error));
      // Not `together`, which waits for all.
      await Promise.all([divide(tx, 0), going]);
      return ok(true);
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect(await late.promise).toBeInstanceOf(Error);
    expect(await all()).toEqual([]);
  });

  test('that ends with an answer on its way gives back a connection that answers in order', async ({
    numbers,
  }) => {
    const { ctx, add, all } = numbers;
    const sent: Promise<number[]>[] = [];
    for (let n = 1; n <= 3; n += 1) {
      await transaction(ctx, async (tx) => {
        void add(tx, n);
        sent.push(all(tx));
        return ok(true);
      });
      expect(await all()).toHaveLength(n);
    }
    expect(await Promise.all(sent)).toEqual([[1], [1, 2], [1, 2, 3]]);
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
    expect(isDatabaseUnavailable(await lost.catch((error: unknown) => error))).toBe(true);
    expect(outcomes.slice(1)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await all()).toEqual([]);
  });
});

test('a begin that fails runs no write, and reads fail with it', async ({ database, numbers }) => {
  const Pipelining = pipeliningClient();
  const client = new Pipelining({ connectionString: database.url, pipeline: true });
  await client.connect();
  const { connection } = client;
  const parse = connection.parse.bind(connection);
  connection.parse = (query, more) =>
    parse(query.text === 'begin' ? { ...query, text: 'select 1 / 0' } : query, more);
  const begun = client.query('begin');
  const sent = [client.query('select 1'), client.query('insert into numbers values ($1)', [1])];
  // Nor does a write that comes later, before the answer to `begin`.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  sent.push(client.query('insert into numbers values ($1)', [2]), client.query('select 2'));
  for (const one of [begun, ...sent]) await expect(one).rejects.toThrow('division by zero');
  // What does not know of it yet runs nothing either; its end makes the connection as it was before.
  for (const late of ['insert into numbers values (3)', 'select 1', 'commit'])
    await expect(client.query(late)).rejects.toThrow('division by zero');
  await client.query('rollback');
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  connection.parse = parse;
  await client.query('begin');
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await client.query('rollback');
  expect(await numbers.all()).toEqual([]);
  await client.end();
});

test('a write that comes before begin is answered, but after it was sent, waits for the answer', async ({
  numbers,
}) => {
  const { ctx, add, all } = numbers;
  const trips = await roundTrips(() =>
    transaction(ctx, async (tx) => {
      const first = all(tx);
      await new Promise<void>((resolve) => process.nextTick(resolve));
      const [, , seen] = await together([first, add(tx, 1), all(tx)]);
      return ok(expect(seen).toEqual([1]));
    }),
  );
  expect(trips.map((statements) => statements.length)).toEqual([2, 2, 1]);
});

test('a batch whose statement could not be prepared leaves the connection as it was', async ({
  database,
}) => {
  const client = new (pipeliningClient())({ connectionString: database.url, pipeline: true });
  await client.connect();
  const send = (name: string, text: string) => client.query({ name, text, values: [1] });
  const divide = 'select 1 / ($1::integer - 1) as n';
  for (let time = 0; time < 3; time += 1) {
    await client.query('begin');
    const sent = [
      send('one', 'select $1::integer as n'),
      send('half', divide),
      send('two', 'select $1 + 2 as n'),
    ];
    const outcomes = await Promise.allSettled(sent);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    await client.query('rollback');
  }
  for (let time = 0; time < 2; time += 1) {
    expect((await send('one', 'select $1::integer as n')).rows).toEqual([{ n: 1 }]);
    expect((await send('two', 'select $1 + 2 as n')).rows).toEqual([{ n: 3 }]);
    await expect(send('half', divide)).rejects.toThrow('division by zero');
  }
  await client.end();
});

test('an answer to a lock is not kept back until what was sent with it is answered', async ({
  db,
  numbers,
}) => {
  await numbers.add(db, 1);
  const order: string[] = [];
  await transaction(numbers.ctx, async (tx) => {
    const lock = sql`select n from numbers where n > ${0} for no key update`.execute(tx);
    const slow = sql`select pg_sleep(${0.2})`.execute(tx);
    const turns = setInterval(() => order.push('turn'), 10);
    await together([lock.then(() => order.push('lock')), slow.then(() => order.push('slow'))]);
    clearInterval(turns);
    return ok(true);
  });
  expect(order.slice(order.indexOf('lock'), order.indexOf('slow'))).toContain('turn');
});

test('a connection that breaks while it begins fails all that was sent, and what waits is not sent', async ({
  database,
  numbers,
}) => {
  const Pipelining = pipeliningClient();
  const client = new Pipelining({ connectionString: database.url, pipeline: true });
  client.on('error', () => {});
  await client.connect();
  const sent = [
    client.query('begin'),
    client.query('select 1'),
    client.query('insert into numbers values (1)'),
    client.query('commit'),
  ];
  client.connection.stream.destroy();
  for (const { status } of await Promise.allSettled(sent)) expect(status).toBe('rejected');
  await expect(client.query('rollback')).rejects.toThrow(/connection|client/i);
  expect(await numbers.all()).toEqual([]);
});

test('reads outside of a transaction share a connection and a round trip, also after one has failed', async ({
  db,
  numbers,
}) => {
  await numbers.add(db, 1);
  const both = () => reading(db, (one) => together([numbers.all(one), numbers.all(one)]));
  const trips = await roundTrips(async () => expect(await both()).toEqual([[1], [1]]));
  expect(trips.map((statements) => statements.length)).toEqual([2]);
  const failing = reading(db, (one) => together([divide(one, 0), numbers.all(one)]));
  await expect(failing).rejects.toThrow('division by zero');
  // Neither depends on the other.
  const alone = await reading(db, (one) => Promise.allSettled([divide(one, 0), numbers.all(one)]));
  expect(alone.at(1)).toEqual({ status: 'fulfilled', value: [1] });
  expect(await both()).toEqual([[1], [1]]);
});

test('functions that write are known, so that calling them waits for begin', async ({ db, numbers }) => {
  const { rows } = await sql<{ name: string }>`
    select distinct proname as name from pg_proc
    where pronamespace = current_schema()::regnamespace and provolatile = 'v' and prorettype <> 'trigger'::regtype
      and not exists (select 1 from pg_depend where objid = pg_proc.oid and deptype = 'e')`.execute(db);
  expect(WRITING_FUNCTIONS).toEqual(expect.arrayContaining(rows.map(({ name }) => name)));
  const trips = await roundTrips(() =>
    transaction(numbers.ctx, async (tx) => {
      const read = numbers.all(tx);
      await new Promise<void>((resolve) => process.nextTick(resolve));
      await together([read, sql`select refresh_free_times('{}'::uuid[], ${NOW})`.execute(tx)]);
      return ok(true);
    }),
  );
  expect(trips.map((statements) => statements.length)).toEqual([2, 1, 1]);
});
