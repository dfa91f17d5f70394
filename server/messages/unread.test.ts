import { describe, expect } from 'vitest';
import { listMessages, postMessage, putThread } from '#shared/messages/contract.ts';
import { getToday } from '#shared/sessions/contract-today.ts';
import { getSession, listSessions } from '#shared/sessions/contract.ts';
import type { TestPerson } from '#test/api/people.ts';
import { makeSession, type TestSession } from '#test/rooms/sessions.ts';
import * as queries from './queries.ts';
import { test as base } from '#test/api/test.ts';

let session: TestSession;

const test = base
  .extend('client', ({ studio }) => studio.makeClient())
  .extend('musician', ({ studio }) => studio.makeMusician())
  .extend(
    'post',
    { scope: 'file' },
    ({ app }) =>
      (body: string, as: TestPerson) =>
        app.call(postMessage, { body: { thread_id: session.threadId, body } }, as),
  )
  .extend(
    'read',
    { scope: 'file' },
    ({ app }) =>
      (as: TestPerson, query: object = {}) =>
        app.call(listMessages, { params: { threadId: session.threadId }, query }, as),
  )
  /** The count on the card and on the panel, which are the same. */
  .extend('unread', { scope: 'file' }, ({ app }) => async (as: TestPerson): Promise<number> => {
    const { body: list } = await app.call(listSessions, {}, as);
    const { body: one } = await app.call(getSession, { params: { id: session.id } }, as);
    const card = list.sessions.find(({ id }) => id === session.id);
    expect(card?.unread_messages).toBe(one.session.unread_messages);
    return one.session.unread_messages;
  })
  .extend('both', ({ client, musician, unread }) => async () => [
    await unread(client),
    await unread(musician.person),
  ])
  /** One writes six messages while the other reads: how many there are, and how many the reading showed. */
  .extend(
    'race',
    { scope: 'file' },
    ({ app, post, read }) =>
      async (round: number, writer: TestPerson, reader: TestPerson) => {
        app.clock.add({ minutes: 2 });
        const sent = Array.from({ length: 6 }, (_, n) => post(`${round} ${n}`, writer));
        const seen = (await read(reader)).body.thread.messages.length;
        await Promise.all(sent);
        const { total } = (await read(writer)).body.thread;
        return { total, seen };
      },
  )
  .extend('marks', { scope: 'file' }, ({ app }) => async (): Promise<Record<string, string>> => {
    const rows = await app.db
      .selectFrom('thread_reads')
      .select(['person_id', 'read_at'])
      .where('thread_id', '=', session.threadId)
      .execute();
    return Object.fromEntries(rows.map(({ person_id, read_at }) => [person_id, read_at.toString()]));
  });

test.beforeEach(async ({ app, studio, client, musician }) => {
  app.clock.add({ minutes: 2 });
  session = await makeSession(studio, { client, musician, message: 'Hello Max' });
});

describe('unread messages on cards and panels', () => {
  test('the booking message counts for the musician alone; reading takes it away', async ({
    musician,
    read,
    both,
  }) => {
    expect(await both()).toEqual([0, 1]);
    await read(musician.person);
    expect(await both()).toEqual([0, 0]);
  });

  test("one's own messages never count", async ({ client, musician, post, read, both }) => {
    await read(musician.person);
    await post('Hi Clara', musician.person);
    await post('When do you start?', musician.person);
    expect(await both()).toEqual([2, 0]);
    await post('At noon', client);
    expect(await both()).toEqual([2, 1]);
  });

  test('a new one counts again after reading, and the other side reading moves nothing', async ({
    client,
    musician,
    post,
    read,
    both,
  }) => {
    await post('Hi Clara', musician.person);
    await read(client);
    expect(await both()).toEqual([0, 1]);
    await post('One more thing', musician.person);
    expect(await both()).toEqual([1, 1]);
    await read(musician.person);
    expect(await both()).toEqual([1, 0]);
    await read(client);
    expect(await both()).toEqual([0, 0]);
  });

  test('a new one of the same instant counts as well', async ({ client, musician, post, read, both }) => {
    await read(musician.person);
    await post('Another', client);
    await read(musician.person);
    await post('And another', client);
    expect(await both()).toEqual([0, 1]);
  });

  test('closing and reopening, and the answers with all messages, mark nothing read', async ({
    app,
    musician,
    both,
  }) => {
    for (const status of ['closed', 'open'] as const)
      await app.call(putThread, { body: { thread_id: session.threadId, status } }, musician.person);
    expect(await both()).toEqual([0, 1]);
  });
});

describe('what reading marks read', () => {
  test('up to the newest message that was answered, for the reader alone, never later and never back', async ({
    app,
    client,
    musician,
    post,
    read,
    marks,
  }) => {
    const { messages } = (await read(client)).body.thread;
    const first = messages[0]?.createdAt ?? '';
    expect(await marks()).toEqual({ [client.id]: first });
    app.clock.add({ minutes: 7 });
    await read(client);
    expect(await marks()).toEqual({ [client.id]: first });
    const second = (await post('Hi Clara', musician.person)).body.message.createdAt;
    await read(client);
    expect(await marks()).toEqual({ [client.id]: second });
    await queries.markRead(app.db, {
      threadId: session.threadId,
      personId: client.id,
      upTo: Temporal.Instant.from(first),
    });
    expect(await marks()).toEqual({ [client.id]: second });
  });

  test('earlier pages and an empty conversation mark nothing', async ({
    studio,
    client,
    musician,
    post,
    read,
    unread,
    marks,
  }) => {
    await post('Hi Clara', musician.person);
    await post('Are you there?', musician.person);
    await read(client, { size: 1, page: 1 });
    await read(client, { size: 1, page: 99 });
    expect(await marks()).toEqual({});
    expect(await unread(client)).toBe(2);
    await read(client, { size: 1 });
    expect(await unread(client)).toBe(0);
    session = await makeSession(studio, { client, musician });
    await read(client);
    expect(await marks()).toEqual({});
  });

  test('a message whose call began before a reading, but came after it, stays unread', async ({
    app,
    client,
    musician,
    post,
    read,
    unread,
  }) => {
    const began = app.clock.now();
    app.clock.add({ seconds: 5 });
    await post('first', musician.person);
    await read(client);
    app.clock.instant = began;
    await post('begun earlier', musician.person);
    expect(await unread(client)).toBe(1);
  });

  test('of readings among many posts none hides a message that it did not show; 8 rounds', async ({
    client,
    musician,
    race,
    read,
    unread,
  }) => {
    for (let round = 0; round < 8; round += 1) {
      const { total, seen } = await race(round, musician.person, client);
      expect(await unread(client)).toBe(total - seen);
      await read(client);
      expect(await unread(client)).toBe(0);
    }
  });

  test("of a musician's readings among many posts none takes a mark of what it did not show; 8 rounds", async ({
    app,
    client,
    musician,
    race,
    read,
    unread,
  }) => {
    const waiting = async () => (await app.call(getToday, {}, musician.person)).body.unread.total;
    for (let round = 0; round < 8; round += 1) {
      const { total, seen } = await race(round, client, musician.person);
      expect(await unread(musician.person)).toBe(total - seen);
      expect(await waiting()).toBe(total > seen ? 1 : 0);
      await read(musician.person);
      expect(await waiting()).toBe(0);
    }
  });
});
