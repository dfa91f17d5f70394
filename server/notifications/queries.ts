import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { newId } from '../lib/ids.ts';

/** Identifies a mail of an event. */
export interface MailKey {
  readonly eventId: string;
  readonly recipient: string;
  readonly template: string;
}

/** 'mine': to send now; 'busy': another process has claimed it. */
type Claim = 'mine' | 'sent' | 'busy';

/** A mail as the log notes it. */
interface Noted extends MailKey {
  /** null: nobody with an account. */
  readonly personId: string | null;
  readonly queuedAt: Temporal.Instant;
  /** What it is made from. */
  readonly payload: object;
  /** The session that the mail is about. */
  readonly sessionId: number | null;
}

/** Claims a mail until an instant, unless it is sent or claimed. */
export async function claimMail(
  db: Database,
  { eventId, recipient, template, personId, queuedAt, payload, sessionId }: Noted,
  { now, until }: { now: Temporal.Instant; until: Temporal.Instant },
): Promise<Claim> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('email_log')
    .values({
      id: newId(),
      event_id: eventId,
      recipient,
      template,
      claimed_until: until,
      queued_at: queuedAt,
      person_id: personId,
      payload: JSON.stringify(payload),
      session_id: sessionId,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['event_id', 'recipient', 'template'])
        .doUpdateSet({ claimed_until: until })
        .where('email_log.sent_at', 'is', null)
        .where(
          sql<boolean>`(email_log.claimed_until is null or email_log.claimed_until <= ${now}::timestamptz)`,
        ),
    )
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) return 'mine';
  const { sent_at } = await db
    .selectFrom('email_log')
    .select('sent_at')
    .where('event_id', '=', eventId)
    .where('recipient', '=', recipient)
    .where('template', '=', template)
    .executeTakeFirstOrThrow();
  return sent_at === null ? 'busy' : 'sent';
}

/** How a try of a mail ended: neither sent nor failed where it was not needed any more. */
interface Outcome {
  readonly sentAt?: Temporal.Instant | null;
  readonly failure?: string | null;
}

/** Ends a claim; what is not sent may be tried again. */
export async function endClaim(
  db: Database,
  { eventId, recipient, template }: MailKey,
  { sentAt = null, failure = null }: Outcome,
): Promise<void> {
  await db
    .updateTable('email_log')
    .set({ claimed_until: null, sent_at: sentAt, failure })
    .where('event_id', '=', eventId)
    .where('recipient', '=', recipient)
    .where('template', '=', template)
    .execute();
}

/** The session in whose conversation a message stands. */
export async function sessionOfMessage(db: Database, messageId: string): Promise<number | null> {
  const row = await db
    .selectFrom('messages as g')
    .innerJoin('threads as t', 't.id', 'g.thread_id')
    .select('t.session_id')
    .where('g.id', '=', messageId)
    .executeTakeFirst();
  return row?.session_id ?? null;
}

/** A feedback with its session, who wrote it and both sides. */
export function feedbackWithSession(db: Database, feedbackId: string) {
  return db
    .selectFrom('feedback as f')
    .innerJoin('sessions as s', 's.id', 'f.session_id')
    .innerJoin('people as a', 'a.id', 'f.author_id')
    .innerJoin('people as c', 'c.id', 's.client_id')
    .innerJoin('people as p', 'p.id', 's.musician_id')
    .innerJoin('services as v', 'v.id', 's.service_id')
    .select([
      'f.session_id',
      'f.feedback_notes',
      'f.created_at',
      's.starts_at',
      's.title',
      'v.label as service',
    ])
    .select(['a.name as author_name', 'a.email as author_email', 'a.role as author_role'])
    .select(['c.name as client_name', 'p.name as musician_name'])
    .where('f.id', '=', feedbackId)
    .executeTakeFirst();
}
