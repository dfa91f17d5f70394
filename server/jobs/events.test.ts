import { Writable } from 'node:stream';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fail, ok } from '../../shared/lib/result.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { testDatabase, type TestDatabase } from '../db/test-database.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import type { Ctx } from './ctx.ts';
import { eventKind, startQueues, type Handler, type Job, type Queues } from './events.ts';

const NOW = Temporal.Instant.from('2026-11-21T12:00:00Z');
const rang = eventKind<{ bell: string }>('test.rang');

/** What ran, in order; a name in `broken` throws after it has written. */
let ran: string[] = [];
const broken = new Set<string>();

const mark = async (tx: Tx, bell: string): Promise<void> => {
  await tx.insertInto('settings').values({ key: bell, value: 'true' }).execute();
};
const handler = (name: string): Handler<{ bell: string }> => ({
  on: rang,
  name,
  async handle(tx, { bell }) {
    ran.push(`${name} ${bell}`);
    await mark(tx, `${name} ${bell}`);
    if (broken.has(name)) throw new Error(`${name} broke`);
  },
});
const HANDLERS = [handler('porter'), handler('dog')] as unknown as readonly Handler[];
const chime: Job<{ hour: number }> = {
  name: 'test.chime',
  async run(_ctx, { hour }) {
    ran.push(`chime ${hour}`);
    if (broken.has('chime')) throw new Error('chime broke');
  },
};
const JOBS = [chime] as unknown as readonly Job[];

let database: TestDatabase;
let db: Database;
let queues: Queues;
const lines: string[] = [];
const log = pino(
  new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  }),
);
const ctx = (): Ctx => ({ db, now: NOW }) as Ctx;
const start = (mode: 'manual' | 'work') =>
  startQueues({ target: database.url, log, handlers: HANDLERS, jobs: JOBS, ctx, mode });

beforeAll(async () => {
  database = await testDatabase();
  db = openDatabase(database.url, { max: 4 });
  queues = await start('manual');
});
afterAll(async () => {
  await queues.stop();
  await db.destroy();
  await database.drop();
});
beforeEach(async () => {
  ran = [];
  broken.clear();
  await sql`delete from jobs.job`.execute(db);
});

const ring = (bell: string) =>
  transaction({ db, now: NOW }, async (tx) => {
    await queues.emit(tx, rang, { bell });
    return ok(true);
  });
const waiting = async (): Promise<{ id: string; name: string; data: object }[]> => {
  const { rows } = await sql<{ id: string; name: string; data: object }>`
    select id, name, data from jobs.job where state < 'active' order by name`.execute(db);
  return rows;
};
const marks = async (): Promise<string[]> => {
  const rows = await db.selectFrom('settings').select('key').orderBy('key').execute();
  return rows.map(({ key }) => key);
};

describe('events and jobs are of the transaction that causes them', () => {
  test('what is committed is enqueued once for each handler, with ids only', async () => {
    await ring('noon');
    const jobs = await waiting();
    expect(jobs.map(({ name }) => name)).toEqual(['test.rang/dog', 'test.rang/porter']);
    expect(jobs[0]?.data).toEqual({ bell: 'noon', event_id: expect.any(String) });
    expect(jobs[1]?.data).toEqual(jobs[0]?.data);
  });

  test('a refusal leaves neither event nor job', async () => {
    const refused = await transaction({ db, now: NOW }, async (tx) => {
      await queues.emit(tx, rang, { bell: 'never' });
      await queues.enqueue(tx, chime, { hour: 1 });
      return fail('not_now');
    });
    expect(refused).toEqual({ ok: false, reason: 'not_now' });
    expect(await waiting()).toEqual([]);
  });

  test('a fault leaves neither event nor job', async () => {
    const failing = transaction({ db, now: NOW }, async (tx) => {
      await queues.emit(tx, rang, { bell: 'never' });
      await queues.enqueue(tx, chime, { hour: 1 });
      await sql`select 1 / 0`.execute(tx);
      return ok(true);
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect(await waiting()).toEqual([]);
  });

  test('nothing runs before the transaction is committed', async () => {
    await transaction({ db, now: NOW }, async (tx) => {
      await queues.enqueue(tx, chime, { hour: 2 });
      expect(await queues.drain()).toBe(0);
      return ok(true);
    });
    expect(await queues.drain()).toBe(1);
    expect(ran).toEqual(['chime 2']);
  });

  test('a job that is to start later waits for its instant', async () => {
    await transaction({ db, now: NOW }, async (tx) => {
      await queues.enqueue(tx, chime, { hour: 3 }, Temporal.Instant.from('2999-01-01T00:00:00Z'));
      return ok(true);
    });
    expect(await queues.drain()).toBe(0);
    const { rows } = await sql<{ at: Temporal.Instant }>`select start_after as at from jobs.job`.execute(db);
    expect(rows.map(({ at }) => at.toString())).toEqual(['2999-01-01T00:00:00Z']);
  });
});

describe('each event is handled once by each handler', () => {
  test('however often it is delivered', async () => {
    await ring('twice');
    await queues.drain();
    await sql`update jobs.job set state = 'created', completed_on = null`.execute(db);
    expect(await queues.drain()).toBe(2);
    expect(ran.toSorted()).toEqual(['dog twice', 'porter twice']);
    expect(await marks()).toEqual(['dog twice', 'porter twice']);
  });

  test('a handler that breaks undoes what it wrote, keeps no other waiting, and is tried again', async () => {
    broken.add('dog');
    await ring('again');
    await expect(queues.drain()).rejects.toThrow('dog broke');
    expect(await marks()).not.toContain('dog again');
    expect(lines.join('')).toContain('job failed; it will be tried again');

    broken.clear();
    await sql`update jobs.job set state = 'retry', start_after = now() where state = 'active'`.execute(db);
    await queues.drain();
    expect(ran.filter((one) => one === 'dog again')).toHaveLength(2);
    expect(await marks()).toEqual(expect.arrayContaining(['dog again', 'porter again']));
  });
});

test('what is put on wakes its worker, and all of it is done at once; an idle worker asks but once a minute', async () => {
  const atWork = await start('work');
  const hours = Array.from({ length: 20 }, (_, hour) => hour);
  try {
    for (const round of ['first', 'second']) {
      ran = [];
      await transaction({ db, now: NOW }, async (tx) => {
        for (const hour of hours) await queues.enqueue(tx, chime, { hour });
        return ok(true);
      });
      await expect.poll(() => ran.length, { message: round, timeout: 15_000 }).toBe(20);
      expect(ran.toSorted()).toEqual(hours.map((hour) => `chime ${hour}`).toSorted());
    }
  } finally {
    await atWork.stop();
  }
});

test('a queue of an earlier release comes to wake its worker; its retries stay', async () => {
  await sql`update jobs.queue set notify = false, retry_limit = 5`.execute(db);
  const later = await start('manual');
  await later.stop();
  const { rows } = await sql<{ notify: boolean; retries: number }>`
    select distinct notify, retry_limit as retries from jobs.queue
    where name like 'test.%' or name = 'dead-letter'`.execute(db);
  expect(rows).toEqual([{ notify: true, retries: 5 }]);
  await sql`update jobs.queue set retry_limit = 8`.execute(db);
});

test('a job that fails is tried again; what fails to the end is a dead letter that the log shows', async () => {
  broken.add('chime');
  await transaction({ db, now: NOW }, async (tx) => {
    await queues.enqueue(tx, chime, { hour: 12 });
    return ok(true);
  });
  const { rows } = await sql<{ tries: number; letter: string }>`
    select retry_limit as tries, dead_letter as letter from jobs.job`.execute(db);
  expect(rows).toEqual([{ tries: 8, letter: 'dead-letter' }]);
  await sql`update jobs.job set retry_limit = 1, retry_delay = 0, retry_backoff = false`.execute(db);

  const atWork = await start('work');
  try {
    await expect.poll(() => lines.join('')).toContain('job given up: dead letter');
  } finally {
    await atWork.stop();
  }
  expect(ran).toEqual(['chime 12', 'chime 12']);
  const letter = lines.find((line) => line.includes('dead letter'));
  expect(JSON.parse(letter ?? '{}')).toMatchObject({ level: 50, data: { hour: 12 } });
});
