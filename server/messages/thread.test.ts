import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listMessages, postMessage, putThread } from '../../shared/messages/contract.ts';
import { testApp, type TestApp } from '../test/app.ts';
import type { TestPerson } from '../test/people.ts';
import { makeSession, type TestSession } from '../test/sessions.ts';
import { makeStudio, type Studio, type TestMusician } from '../test/studio.ts';
import * as queries from './queries.ts';

let api: TestApp;
let studio: Studio;
let client: TestPerson;
let musician: TestMusician;
let session: TestSession;
let start: Temporal.Instant;

beforeAll(async () => {
  api = await testApp();
  start = api.clock.now();
  studio = await makeStudio(api);
  musician = await studio.makeMusician({ name: 'Max Musician', image: '/max.jpg' });
});
beforeEach(async () => {
  api.clock.instant = start;
  client = await studio.makeClient({ name: 'Clara Client' });
  session = await makeSession(studio, { client, musician });
});
afterAll(() => api.close());

const post = (body: string, as: TestPerson = client) =>
  api.call(postMessage, { body: { thread_id: session.threadId, body } }, as);
const put = (status: 'open' | 'closed', as: TestPerson = musician.person) =>
  api.call(putThread, { body: { thread_id: session.threadId, status } }, as);
const get = (as: TestPerson = client) =>
  api.call(listMessages, { params: { threadId: session.threadId } }, as);
const bodies = async () => (await get()).body.thread.messages.map(({ body }) => body);

describe('PUT /api/v2/threads', () => {
  test('the musician closes and reopens; nobody writes while it is closed', async () => {
    expect((await put('closed')).body.thread.status).toBe('closed');
    for (const person of [client, musician.person]) {
      expect((await post('Hello', person)).problem).toMatchObject({
        status: 409,
        code: 'thread_closed',
        detail: 'This conversation is closed.',
      });
    }
    expect((await get()).body.thread.status).toBe('closed');
    expect((await put('open')).body.thread.status).toBe('open');
    expect((await post('Hello')).status).toBe(201);
  });

  test('the answer has the messages and people; asking for what already is changes nothing', async () => {
    await post('Hello');
    const { body } = await put('closed');
    expect(body.thread).toMatchObject({ total: 1, messages: [{ body: 'Hello' }] });
    api.clock.add({ minutes: 5 });
    expect((await put('closed')).body).toEqual(body);
    const row = await api.db
      .selectFrom('threads')
      .select(['closed_at', 'closed_by'])
      .where('id', '=', session.threadId)
      .executeTakeFirst();
    expect(row).toMatchObject({ closed_by: musician.id });
    expect(row?.closed_at?.equals(start)).toBe(true);
  });

  test('a client cannot toggle', async () => {
    const managed = await api.people.make('managed');
    for (const person of [client, managed])
      expect((await put('closed', person)).problem).toMatchObject({ status: 403, code: 'wrong_role' });
    expect((await get()).body.thread.status).toBe('open');
  });

  test.each([{}, { status: 'closed' }, { thread_id: 'x', status: 'open' }])(
    '%o is malformed',
    async (body) => {
      const { problem } = await api.call(putThread, { body: body as never }, musician.person);
      expect(problem).toMatchObject({ status: 400, code: 'malformed' });
    },
  );
  test('a thread is not closed automatically by hand', async () => {
    const body = { thread_id: session.threadId, status: 'automatically-closed' };
    const { problem } = await api.call(putThread, { body: body as never }, musician.person);
    expect(problem.code).toBe('malformed');
  });
});

describe('4 days after the end', () => {
  test('the conversation closes automatically, at the instant', async () => {
    api.clock.instant = session.ends.add({ hours: 96 }).subtract({ milliseconds: 1 });
    expect((await post('Still open')).status).toBe(201);
    api.clock.instant = session.ends.add({ hours: 96 });
    expect((await get()).body.thread.status).toBe('automatically-closed');
    expect((await post('Too late')).problem).toMatchObject({
      status: 409,
      code: 'thread_closed',
      detail: 'This conversation closed automatically, 4 days after the session.',
    });
  });

  test.each(['open', 'closed'] as const)('the musician cannot make it %s any more', async (status) => {
    api.clock.instant = session.ends.add({ hours: 96 });
    expect((await put(status)).problem).toMatchObject({
      status: 409,
      code: 'automatically_closed',
      detail: 'This conversation closed automatically and stays closed.',
    });
  });

  test('one that the musician had closed is closed automatically as well', async () => {
    await put('closed');
    api.clock.instant = session.ends.add({ hours: 96 });
    expect((await get()).body.thread.status).toBe('automatically-closed');
    expect((await put('open')).problem.code).toBe('automatically_closed');
  });
});

/** Waits until `count` of this database's connections wait for somebody's lock. */
async function waiting(count: number): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db);
      return rows[0]?.waiting;
    })
    .toBe(count);
}

describe('close against post', () => {
  test('a post that meets a close on its way waits for it, and is refused', async () => {
    let late: ReturnType<typeof post> | undefined;
    await studio.inTx(async (tx, now) => {
      await queries.lockThread(tx, session.threadId, musician.id);
      await queries.setClosed(tx, session.threadId, { at: now, by: musician.id });
      late = post('Too late');
      await waiting(1);
    });
    expect((await late)?.problem.code).toBe('thread_closed');
    expect(await bodies()).toEqual([]);
  });

  test('a close waits for a post on its way, and its answer has it', async () => {
    let closed: ReturnType<typeof put> | undefined;
    await studio.inTx(async (tx, now) => {
      await queries.lockThread(tx, session.threadId, client.id);
      const message = { threadId: session.threadId, authorId: client.id, body: 'Just in time', now };
      await queries.insertMessage(tx, message);
      closed = put('closed');
      await waiting(1);
    });
    expect((await closed)?.body.thread).toMatchObject({
      status: 'closed',
      messages: [{ body: 'Just in time' }],
    });
  });

  test('a conversation is never closed before its last message', async () => {
    const { body } = await post('Written by a clock that goes ahead');
    api.clock.instant = start.subtract({ seconds: 1 });
    await put('closed');
    const { closed_at } = await api.db
      .selectFrom('threads')
      .select('closed_at')
      .where('id', '=', session.threadId)
      .executeTakeFirstOrThrow();
    expect(closed_at?.toString()).toBe(body.message.createdAt);
  });

  test('of many posts and one close, what was taken before it is all there is; 25 rounds', async () => {
    const outcomes = new Set<number>();
    let mixed = 0;
    for (let round = 0; round < 25; round += 1) {
      // the limit of messages a minute is not what this is about
      api.clock.add({ minutes: 2 });
      await put('open');
      const author = (n: number) => (n % 2 === 0 ? client : musician.person);
      const early = Array.from({ length: 4 }, (_, n) => post(`${round} early ${n}`, author(n)));
      // the close goes off once one of them has been taken, in the midst of the others
      await early[round % 4];
      const closing = put('closed');
      const late = Array.from({ length: 4 }, (_, n) => post(`${round} late ${n}`, author(n)));
      const closed = (await closing).body.thread;
      const answers = await Promise.all([...early, ...late]);
      const taken = answers.flatMap(({ status, body }) => (status === 201 ? [body.message.body] : []));
      for (const { status } of answers) outcomes.add(status);
      if (taken.length < answers.length) mixed += 1;
      const order = closed.messages.map(({ body }) => body);
      expect(order.slice(-taken.length).toSorted()).toEqual(taken.toSorted());
      expect(await bodies()).toEqual(order);
    }
    expect(outcomes).toEqual(new Set([201, 409]));
    expect(mixed).toBeGreaterThan(5);
  });
});
