import { sql } from 'kysely';
import type { Db, Tx } from '../db/transaction.ts';
import { newId } from '../lib/ids.ts';
import { fixed } from '../db/fixed.ts';

interface NewThread {
  readonly id: string;
  readonly sessionId: number;
  readonly now: Temporal.Instant;
}

const threadInsert = fixed((db, { id, sessionId, now }: NewThread) =>
  db.insertInto('threads').values({ id, session_id: sessionId, created_at: now }),
);

export async function insertThread(tx: Tx, thread: NewThread): Promise<void> {
  await threadInsert.count(tx, thread);
}

/**
 * Writes a message under its thread's lock, later than all before it (docs/product/messages.md#message-order). Returns
 * its id and instant.
 */
export function insertMessage(
  tx: Tx,
  message: { threadId: string; authorId: string; body: string; now: Temporal.Instant },
): Promise<{ id: string; created_at: Temporal.Instant }> {
  const { threadId, now } = message;
  return tx
    .insertInto('messages')
    .values({
      id: newId(),
      thread_id: threadId,
      author_id: message.authorId,
      body: message.body,
      created_at: sql`greatest(${now}::timestamptz, (
        select max(created_at) + interval '1 microsecond' from messages where thread_id = ${threadId}))`,
    })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow();
}

/** A thread with its session's end and both sides, if the person is one of them. */
export function findThread(db: Db, threadId: string, personId: string) {
  return db
    .selectFrom('threads as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .innerJoin('people as c', 'c.id', 's.client_id')
    .innerJoin('people as p', 'p.id', 's.musician_id')
    .innerJoin('musicians as m', 'm.person_id', 's.musician_id')
    .select(['t.id', 't.session_id', 't.closed_at', 's.ends_at', 's.client_id', 's.musician_id'])
    .select(['c.name as client_name', 'c.avatar as client_avatar', 'p.name as musician_name'])
    .select(sql<string | null>`coalesce(p.avatar, m.image)`.as('musician_avatar'))
    .where('t.id', '=', threadId)
    .where((where) => where.or([where('s.client_id', '=', personId), where('s.musician_id', '=', personId)]))
    .executeTakeFirst();
}

/** A thread as findThread reads it. */
export type ThreadRow = NonNullable<Awaited<ReturnType<typeof findThread>>>;

/** Locks the person's thread, so that posting, closing and reopening are serial. Undefined when it is not theirs. */
export function lockThread(tx: Tx, threadId: string, personId: string) {
  return tx
    .selectFrom('threads as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .select(['t.closed_at', 's.ends_at'])
    .where('t.id', '=', threadId)
    .where((where) => where.or([where('s.client_id', '=', personId), where('s.musician_id', '=', personId)]))
    .forNoKeyUpdate('t')
    .executeTakeFirst();
}

/** The thread of a session that was booked, locked likewise. */
export function lockThreadOf(tx: Tx, sessionId: number) {
  return tx
    .selectFrom('threads as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .select(['t.id', 't.closed_at', 's.ends_at'])
    .where('t.session_id', '=', sessionId)
    .forNoKeyUpdate('t')
    .executeTakeFirstOrThrow();
}

/** Closes or reopens a thread; never closed before its last message. */
export async function setClosed(
  tx: Tx,
  threadId: string,
  closed: { at: Temporal.Instant; by: string } | null,
): Promise<void> {
  const at =
    closed &&
    sql<Temporal.Instant>`greatest(${closed.at}::timestamptz, (
    select max(created_at) from messages where thread_id = ${threadId}))`;
  await tx
    .updateTable('threads')
    .set({ closed_at: at, closed_by: closed && closed.by })
    .where('id', '=', threadId)
    .execute();
}

/** A page of a thread's messages, the latest first. */
export function messagesOf(db: Db, threadId: string, page: { limit: number; offset: number }) {
  return db
    .selectFrom('messages')
    .select(['id', 'author_id', 'body', 'created_at'])
    .where('thread_id', '=', threadId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** A message as messagesOf reads it. */
export type MessageRow = Awaited<ReturnType<typeof messagesOf>>[number];

export async function countMessages(db: Db, threadId: string): Promise<number> {
  const { count } = await db
    .selectFrom('messages')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('thread_id', '=', threadId)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Records up to which message a person has read a thread; never moves back. A message that is written meanwhile leaves
 * the thread's mark: its instant is compared again once its transaction has ended.
 */
export async function markRead(
  db: Db,
  read: { threadId: string; personId: string; upTo: Temporal.Instant },
): Promise<void> {
  const { threadId, personId, upTo } = read;
  await db
    .with('read', (query) =>
      query
        .deleteFrom('unread_threads')
        .where('thread_id', '=', threadId)
        .where('musician_id', '=', personId)
        .where('newest_at', '<=', upTo),
    )
    .insertInto('thread_reads')
    .values({ thread_id: threadId, person_id: personId, read_at: upTo })
    .onConflict((conflict) =>
      conflict
        .columns(['thread_id', 'person_id'])
        .doUpdateSet({ read_at: upTo })
        .where('thread_reads.read_at', '<', upTo),
    )
    .execute();
}
