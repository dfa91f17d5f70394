import { cleanText } from '../../shared/lib/text.ts';
import type { Tx } from '../db/transaction.ts';
import * as queries from './queries.ts';

/**
 * Opens the thread of a session that has just been confirmed (decisions 4 and 5), with the message that came with the
 * booking, if there was one. Lengths are judged by the caller. Answers the thread's id.
 */
export async function openThread(
  tx: Tx,
  opening: { sessionId: number; authorId: string; body: string | null; now: Temporal.Instant },
): Promise<string> {
  const { sessionId, authorId, now } = opening;
  const threadId = await queries.insertThread(tx, sessionId, now);
  const body = cleanText(opening.body ?? '');
  if (body !== '') await queries.insertMessage(tx, { threadId, authorId, body, now });
  return threadId;
}
