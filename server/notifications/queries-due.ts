import { sql } from 'kysely';
import type { Db, Tx } from '../db/transaction.ts';
import { agreed, isUnread } from './queries-mails.ts';

/** The handler's name in `handled`. */
const HANDLER = 'notifications.remind';

/** Which of these events are marked. */
export async function marked(db: Db, eventIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (eventIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('handled')
    .select('event_id')
    .where('handler', '=', HANDLER)
    .where('event_id', 'in', [...new Set(eventIds)])
    .execute();
  return new Set(rows.map(({ event_id }) => event_id));
}

/** Marks an event; false when it is marked already. */
export async function mark(tx: Tx, eventId: string, now: Temporal.Instant): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('handled')
    .values({ event_id: eventId, handler: HANDLER, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

const timed = (db: Db) =>
  db
    .selectFrom('sessions as s')
    .select(['s.id', 's.starts_at', 's.files_due_at', agreed.as('agreed')])
    .where('s.phase', '=', 'booked');

/** Booked sessions that start after one instant and not after another. */
export function sessionsStarting(db: Db, after: Temporal.Instant, until: Temporal.Instant) {
  return timed(db).where('s.starts_at', '>', after).where('s.starts_at', '<=', until).execute();
}

/** Booked sessions that wait for files, by deadline. */
export function sessionsWantingFiles(db: Db, after: Temporal.Instant, until: Temporal.Instant) {
  return timed(db)
    .where('s.status', 'in', ['client_files_upload_required', 'client_files_update_required'])
    .where('s.files_due_at', '>', after)
    .where('s.files_due_at', '<=', until)
    .execute();
}

/** Booked sessions whose files were due at least `from` and less than `until` hours before, and are not delivered. */
export async function lateDeliveries(
  db: Db,
  hours: { readonly now: Temporal.Instant; readonly from: number; readonly until: number },
) {
  const due = sql<Temporal.Instant>`s.ends_at + make_interval(mins => v.files_delivery)`;
  return db
    .selectFrom('sessions as s')
    .innerJoin('services as v', 'v.id', 's.service_id')
    .select(['s.id', 's.status', 's.ends_at', due.as('due')])
    .where('s.phase', '=', 'booked')
    .where('s.status', '<>', 'partner_deliverables_ready')
    .where(due, '<=', hours.now.subtract({ hours: hours.from }))
    .where(due, '>', hours.now.subtract({ hours: hours.until }))
    .execute();
}

/** Trials without a card, by end. */
export function trialsEnding(db: Db, after: Temporal.Instant, until: Temporal.Instant) {
  return db
    .selectFrom('memberships')
    .select(['person_id', 'trial_ends_at'])
    .where('status', '=', 'trial')
    .where('trial_ends_at', '>', after)
    .where('trial_ends_at', '<=', until)
    .execute();
}

interface Waiting {
  readonly now: Temporal.Instant;
  readonly since: Temporal.Instant;
  readonly before: Temporal.Instant;
  readonly pausedSince: Temporal.Instant;
}

/**
 * Unread, unmailed messages by thread and age, of bursts that began before `before` and whose reader was not mailed
 * about the thread since `pausedSince` (docs/product/notifications.md#unread-messages).
 */
export function unreadMessages(db: Db, { now, since, before, pausedSince }: Waiting) {
  const marks = sql`select 1 from handled h where h.handler = ${HANDLER} and h.event_id = g.id`;
  return db
    .with('waiting', (query) =>
      query
        .selectFrom('messages as g')
        .innerJoin('threads as t', 't.id', 'g.thread_id')
        .innerJoin('sessions as s', 's.id', 't.session_id')
        .select(['g.id', 'g.thread_id', 'g.author_id', 'g.created_at'])
        .where('g.created_at', '>', since)
        .where('g.created_at', '<=', now)
        .whereRef('g.created_at', '>', 't.created_at')
        .where(isUnread)
        .where(sql<boolean>`not exists (${marks})`)
        // A request for files has its own mail with the note.
        .where(sql<boolean>`not exists (select from feedback f where f.message_id = g.id)`),
    )
    .selectFrom('waiting as w')
    .select(['w.id', 'w.thread_id', 'w.author_id'])
    .where(
      sql<boolean>`exists (
        select from waiting o where o.thread_id = w.thread_id and o.author_id = w.author_id
        and o.created_at <= ${before})`,
    )
    .where(
      sql<boolean>`not exists (
        select from messages g join threads t on t.id = g.thread_id join sessions s on s.id = t.session_id
        join handled h on h.event_id = g.id and h.handler = ${HANDLER} and h.at > ${pausedSince}
        where g.thread_id = w.thread_id and g.author_id = w.author_id and ${isUnread})`,
    )
    .orderBy('w.thread_id')
    .orderBy('w.author_id')
    .orderBy('w.created_at')
    .execute();
}
