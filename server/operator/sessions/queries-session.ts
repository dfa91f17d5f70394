import { sql } from 'kysely';
import type { RecordedEvent } from '#shared/sessions/rules.ts';
import type { Status } from '#shared/sessions/rules-status.ts';
import type { Db } from '../../db/transaction.ts';

/** A booked or cancelled session with both sides and what it was booked with; undefined for a hold. */
export function sessionById(db: Db, id: number) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('people as c', 'c.id', 's.client_id')
    .innerJoin('people as p', 'p.id', 's.musician_id')
    .innerJoin('musicians as m', 'm.person_id', 's.musician_id')
    .innerJoin('services as v', 'v.id', 's.service_id')
    .leftJoin('people as x', 'x.id', 's.cancelled_by')
    .leftJoin('ratings as r', 'r.session_id', 's.id')
    .leftJoin('threads as t', 't.session_id', 's.id')
    .select(['s.id', 's.status', 's.phase', 's.starts_at', 's.ends_at', 's.duration', 's.price', 's.title'])
    .select(['s.booked_at', 's.files_due_at', 's.files_format', 's.attendance', 's.is_first_session'])
    .select(['s.cancelled_at', 's.cancelled_by', 'x.name as canceller_name', 's.service_id'])
    .select(['v.label as service', 'v.files_delivery', 'r.stars'])
    .select(['s.client_id', 'c.name as client_name', 'c.role as client_role', 'c.avatar as client_avatar'])
    .select(['c.zone as client_zone', 'c.email as client_email'])
    .select([
      's.musician_id',
      'p.name as musician_name',
      'm.zone as musician_zone',
      'p.email as musician_email',
    ])
    .select(sql<string | null>`coalesce(p.avatar, m.image)`.as('musician_avatar'))
    .select(sql<number>`(select count(*) from messages g where g.thread_id = t.id)`.as('messages'))
    .select(
      sql<readonly string[] | null>`(
        select f.cancellation_reasons from feedback f
        where f.session_id = s.id and f.author_id = s.cancelled_by and f.feedback_type = 'cancel-by-user'
        order by f.created_at desc limit 1)`.as('reasons'),
    )
    .where('s.id', '=', id)
    .where('s.phase', '<>', sql.lit('hold'))
    .executeTakeFirst();
}
export type SessionRow = NonNullable<Awaited<ReturnType<typeof sessionById>>>;

interface EventRow {
  readonly id: string;
  readonly at: Temporal.Instant;
  readonly event: RecordedEvent;
  readonly from_status: Status;
  readonly to_status: Status;
  readonly actor_id: string | null;
  readonly actor_name: string | null;
}

/** What is recorded of a session, the newest first. */
export async function eventsOf(db: Db, sessionId: number, limit: number): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.id, e.at, e.event, e.from_status, e.to_status, e.actor_id, p.name as actor_name
    from session_events e left join people p on p.id = e.actor_id
    where e.session_id = ${sessionId} order by e.at desc, e.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The sent mails about a session, the newest first. */
export function mailsOf(db: Db, sessionId: number, limit: number) {
  return db
    .selectFrom('email_log')
    .select(['event_id', 'recipient', 'template'])
    .select(sql<Temporal.Instant>`sent_at`.as('sent_at'))
    .where('session_id', '=', sessionId)
    .where('sent_at', 'is not', null)
    .orderBy('sent_at', 'desc')
    .orderBy('event_id')
    .limit(limit)
    .execute();
}

/** What a session took of credits and gave back, the first first. */
export function ledgerOf(db: Db, sessionId: number) {
  return db
    .selectFrom('credit_entries as e')
    .innerJoin('credit_lots as l', 'l.id', 'e.lot_id')
    .select(['e.id', 'e.at', 'e.delta', 'e.reason', 'l.source'])
    .where('e.session_id', '=', sessionId)
    .orderBy('e.at')
    .orderBy('e.id')
    .execute();
}

/** The complete files of a session, by folder and name. */
export function filesOf(db: Db, sessionId: number) {
  return db
    .selectFrom('files as f')
    .innerJoin('people as p', 'p.id', 'f.uploaded_by')
    .select(['f.id', 'f.folder', 'f.prefix', 'f.name', 'f.size', 'f.last_modified', 'f.uploaded_by'])
    .select('p.name as uploader_name')
    .where('f.session_id', '=', sessionId)
    .orderBy('f.folder', 'desc')
    .orderBy('f.prefix')
    .orderBy('f.name')
    .execute();
}

/** A session's latest messages, the latest first, and how many there are. */
export function messagesOf(db: Db, sessionId: number, limit: number) {
  return db
    .selectFrom('messages as g')
    .innerJoin('threads as t', 't.id', 'g.thread_id')
    .innerJoin('people as p', 'p.id', 'g.author_id')
    .select(['g.id', 'g.body', 'g.created_at', 'g.author_id', 'p.name as author_name'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('t.session_id', '=', sessionId)
    .orderBy('g.created_at', 'desc')
    .orderBy('g.id', 'desc')
    .limit(limit)
    .execute();
}
