import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { listMessages, postMessage, putThread } from '#shared/messages/contract.ts';
import type { TestPerson } from '#test/api/people.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import * as queries from './queries.ts';
import { test as base } from '#test/api/test.ts';

const test = base
  .extend('musician', { scope: 'file' }, ({ studio }) =>
    studio.makeMusician({ name: 'Max Musician', image: '/max.jpg' }),
  )
  .extend('client', ({ studio }) => studio.makeClient({ name: 'Clara Client' }))
  .extend('session', ({ studio, musician, client }) => makeSession(studio, { client, musician }))
  .extend(
    'post',
    ({ app, client, session }) =>
      (body: string, as: TestPerson = client) =>
        app.call(postMessage, { body: { thread_id: session.threadId, body } }, as),
  )
  .extend(
    'put',
    ({ app, musician, session }) =>
      (status: 'open' | 'closed', as: TestPerson = musician.person) =>
        app.call(putThread, { body: { thread_id: session.threadId, status } }, as),
  )
  .extend(
    'get',
    ({ app, client, session }) =>
      (as: TestPerson = client) =>
        app.call(listMessages, { params: { threadId: session.threadId } }, as),
  )
  .extend(
    'bodies',
    ({ get }) =>
      async () =>
        (await get()).body.thread.messages.map(({ body }) => body),
  )
  /** Waits until `count` of this database's connections wait for somebody's lock. */
  .extend('waiting', { scope: 'file' }, ({ app }) => async (count: number): Promise<void> => {
    await expect
      .poll(async () => {
        const { rows } = await sql<{ waiting: number }>`
        select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
        return rows[0]?.waiting;
      })
      .toBe(count);
  });

describe('PUT /api/v2/threads', () => {
  test('the musician closes and reopens; nobody writes while it is closed', async ({
    musician,
    client,
    post,
    put,
    get,
  }) => {
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

  test('the answer has the messages and people; asking for what already is changes nothing', async ({
    app,
    clock,
    start,
    musician,
    session,
    post,
    put,
  }) => {
    await post('Hello');
    const { body } = await put('closed');
    expect(body.thread).toMatchObject({ total: 1, messages: [{ body: 'Hello' }] });
    clock.add({ minutes: 5 });
    expect((await put('closed')).body).toEqual(body);
    const row = await app.db
      .selectFrom('threads')
      .select(['closed_at', 'closed_by'])
      .where('id', '=', session.threadId)
      .executeTakeFirst();
    expect(row).toMatchObject({ closed_by: musician.id });
    expect(row?.closed_at?.equals(start)).toBe(true);
  });

  test('a client cannot toggle', async ({ app, client, put, get }) => {
    const managed = await app.people.make('managed');
    for (const person of [client, managed])
      expect((await put('closed', person)).problem).toMatchObject({ status: 403, code: 'wrong_role' });
    expect((await get()).body.thread.status).toBe('open');
  });

  test.for([{}, { status: 'closed' }, { thread_id: 'x', status: 'open' }])(
    '%o is malformed',
    async (body, { app, musician }) => {
      const { problem } = await app.call(putThread, { body: body as never }, musician.person);
      expect(problem).toMatchObject({ status: 400, code: 'malformed' });
    },
  );
  test('a thread is not closed automatically by hand', async ({ app, musician, session }) => {
    const body = { thread_id: session.threadId, status: 'automatically-closed' };
    const { problem } = await app.call(putThread, { body: body as never }, musician.person);
    expect(problem.code).toBe('malformed');
  });
});

describe('4 days after the end', () => {
  test('the conversation closes automatically, at the instant', async ({ clock, session, post, get }) => {
    clock.instant = session.ends.add({ hours: 96 }).subtract({ milliseconds: 1 });
    expect((await post('Still open')).status).toBe(201);
    clock.instant = session.ends.add({ hours: 96 });
    expect((await get()).body.thread.status).toBe('automatically-closed');
    expect((await post('Too late')).problem).toMatchObject({
      status: 409,
      code: 'thread_closed',
      detail: 'This conversation closed automatically, 4 days after the session.',
    });
  });

  test.for(['open', 'closed'] as const)(
    'the musician cannot make it %s any more',
    async (status, { clock, session, put }) => {
      clock.instant = session.ends.add({ hours: 96 });
      expect((await put(status)).problem).toMatchObject({
        status: 409,
        code: 'automatically_closed',
        detail: 'This conversation closed automatically and stays closed.',
      });
    },
  );

  test('one that the musician had closed is closed automatically as well', async ({
    clock,
    session,
    put,
    get,
  }) => {
    await put('closed');
    clock.instant = session.ends.add({ hours: 96 });
    expect((await get()).body.thread.status).toBe('automatically-closed');
    expect((await put('open')).problem.code).toBe('automatically_closed');
  });
});

describe('close against post', () => {
  test('a post that meets a close on its way waits for it, and is refused', async ({
    studio,
    musician,
    session,
    post,
    bodies,
    waiting,
  }) => {
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

  test('a close waits for a post on its way, and its answer has it', async ({
    studio,
    client,
    session,
    put,
    waiting,
  }) => {
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

  test('a conversation is never closed before its last message', async ({
    app,
    clock,
    start,
    session,
    post,
    put,
  }) => {
    const { body } = await post('Written by a clock that goes ahead');
    clock.instant = start.subtract({ seconds: 1 });
    await put('closed');
    const { closed_at } = await app.db
      .selectFrom('threads')
      .select('closed_at')
      .where('id', '=', session.threadId)
      .executeTakeFirstOrThrow();
    expect(closed_at?.toString()).toBe(body.message.createdAt);
  });

  test('of many posts and one close, what was taken before it is all there is; 25 rounds', async ({
    clock,
    musician,
    client,
    post,
    put,
    bodies,
  }) => {
    const outcomes = new Set<number>();
    let mixed = 0;
    for (let round = 0; round < 25; round += 1) {
      // keeps the limit of messages a minute out of this test
      clock.add({ minutes: 2 });
      await put('open');
      const author = (n: number) => (n % 2 === 0 ? client : musician.person);
      const early = Array.from({ length: 4 }, (_, n) => post(`${round} early ${n}`, author(n)));
      // closes once one of them has been accepted, while others are still running
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
