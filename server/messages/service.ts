import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { cleanText } from '#shared/lib/text.ts';
import type * as contract from '#shared/messages/contract.ts';
import { mayPost, mayToggle, messageProblem, threadStatus } from '#shared/messages/rules.ts';
import { reading, together } from '../db/pipeline.ts';
import { transaction, type Db } from '../db/transaction.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import * as queries from './queries.ts';

export { MESSAGE_INVARIANTS } from './queries-invariants.ts';

const FIRST_PAGE = { page: 0, size: 1000 };

/** A thread of the caller's; page 0 marks it read (docs/product/messages.md#reading). */
export async function listMessages(
  ctx: SignedInCtx,
  { params, query }: InputOf<typeof contract.listMessages>,
): Promise<Result<ResponseOf<typeof contract.listMessages>, ProblemOf<typeof contract.listMessages>>> {
  const { db, actor, now } = ctx;
  const thread = await toThread(db, params.threadId, actor.id, query, now);
  if (thread === null) return fail('not_found');
  const newest = query.page === 0 ? thread.messages.at(-1) : undefined;
  if (newest !== undefined) {
    const upTo = Temporal.Instant.from(newest.createdAt);
    await queries.markRead(db, { threadId: params.threadId, personId: actor.id, upTo });
  }
  return ok({ thread });
}

/** Writes into an open thread (docs/product/messages.md#message). */
export async function postMessage(
  ctx: SignedInCtx,
  { body }: InputOf<typeof contract.postMessage>,
): Promise<Result<ResponseOf<typeof contract.postMessage>, ProblemOf<typeof contract.postMessage>>> {
  const { actor, now } = ctx;
  const text = cleanText(body.body);
  const wrong = messageProblem(text);
  return transaction(ctx, async (tx) => {
    const locked = await queries.lockThread(tx, body.thread_id, actor.id);
    if (locked === undefined) return fail('not_found');
    if (wrong !== null) return fail('invalid', { errors: [{ field: 'body', message: wrong }] });
    const may = mayPost(actor.role, threadStatus(locked, now));
    if (!may.ok) return fail('thread_closed', may.detail === undefined ? {} : { detail: may.detail });
    const message = { threadId: body.thread_id, authorId: actor.id, body: text, now };
    const [inserted, thread] = await together([
      queries.insertMessage(tx, message),
      queries.findThread(tx, body.thread_id, actor.id),
    ]);
    if (thread === undefined) return fail('not_found');
    return ok({ message: toMessage(thread, { ...inserted, author_id: actor.id, body: text }) });
  });
}

/** The musician closes or reopens a thread (docs/product/messages.md#closing). */
export async function putThread(
  ctx: SignedInCtx,
  { body }: InputOf<typeof contract.putThread>,
): Promise<Result<ResponseOf<typeof contract.putThread>, ProblemOf<typeof contract.putThread>>> {
  const { actor, now } = ctx;
  const { thread_id, status } = body;
  return transaction(ctx, async (tx) => {
    const locked = await queries.lockThread(tx, thread_id, actor.id);
    if (locked === undefined) return fail('not_found');
    const may = mayToggle(actor.role, threadStatus(locked, now), status);
    if (!may.ok && may.reason === 'automatically_closed') return fail('automatically_closed');
    const closed = status === 'closed' ? { at: now, by: actor.id } : null;
    const [, thread] = await together([
      may.ok && queries.setClosed(tx, thread_id, closed),
      toThread(tx, thread_id, actor.id, FIRST_PAGE, now),
    ]);
    return thread === null ? fail('not_found') : ok({ thread });
  });
}

/** A thread as the API returns it, for its two people; null for all others. Page 0 holds the latest messages. */
async function toThread(
  db: Db,
  threadId: string,
  viewerId: string,
  { page, size }: { page: number; size: number },
  now: Temporal.Instant,
): Promise<contract.Thread | null> {
  const [thread, latest, total] = await reading(db, (one) =>
    together([
      queries.findThread(one, threadId, viewerId),
      queries.messagesOf(one, threadId, { limit: size, offset: page * size }),
      queries.countMessages(one, threadId),
    ]),
  );
  if (thread === undefined) return null;
  const { client, musician } = sidesOf(thread);
  return {
    id: thread.id,
    session_id: thread.session_id,
    status: threadStatus(thread, now),
    messages: latest.toReversed().map((message) => toMessage(thread, message)),
    total,
    participants_info: [client, musician],
  };
}

function sidesOf(thread: queries.ThreadRow) {
  return {
    client: { id: thread.client_id, name: thread.client_name, avatar: thread.client_avatar },
    musician: { id: thread.musician_id, name: thread.musician_name, avatar: thread.musician_avatar },
  };
}

function toMessage(thread: queries.ThreadRow, message: queries.MessageRow): contract.Message {
  const { client, musician } = sidesOf(thread);
  const { name, avatar } = message.author_id === musician.id ? musician : client;
  return {
    id: message.id,
    thread_id: thread.id,
    body: message.body,
    createdAt: message.created_at.toString(),
    user_id: message.author_id,
    user: { name, avatar },
  };
}
