import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
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
const waiting = (count: number) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db);
      expect(rows[0]?.waiting).toBe(count);
    },
    { timeout: 5000, interval: 5 },
  );

describe('close against post', () => {
  test('a post that meets a close on its way waits for it, and is refused', async () => {
    let late: ReturnType<typeof post> | undefined;
    await studio.inTx(async (tx, now) => {
      await queries.lockThread(tx, session.threadId, musician.id, 'update');
      await queries.setClosed(tx, session.threadId, { at: now, by: musician.id });
      late = post('Too late');
      await waiting(1);
    });
    expect((await late)?.problem.code).toBe('thread_closed');
    expect(await bodies()).toEqual([]);
  });

  test('a close waits for posts on their way, which may come together, and its answer has them', async () => {
    let closed: ReturnType<typeof put> | undefined;
    await studio.inTx(async (tx, now) => {
      await queries.lockThread(tx, session.threadId, client.id, 'share');
      const message = { threadId: session.threadId, authorId: client.id, body: 'Just in time', now };
      await queries.insertMessage(tx, message);
      expect((await post('Beside it', musician.person)).status).toBe(201);
      closed = put('closed');
      await waiting(1);
    });
    expect((await closed)?.body.thread).toMatchObject({ status: 'closed', total: 2 });
  });

  test('of many posts and one close, what was taken before it is all there is', async () => {
    const outcomes = new Set<number>();
    for (let round = 0; round < 5; round += 1) {
      client = await studio.makeClient();
      session = await makeSession(studio, { client, musician });
      const posts = Array.from({ length: 12 }, (_, n) => post(`${n}`));
      const closed = await put('closed');
      const answers = await Promise.all(posts);
      const landed = answers.filter(({ status }) => status === 201).length;
      for (const { status } of answers) outcomes.add(status);
      expect(closed.body.thread.total).toBe(landed);
      expect((await get()).body.thread).toMatchObject({ status: 'closed', total: landed });
    }
    expect([...outcomes].every((status) => status === 201 || status === 409)).toBe(true);
  });
});
