import type { AnswerOf, InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { cleanText } from '../../shared/lib/text.ts';
import type * as contract from '../../shared/messages/contract.ts';
import { mayPost, mayToggle, messageProblem, threadStatus } from '../../shared/messages/rules.ts';
import { transaction, type Db } from '../db/transaction.ts';
import type { SignedInCtx } from '../lib/ctx.ts';
import { addressKey, limit } from '../lib/rate.ts';
import * as queries from './queries.ts';

/** A person's messages, to whomever, and an address's, behind which several may sit: more is 429 (decisions 1). */
const POSTS_A_MINUTE = 30;
const POSTS_OF_ADDRESS = 300;
const WHOLE = { page: 0, size: 1000 };

/**
 * A conversation of the caller's. Reading its latest page marks it read up to the newest message that the answer
 * holds: what comes while it is on its way stays unread.
 */
export async function listMessages(
  ctx: SignedInCtx,
  { params, query }: InputOf<typeof contract.listMessages>,
): Promise<Result<AnswerOf<typeof contract.listMessages>, ProblemOf<typeof contract.listMessages>>> {
  const { db, actor, now } = ctx;
  const thread = await presentThread(db, params.threadId, actor.id, query, now);
  if (thread === null) return fail('not_found');
  const newest = query.page === 0 ? thread.messages.at(-1) : undefined;
  if (newest !== undefined) {
    const upTo = Temporal.Instant.from(newest.createdAt);
    await queries.markRead(db, { threadId: params.threadId, personId: actor.id, upTo });
  }
  return ok({ thread });
}

/** Writes into an open conversation: 1 to 1000 characters without the blanks around them (part 2 section 5). */
export async function postMessage(
  ctx: SignedInCtx,
  { body }: InputOf<typeof contract.postMessage>,
  address: string,
): Promise<Result<AnswerOf<typeof contract.postMessage>, ProblemOf<typeof contract.postMessage>>> {
  const { actor, now } = ctx;
  await limit(ctx.db, now, `messages:address:${addressKey(address)}`, POSTS_OF_ADDRESS, 60);
  await limit(ctx.db, now, `messages:account:${actor.id}`, POSTS_A_MINUTE, 60);
  const text = cleanText(body.body);
  const wrong = messageProblem(text);
  return transaction(ctx, async (tx) => {
    const locked = await queries.lockThread(tx, body.thread_id, actor.id);
    if (locked === undefined) return fail('not_found');
    if (wrong !== null) return fail('invalid', { errors: [{ field: 'body', message: wrong }] });
    const may = mayPost(actor.role, threadStatus(locked, now));
    if (!may.ok) return fail('thread_closed', may.detail === undefined ? {} : { detail: may.detail });
    const message = { threadId: body.thread_id, authorId: actor.id, body: text, now };
    const kept = await queries.insertMessage(tx, message);
    const thread = await queries.findThread(tx, body.thread_id, actor.id);
    if (thread === undefined) return fail('not_found');
    return ok({ message: shown(thread, { ...kept, author_id: actor.id, body: text }) });
  });
}

/**
 * The musician closes or reopens a conversation; asking for what already is changes nothing. 4 days after the
 * session's end it is closed for good (decisions 5).
 */
export async function putThread(
  ctx: SignedInCtx,
  { body }: InputOf<typeof contract.putThread>,
): Promise<Result<AnswerOf<typeof contract.putThread>, ProblemOf<typeof contract.putThread>>> {
  const { actor, now } = ctx;
  const { thread_id, status } = body;
  return transaction(ctx, async (tx) => {
    const locked = await queries.lockThread(tx, thread_id, actor.id);
    if (locked === undefined) return fail('not_found');
    const may = mayToggle(actor.role, threadStatus(locked, now), status);
    if (!may.ok && may.reason === 'automatically_closed') return fail('automatically_closed');
    const closed = status === 'closed' ? { at: now, by: actor.id } : null;
    if (may.ok) await queries.setClosed(tx, thread_id, closed);
    const thread = await presentThread(tx, thread_id, actor.id, WHOLE, now);
    return thread === null ? fail('not_found') : ok({ thread });
  });
}

/** A thread in the wire's form, for its two people; null for everyone else. Page 0 holds the latest messages. */
async function presentThread(
  db: Db,
  threadId: string,
  viewerId: string,
  { page, size }: { page: number; size: number },
  now: Temporal.Instant,
): Promise<contract.Thread | null> {
  const thread = await queries.findThread(db, threadId, viewerId);
  if (thread === undefined) return null;
  const latest = await queries.messagesOf(db, threadId, { limit: size, offset: page * size });
  const { client, musician } = sidesOf(thread);
  return {
    id: thread.id,
    session_id: thread.session_id,
    status: threadStatus(thread, now),
    messages: latest.toReversed().map((message) => shown(thread, message)),
    total: await queries.countMessages(db, threadId),
    participants_info: [client, musician],
  };
}

function sidesOf(thread: queries.ThreadRow) {
  return {
    client: { id: thread.client_id, name: thread.client_name, avatar: thread.client_avatar },
    musician: { id: thread.musician_id, name: thread.musician_name, avatar: thread.musician_avatar },
  };
}

function shown(thread: queries.ThreadRow, message: queries.MessageRow): contract.Message {
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
