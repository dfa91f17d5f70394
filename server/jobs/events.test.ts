import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import pino from 'pino';
import { describe, expect, vi } from 'vitest';
import { fail, ok } from '#shared/lib/result.ts';
import { openDatabase } from '../db/database.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { openQueues } from './events.ts';
import { eventKind, type Events, type Handler, type Job } from '../ctx/ctx.ts';
import type { EventPayloads } from '../ctx/event-payloads.ts';
import { test as base } from '#test/api/test.ts';

const NOW = Temporal.Instant.from('2026-11-21T12:00:00Z');
/** An event of these tests; it stands in for one of the product's. */
const rang = eventKind('test.rang' as 'referrals.invited');
const payloadOf = (bell: string) => ({ bell }) as unknown as EventPayloads['referrals.invited'];

/** Handlers that ran, in order; a name in `broken` throws after writing. */
const ran: string[] = [];
const broken = new Set<string>();

/** Where a handler enqueues what it causes. */
const caused: { events?: Events } = {};

const mark = async (tx: Tx, bell: string): Promise<void> => {
  await tx.insertInto('settings').values({ key: bell, value: 'true' }).execute();
};
const handler = (name: string): Handler<'referrals.invited'> => ({
  on: rang,
  name,
  async handle(tx, payload, ctx) {
    const { bell } = payload as unknown as { readonly bell: string };
    if (bell === 'echo') {
      ctx.log.info('echoed');
      if (name === 'dog') await caused.events?.enqueue(tx, chime, { hour: 8 });
    }
    ran.push(`${name} ${bell}`);
    await mark(tx, `${name} ${bell}`);
    if (broken.has(name) || broken.has(`${name} ${bell}`)) throw new Error(`${name} broke`);
  },
});
const HANDLERS = [handler('porter'), handler('dog')] as unknown as readonly Handler[];
const chime: Job<{ hour: number }> = {
  name: 'test.chime',
  async run(ctx, { hour }) {
    ctx.log.info('chimed');
    ran.push(`chime ${hour}`);
    if (broken.has('chime')) throw new Error('chime broke');
  },
};
const JOBS = [chime] as unknown as readonly Job[];

const lines: string[] = [];
const log = pino(
  new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  }),
);
const test = base
  .extend('db', { scope: 'file' }, ({ database }, { onCleanup }) => {
    const db = openDatabase(database.url, { max: 4 });
    onCleanup(() => db.destroy());
    return db;
  })
  .extend(
    'ctx',
    { scope: 'file' },
    ({ db }) =>
      (): Ctx =>
        ({ db, now: NOW }) as Ctx,
  )
  .extend(
    'openTestQueues',
    { scope: 'file' },
    ({ database, ctx }) =>
      async (mode: 'manual' | 'work') =>
        openQueues({ target: database.url, log, handlers: HANDLERS, jobs: JOBS, mode }).start(ctx),
  )
  .extend('queues', { scope: 'file' }, async ({ openTestQueues }, { onCleanup }) => {
    const queues = await openTestQueues('manual');
    onCleanup(() => queues.stop());
    return queues;
  })
  .extend(
    'ring',
    { scope: 'file' },
    ({ db, queues }) =>
      (bell: string) =>
        transaction({ db, now: NOW }, async (tx) => {
          await queues.emit(tx, rang, payloadOf(bell));
          return ok(true);
        }),
  )
  .extend(
    'waiting',
    { scope: 'file' },
    ({ db }) =>
      async (): Promise<{ id: string; name: string; data: object }[]> => {
        const { rows } = await sql<{ id: string; name: string; data: object }>`
    select id, name, data from jobs.job where state < 'active' order by name`.execute(db);
        return rows;
      },
  )
  .extend('marks', { scope: 'file' }, ({ db }) => async (): Promise<string[]> => {
    const rows = await db.selectFrom('settings').select('key').orderBy('key').execute();
    return rows.map(({ key }) => key);
  });

test.beforeEach(async ({ db }) => {
  ran.length = 0;
  broken.clear();
  await sql`delete from jobs.job`.execute(db);
});

describe('events and jobs are of the transaction that causes them', () => {
  test('what is committed is enqueued once for each handler, with ids only', async ({ ring, waiting }) => {
    await ring('noon');
    const jobs = await waiting();
    expect(jobs.map(({ name }) => name)).toEqual(['test.rang/dog', 'test.rang/porter']);
    expect(jobs[0]?.data).toEqual({ bell: 'noon', event_id: expect.any(String) });
    expect(jobs[1]?.data).toEqual(jobs[0]?.data);
  });

  test('its jobs know its request, and so do those that they cause; their logs name it', async ({
    db,
    queues,
    waiting,
  }) => {
    await transaction({ db, now: NOW, requestId: 'request-1' }, async (tx) => {
      await queues.emit(tx, rang, payloadOf('echo'));
      await queues.enqueue(tx, chime, { hour: 7 });
      return ok(true);
    });
    expect((await waiting()).map(({ data }) => (data as { request_id?: string }).request_id)).toEqual(
      Array.from({ length: 3 }, () => 'request-1'),
    );
    lines.length = 0;
    caused.events = queues;
    await queues.drain();
    await db.deleteFrom('settings').where('key', 'like', '%echo').execute();
    const logged = lines.map((line) => JSON.parse(line) as { msg: string; job: string; request: string });
    const seen = logged.map(({ msg, job, request }) => `${msg} by ${job} for ${request}`);
    expect(seen.toSorted()).toEqual([
      'chimed by test.chime for request-1',
      'chimed by test.chime for request-1',
      'echoed by test.rang/dog for request-1',
      'echoed by test.rang/porter for request-1',
    ]);
    expect(ran).toContain('chime 8');
  });

  test('a refusal leaves neither event nor job', async ({ db, queues, waiting }) => {
    const refused = await transaction({ db, now: NOW }, async (tx) => {
      await queues.emit(tx, rang, payloadOf('never'));
      await queues.enqueue(tx, chime, { hour: 1 });
      return fail('not_now');
    });
    expect(refused).toEqual({ ok: false, reason: 'not_now' });
    expect(await waiting()).toEqual([]);
  });

  test('a fault leaves neither event nor job', async ({ db, queues, waiting }) => {
    const failing = transaction({ db, now: NOW }, async (tx) => {
      await queues.emit(tx, rang, payloadOf('never'));
      await queues.enqueue(tx, chime, { hour: 1 });
      await sql`select 1 / 0`.execute(tx);
      return ok(true);
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect(await waiting()).toEqual([]);
  });

  test('nothing runs before the transaction is committed', async ({ db, queues }) => {
    await transaction({ db, now: NOW }, async (tx) => {
      await queues.enqueue(tx, chime, { hour: 2 });
      expect(await queues.drain()).toBe(0);
      return ok(true);
    });
    expect(await queues.drain()).toBe(1);
    expect(ran).toEqual(['chime 2']);
  });

  test('a job that is to start later waits for its instant', async ({ db, queues }) => {
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
  test('however often it is delivered', async ({ db, queues, ring, marks }) => {
    await ring('twice');
    await queues.drain();
    await sql`update jobs.job set state = 'created', completed_on = null`.execute(db);
    expect(await queues.drain()).toBe(2);
    expect(ran.toSorted()).toEqual(['dog twice', 'porter twice']);
    expect(await marks()).toEqual(['dog twice', 'porter twice']);
  });

  test('one that breaks stops none of those that were fetched with it, and waits for its retry', async ({
    db,
    queues,
    ring,
    marks,
  }) => {
    const bells = ['first', 'second', 'third'];
    broken.add('dog first');
    for (const bell of bells) await ring(bell);
    await expect(queues.drain()).rejects.toThrow('dog broke');
    const { rows } = await sql<{ state: string }>`
      select state::text from jobs.job where name like 'test.rang/%' and state <> 'completed'`.execute(db);
    expect(rows).toEqual([{ state: 'retry' }]);
    expect(await marks()).toEqual(expect.arrayContaining(['dog second', 'dog third', 'porter first']));

    broken.clear();
    await sql`update jobs.job set start_after = now() where state = 'retry'`.execute(db);
    expect(await queues.drain()).toBe(1);
    expect(await marks()).toContain('dog first');
  });

  test('a handler that breaks undoes what it wrote, keeps no other waiting, and is tried again', async ({
    db,
    queues,
    ring,
    marks,
  }) => {
    broken.add('dog');
    await ring('again');
    await expect(queues.drain()).rejects.toThrow('dog broke');
    expect(await marks()).not.toContain('dog again');
    expect(lines.join('')).toContain('job failed; it will be tried again');

    broken.clear();
    await sql`update jobs.job set start_after = now() where state = 'retry'`.execute(db);
    await queues.drain();
    expect(ran.filter((one) => one === 'dog again')).toHaveLength(2);
    expect(await marks()).toEqual(expect.arrayContaining(['dog again', 'porter again']));
  });
});

test('what is put on wakes its worker, and all of it is done at once', async ({
  db,
  queues,
  openTestQueues,
}) => {
  const atWork = await openTestQueues('work');
  const hours = Array.from({ length: 20 }, (_, hour) => hour);
  try {
    for (const round of ['first', 'second']) {
      ran.length = 0;
      await transaction({ db, now: NOW }, async (tx) => {
        for (const hour of hours) await queues.enqueue(tx, chime, { hour });
        return ok(true);
      });
      await expect.poll(() => ran.length, { message: round }).toBe(20);
      expect(ran.toSorted()).toEqual(hours.map((hour) => `chime ${hour}`).toSorted());
    }
  } finally {
    await atWork.stop();
  }
});

test('a job that nobody is told of, because it becomes due later, is found within a minute', async ({
  db,
  queues,
  openTestQueues,
}) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const atWork = await openTestQueues('work');
  try {
    await transaction({ db, now: NOW }, async (tx) => {
      await queues.enqueue(tx, chime, { hour: 1 }, Temporal.Instant.from('2999-01-01T00:00:00Z'));
      await queues.enqueue(tx, chime, { hour: 2 });
      return ok(true);
    });
    await expect.poll(() => ran).toEqual(['chime 2']);
    await sql`update jobs.job set start_after = now() where start_after > now()`.execute(db);
    vi.advanceTimersByTime(60_000);
    await expect.poll(() => ran).toEqual(['chime 2', 'chime 1']);
  } finally {
    vi.useRealTimers();
    await atWork.stop();
  }
});

test('of events that are fetched together each succeeds or fails alone', async ({
  db,
  ring,
  marks,
  openTestQueues,
}) => {
  const bells = Array.from({ length: 12 }, (_, nr) => `batch ${nr}`);
  broken.add('dog batch 3');
  for (const bell of bells) await ring(bell);
  await sql`update jobs.job set retry_limit = 1, retry_delay = 0, retry_backoff = false`.execute(db);
  const outcomes = async () => {
    const { rows } = await sql<{ bell: string; state: string; tries: number }>`
      select data ->> 'bell' as bell, state::text, retry_count as tries from jobs.job
      where name = 'test.rang/dog'`.execute(db);
    return rows.toSorted((a, b) => bells.indexOf(a.bell) - bells.indexOf(b.bell));
  };
  const atWork = await openTestQueues('work');
  try {
    await expect
      .poll(outcomes)
      .toEqual(
        bells.map((bell, nr) =>
          nr === 3 ? { bell, state: 'failed', tries: 1 } : { bell, state: 'completed', tries: 0 },
        ),
      );
  } finally {
    await atWork.stop();
  }
  const marked = (await marks()).filter((mark) => mark.startsWith('dog batch'));
  expect(marked.toSorted()).toEqual(
    bells
      .filter((_, nr) => nr !== 3)
      .map((bell) => `dog ${bell}`)
      .toSorted(),
  );
});

test('what a killed process had begun is tried again once it has said nothing for a minute', async ({
  database,
  db,
  queues,
  ring,
}) => {
  const killed = new PgBoss({ connectionString: database.url, schema: 'jobs', supervise: false });
  await killed.start();
  const queue = 'test.rang/dog';
  await ring('lost');
  await ring('at work');
  // Fetched, and then neither worked on nor given back.
  expect(await killed.fetch(queue, { batchSize: 2 })).toHaveLength(2);
  await sql`update jobs.job set retry_delay = 0, retry_backoff = false,
    heartbeat_on = now() - case data ->> 'bell' when 'lost' then interval '61 s' else interval '50 s' end
    where name = ${queue}`.execute(db);
  await killed.supervise(queue);
  await killed.stop();
  await queues.drain((name) => name === queue);
  expect(ran).toEqual(['dog lost']);
});

test('a queue of an earlier release comes to wake its worker; its retries stay', async ({
  db,
  openTestQueues,
}) => {
  await sql`update jobs.queue set notify = false, heartbeat_seconds = null, retry_limit = 5`.execute(db);
  const later = await openTestQueues('manual');
  await later.stop();
  const { rows } = await sql<{ notify: boolean; heartbeat: number; retries: number }>`
    select distinct notify, heartbeat_seconds as heartbeat, retry_limit as retries from jobs.queue
    where name like 'test.%' or name = 'dead-letter'`.execute(db);
  expect(rows).toEqual([{ notify: true, heartbeat: 60, retries: 5 }]);
  await sql`update jobs.queue set retry_limit = 8`.execute(db);
});

test('a job that fails is tried again; what fails to the end is a dead letter that the log shows', async ({
  db,
  queues,
  openTestQueues,
}) => {
  broken.add('chime');
  await transaction({ db, now: NOW }, async (tx) => {
    await queues.enqueue(tx, chime, { hour: 12 });
    return ok(true);
  });
  const { rows } = await sql<{ tries: number; letter: string }>`
    select retry_limit as tries, dead_letter as letter from jobs.job`.execute(db);
  expect(rows).toEqual([{ tries: 8, letter: 'dead-letter' }]);
  await sql`update jobs.job set retry_limit = 1, retry_delay = 0, retry_backoff = false`.execute(db);

  const atWork = await openTestQueues('work');
  try {
    await expect.poll(() => lines.join('')).toContain('job given up: dead letter');
  } finally {
    await atWork.stop();
  }
  expect(ran).toEqual(['chime 12', 'chime 12']);
  const letter = lines.find((line) => line.includes('dead letter'));
  expect(JSON.parse(letter ?? '{}')).toMatchObject({ level: 50, data: { hour: 12 } });
});
