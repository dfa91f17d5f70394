import type { Role } from '#shared/lib/endpoint.ts';
import { cleanText } from '#shared/lib/text.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { mayPost, threadStatus } from '#shared/messages/rules.ts';
import { together } from '../db/pipeline.ts';
import type { Tx } from '../db/transaction.ts';
import { newId } from '../lib/ids.ts';
import * as queries from './queries.ts';

/**
 * Opens the thread of a confirmed session, with the booking's message if there is one
 * (docs/product/messages.md#thread). The caller checks lengths. Returns the thread's id.
 */
export async function openThread(
  tx: Tx,
  opening: { sessionId: number; authorId: string; body: string | null; now: Temporal.Instant },
): Promise<string> {
  const { sessionId, authorId, now } = opening;
  const threadId = newId();
  const body = cleanText(opening.body ?? '');
  await together([
    queries.insertThread(tx, { id: threadId, sessionId, now }),
    body === '' || queries.insertMessage(tx, { threadId, authorId, body, now }),
  ]);
  return threadId;
}

interface Note {
  readonly sessionId: number;
  readonly author: { readonly id: string; readonly role: Role };
  /** Clean, not empty and not too long: checked by the caller. */
  readonly body: string;
  readonly now: Temporal.Instant;
}

/** Posts a note of one side to the session's thread while it is open. Returns the message's id. */
export async function postNote(
  tx: Tx,
  { sessionId, author, body, now }: Note,
): Promise<Result<string, 'wrong_role' | 'thread_closed'>> {
  const thread = await queries.lockThreadOf(tx, sessionId);
  const may = mayPost(author.role, threadStatus(thread, now));
  if (!may.ok) return may;
  const { id } = await queries.insertMessage(tx, { threadId: thread.id, authorId: author.id, body, now });
  return ok(id);
}
