import { sql } from 'kysely';
import type { Tables } from '../db/tables.ts';
import type { Tx } from '../db/transaction.ts';

export type Side = 'client' | 'partner';
export type MailKind = Tables['session_mails']['kind'];

/** The columns that decide a session's mails; undefined for a hold. */
export function sessionOfMail(tx: Tx, sessionId: number) {
  return tx
    .selectFrom('sessions')
    .select(['starts_at', 'phase', 'calendar_sequence'])
    .where('id', '=', sessionId)
    .where('phase', '<>', 'hold')
    .executeTakeFirst();
}

/** When one side was last mailed about one kind; null: never. Locks the row. */
export async function lastSent(
  tx: Tx,
  { sessionId, side, kind }: { sessionId: number; side: Side; kind: MailKind },
): Promise<Temporal.Instant | null> {
  const row = await tx
    .selectFrom('session_mails')
    .select('sent_at')
    .where('session_id', '=', sessionId)
    .where('side', '=', side)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst();
  return row?.sent_at ?? null;
}

interface Planned {
  readonly sessionId: number;
  readonly side: Side;
  readonly kind: MailKind;
  readonly dueAt: Temporal.Instant;
  readonly knownStart: Temporal.Instant | null;
  readonly edited: boolean;
  readonly feedbackId: string | null;
}

/** Plans a mail or merges it into the planned one: the earlier time and the first known start count. */
export async function planMail(tx: Tx, planned: Planned): Promise<void> {
  const { dueAt, knownStart, edited, feedbackId } = planned;
  await tx
    .insertInto('session_mails')
    .values({
      session_id: planned.sessionId,
      side: planned.side,
      kind: planned.kind,
      due_at: dueAt,
      known_start: knownStart,
      edited,
      feedback_id: feedbackId,
    })
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'side', 'kind']).doUpdateSet({
        due_at: sql`least(session_mails.due_at, excluded.due_at)`,
        known_start: sql`coalesce(session_mails.known_start, excluded.known_start)`,
        edited: sql`session_mails.edited or excluded.edited`,
        feedback_id: sql`excluded.feedback_id`,
      }),
    )
    .execute();
}

/** Takes the due mails, oldest first; skips rows that another process has locked. */
export async function takeDue(tx: Tx, now: Temporal.Instant, limit: number) {
  const due = await tx
    .selectFrom('session_mails')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('session_id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { session_id, side, kind } of due) {
    await tx
      .updateTable('session_mails')
      .set({ due_at: null, known_start: null, edited: false, feedback_id: null, sent_at: now })
      .where('session_id', '=', session_id)
      .where('side', '=', side)
      .where('kind', '=', kind)
      .execute();
  }
  return due;
}
