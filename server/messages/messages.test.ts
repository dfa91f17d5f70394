import { describe, expect } from 'vitest';
import { listMessages, postMessage, putThread } from '#shared/messages/contract.ts';
import type { TestPerson } from '#test/api/people.ts';
import { makeSession, type TestSession } from '#test/rooms/sessions.ts';
import { openThread } from './steps.ts';
import { test as base } from '#test/api/test.ts';

let session: TestSession;
const test = base
  .extend('musician', { scope: 'file' }, ({ studio }) =>
    studio.makeMusician({ name: 'Max Musician', image: '/max.jpg' }),
  )
  .extend('client', ({ studio }) => studio.makeClient({ name: 'Clara Client' }))
  .extend(
    'post',
    ({ app, client }) =>
      (body: string, as: TestPerson | null = client, headers: Record<string, string> = {}) =>
        app.call(postMessage, { body: { thread_id: session.threadId, body }, headers }, as),
  )
  .extend(
    'put',
    { scope: 'file' },
    ({ app, musician }) =>
      (status: 'open' | 'closed', as: TestPerson | null = musician.person) =>
        app.call(putThread, { body: { thread_id: session.threadId, status } }, as),
  )
  .extend(
    'get',
    ({ app, client }) =>
      (query: object = {}, as: TestPerson | null = client) =>
        app.call(listMessages, { params: { threadId: session.threadId }, query }, as),
  )
  .extend(
    'bodies',
    ({ get }) =>
      async (query: object = {}) =>
        (await get(query)).body.thread.messages.map(({ body }) => body),
  );

test.beforeEach(async ({ studio, musician, client }) => {
  session = await makeSession(studio, { client, musician });
});

describe('the thread that a confirmation opens', () => {
  test('has the message that came with the booking', async ({ studio, musician, client, bodies }) => {
    session = await makeSession(studio, { client, musician, message: '  Hello Max  ' });
    expect(await bodies()).toEqual(['Hello Max']);
  });
  test('is empty without one', async ({ studio, musician, client, bodies }) => {
    expect(await bodies()).toEqual([]);
    session = await makeSession(studio, { client, musician, message: '   ' });
    expect(await bodies()).toEqual([]);
  });
  test('is one for a session: the database refuses a second', async ({ studio, client }) => {
    const second = studio.inTx((tx, now) =>
      openThread(tx, { sessionId: session.id, authorId: client.id, body: null, now }),
    );
    await expect(second).rejects.toThrow('threads_session_id_key');
  });
});

describe('GET /api/v2/threads/:threadId/messages', () => {
  test('shows the messages oldest first, who wrote them, and both people', async ({
    clock,
    musician,
    client,
    post,
    get,
  }) => {
    const first = await post('Hello');
    clock.add({ minutes: 1 });
    await post('Hi Clara', musician.person);
    const { status, body } = await get();
    expect(status).toBe(200);
    expect(body.thread).toEqual({
      id: session.threadId,
      session_id: session.id,
      status: 'open',
      total: 2,
      participants_info: [
        { id: client.id, name: 'Clara Client', avatar: null },
        { id: musician.id, name: 'Max Musician', avatar: '/max.jpg' },
      ],
      messages: [
        {
          id: first.body.message.id,
          thread_id: session.threadId,
          body: 'Hello',
          createdAt: '2026-11-21T12:00:00Z',
          user_id: client.id,
          user: { name: 'Clara Client', avatar: null },
        },
        expect.objectContaining({
          body: 'Hi Clara',
          createdAt: '2026-11-21T12:01:00Z',
          user_id: musician.id,
          user: { name: 'Max Musician', avatar: '/max.jpg' },
        }),
      ],
    });
    expect((await get({}, musician.person)).body).toEqual(body);
  });

  test('page 0 holds the latest messages, each page oldest first', async ({ clock, post, get, bodies }) => {
    for (const text of ['1', '2', '3', '4', '5']) {
      clock.add({ seconds: 1 });
      await post(text);
    }
    expect(await bodies({ size: 2 })).toEqual(['4', '5']);
    expect(await bodies({ size: 2, page: 1 })).toEqual(['2', '3']);
    expect(await bodies({ size: 2, page: 2 })).toEqual(['1']);
    expect((await get({ size: 2, page: 3 })).body.thread).toMatchObject({ messages: [], total: 5 });
  });

  test('messages of the same instant stay in the order in which they came', async ({ post, bodies }) => {
    const texts = Array.from({ length: 12 }, (_, n) => `${n}`);
    for (const text of texts) await post(text);
    expect(await bodies()).toEqual(texts);
  });

  test('a message whose call began earlier but came later stands later', async ({
    clock,
    start,
    post,
    bodies,
  }) => {
    const { body: first } = await post('first');
    clock.instant = start.subtract({ seconds: 30 });
    const { body: second } = await post('second');
    expect(await bodies()).toEqual(['first', 'second']);
    const [a, b] = [first, second].map(({ message }) => Temporal.Instant.from(message.createdAt));
    expect(a && b && Temporal.Instant.compare(a, b)).toBe(-1);
  });

  test('of many at once each has an instant of its own, in the order shown', async ({
    musician,
    client,
    post,
    get,
  }) => {
    const sent = Array.from({ length: 20 }, (_, n) => post(`${n}`, n % 2 === 0 ? client : musician.person));
    for (const { status } of await Promise.all(sent)) expect(status).toBe(201);
    const { messages } = (await get()).body.thread;
    const instants = messages.map(({ createdAt }) => createdAt);
    expect(new Set(instants).size).toBe(20);
    const order = instants.map((iso) => Temporal.Instant.from(iso));
    expect(order.toSorted((a, b) => Temporal.Instant.compare(a, b))).toEqual(order);
  });

  test.for([{ page: -1 }, { size: 0 }, { size: 1001 }])('%o is malformed', async (query, { get }) => {
    expect((await get(query)).problem).toMatchObject({ status: 400, code: 'malformed' });
  });
});

describe('POST /api/v2/messages', () => {
  test('answers the message; both sides may write, a managed client as well', async ({
    app,
    studio,
    musician,
    client,
    post,
  }) => {
    const { status, body } = await post('  Hello\nMax  ');
    expect(status).toBe(201);
    expect(body.message).toMatchObject({ body: 'Hello\nMax', user_id: client.id });
    expect((await post('Hi', musician.person)).status).toBe(201);
    const managed = await app.people.make('managed');
    session = await makeSession(studio, { client: managed, musician });
    expect((await post('Hello', managed)).status).toBe(201);
  });

  test.for([
    ['', 'Please write something first.'],
    [' \n\t ', 'Please write something first.'],
    ['x'.repeat(1001), 'A message has at most 1000 characters.'],
    ['🎵'.repeat(1001), 'A message has at most 1000 characters.'],
    ['\u0001\u001b', 'Please write something first.'],
  ] as const)('%o is refused', async ([text, message], { post, bodies }) => {
    expect((await post(text)).problem).toMatchObject({
      status: 422,
      code: 'invalid',
      detail: 'A message has 1 to 1000 characters.',
      errors: [{ field: 'body', message }],
    });
    expect(await bodies()).toEqual([]);
  });

  test('1000 characters are fine, and the blanks around them do not count', async ({ post }) => {
    expect((await post(`  ${'x'.repeat(1000)}  `)).status).toBe(201);
    const notes = await post('🎵'.repeat(1000));
    expect([notes.status, notes.body.message.body]).toEqual([201, '🎵'.repeat(1000)]);
  });

  test('control characters do not stay: lines end with \\n, escapes are gone', async ({ post, bodies }) => {
    const { status, body } = await post('one\r\ntwo\u0007\u001b[31m\tthree\u0085');
    expect([status, body.message.body]).toEqual([201, 'one\ntwo[31m\tthree']);
    expect(await bodies()).toEqual([body.message.body]);
  });

  test('text is data, whatever it looks like', async ({ post, bodies }) => {
    const text = `<script>alert(1)</script> '; drop table messages; -- \u202e {{}} %s`;
    await post(text);
    expect(await bodies()).toEqual([text]);
  });

  test.for([{}, { body: 'Hello' }, { thread_id: 'mine', body: 'Hello' }])(
    '%o is malformed',
    async (body, { app, client }) => {
      const { problem } = await app.call(postMessage, { body: body as never }, client);
      expect(problem).toMatchObject({ status: 400, code: 'malformed' });
    },
  );
  test('a message with a NUL or of more than 5000 characters is malformed', async ({ post }) => {
    expect((await post('a\u0000b')).problem.code).toBe('malformed');
    expect((await post('\u0000')).problem.code).toBe('malformed');
    expect((await post('x'.repeat(5001))).problem.code).toBe('malformed');
  });

  test('the 31st message of a person within a minute is 429 and says when to come back', async ({
    clock,
    musician,
    post,
  }) => {
    for (let n = 0; n < 30; n += 1) expect((await post(`${n}`)).status).toBe(201);
    clock.add({ seconds: 20 });
    const refused = await post('one more');
    expect([refused.status, refused.problem.code, refused.headers['retry-after']]).toEqual([
      429,
      'too_many_requests',
      '40',
    ]);
    expect((await post('from the other side', musician.person)).status).toBe(201);
    clock.add({ seconds: 40 });
    expect((await post('now')).status).toBe(201);
  });

  test('300 messages from one address within a minute are enough, whoever writes them', async ({
    app,
    clock,
    musician,
    post,
  }) => {
    const forget = () => app.db.deleteFrom('rate_counters').execute();
    await forget();
    expect((await post('one of many')).status).toBe(201);
    const { numUpdatedRows } = await app.db
      .updateTable('rate_counters')
      .set({ hits: 300 })
      .where('key', 'like', 'messages:address:%')
      .executeTakeFirst();
    expect(numUpdatedRows).toBe(1n);
    expect((await post('one more', musician.person)).status).toBe(429);
    clock.add({ seconds: 60 });
    expect((await post('now', musician.person)).status).toBe(201);
    await forget();
  });

  test('a repeat with the same Idempotency-Key is one message', async ({ client, post, bodies }) => {
    const once = { 'idempotency-key': 'message-1' };
    const [first, second] = [await post('Hello', client, once), await post('Hello', client, once)];
    expect(second.body).toEqual(first.body);
    expect(await bodies()).toEqual(['Hello']);
  });
});

describe("somebody else's conversation", () => {
  test('is 404 for every call, and for a thread that does not exist', async ({ studio, post, put, get }) => {
    const stranger = await studio.makeClient();
    const other = (await studio.makeMusician()).person;
    for (const person of [stranger, other]) {
      for (const answer of [await get({}, person), await post('Hello', person)]) {
        expect(answer.problem).toMatchObject({
          status: 404,
          code: 'not_found',
          detail: 'We could not find this conversation.',
        });
      }
    }
    expect((await put('closed', other)).problem.code).toBe('not_found');
    session = { ...session, threadId: '01900000-0000-7000-8000-000000000000' };
    expect((await get()).status).toBe(404);
    expect((await post('Hello')).status).toBe(404);
    expect((await put('closed')).status).toBe(404);
  });

  test('asks to sign in first; the operator has the wrong role', async ({ app, post, put, get }) => {
    const operator = await app.people.make('operator');
    for (const call of [get.bind(null, {}), post.bind(null, 'Hello'), put.bind(null, 'closed')]) {
      expect((await call(null)).problem.code).toBe('not_signed_in');
      expect((await call(operator)).problem.code).toBe('wrong_role');
    }
  });
});
