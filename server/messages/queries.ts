import type { Tx } from '../db/transaction.ts';
import { newId } from '../lib/ids.ts';

export async function insertThread(tx: Tx, sessionId: number, now: Temporal.Instant): Promise<string> {
  const id = newId();
  await tx.insertInto('threads').values({ id, session_id: sessionId, created_at: now }).execute();
  return id;
}

export async function insertMessage(
  tx: Tx,
  message: { threadId: string; authorId: string; body: string; now: Temporal.Instant },
): Promise<string> {
  const id = newId();
  await tx
    .insertInto('messages')
    .values({
      id,
      thread_id: message.threadId,
      author_id: message.authorId,
      body: message.body,
      created_at: message.now,
    })
    .execute();
  return id;
}
