import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Role } from '#shared/lib/endpoint.ts';
import type { Group } from '#shared/sessions/contract.ts';
import type { SessionStatus } from '#shared/sessions/rules-status.ts';
import type { Db } from '../db/transaction.ts';
import type { Tables } from '../db/tables.ts';
import { fixed } from '../db/fixed.ts';

/** The reader: a client sees the sessions they booked, a musician those booked with them. */
export interface Viewer {
  readonly id: string;
  readonly role: Role;
}

const sideOf = ({ role }: Viewer) => (role === 'partner' ? 's.musician_id' : 's.client_id');

const complete = (folder: 'user' | 'output') =>
  sql<number>`(select count(*) from files f where f.session_id = s.id and f.folder = ${sql.lit(folder)})`;

/** Messages of the other side since the viewer's last reading. */
const unread = (viewer: Viewer) =>
  sql<number>`(
    select count(*) from messages g
    where g.thread_id = t.id and g.author_id <> ${viewer.id} and g.created_at > coalesce(
      (select read_at from thread_reads d where d.thread_id = t.id and d.person_id = ${viewer.id}), '-infinity'))`;

/** The session's instrument (docs/product/sessions.md#instrument); null when the musician has none. */
const instrument = sql<string | null>`(
  select i.label from musician_instruments mi join instruments i on i.id = mi.instrument_id
  where mi.musician_id = s.musician_id
  order by i.slug = v.category desc, exists (select from services o where o.category = i.slug), i.position, i.id
  limit 1)`;

/** The slots of a session by start; instants as JSON has them. */
const slots = sql<{ id: string; starts_at: string; ends_at: string }[]>`(
  select coalesce(json_agg(
    json_build_object('id', l.id, 'starts_at', l.starts_at, 'ends_at', l.ends_at) order by l.starts_at), '[]')
  from slot_claims c join slots l on l.id = c.slot_id where c.session_id = s.id)`;

/** For a session that its client has just held or booked: nothing was sent yet, and nobody else wrote. */
const NONE = sql<number>`0`;

/** Sessions with everything that a card shows, in one query; `areNew` spares looking for what new ones lack. */
function sessionsOf(db: Kysely<Tables>, viewer: Viewer, areNew = false) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('people as c', 'c.id', 's.client_id')
    .innerJoin('people as p', 'p.id', 's.musician_id')
    .innerJoin('musicians as m', 'm.person_id', 's.musician_id')
    .innerJoin('services as v', 'v.id', 's.service_id')
    .leftJoin('threads as t', 't.session_id', 's.id')
    .leftJoin('ratings as r', 'r.session_id', 's.id')
    .selectAll('s')
    .select(['c.name as client_name', 'c.email as client_email', 'c.avatar as client_avatar'])
    .select(['c.zone as client_zone', 'p.name as musician_name', 'm.zone as musician_zone'])
    .select(['m.slug', 'm.sessions_type', 'm.zoom_link', 'm.audiomovers_link', 'm.recredit_limit_hours'])
    .select(['v.label as service_label', 'v.category as service_category', 'v.session_type'])
    .select([
      'v.files_deadline_enabled',
      'v.files_delivery',
      'v.file_upload_rules',
      'v.form_flags',
      'v.offered',
    ])
    .select(['t.id as thread_id', 'r.stars', 'r.comment', 'r.created_at as rated_at'])
    .select([
      sql<string | null>`coalesce(p.avatar, m.image)`.as('musician_avatar'),
      (areNew ? NONE : complete('user')).as('user_files'),
      (areNew ? NONE : complete('output')).as('output_files'),
      instrument.as('instrument'),
      (areNew ? NONE : unread(viewer)).as('unread_messages'),
    ])
    .where(sideOf(viewer), '=', viewer.id);
}

/** A session with everything that a card shows. */
export type Details = Awaited<ReturnType<typeof pageOfSessions>>[number];

/** The query of one session, which depends on the viewer's role and on whether it is new. */
const oneSession = (role: Role, isNew = false) =>
  fixed((db, { id, viewerId, now }: { id: number; viewerId: string; now: Temporal.Instant }) =>
    sessionsOf(db, { id: viewerId, role }, isNew)
      .select(slots.as('slots'))
      .where('s.id', '=', id)
      .where((where) =>
        where.or([
          where('s.phase', '<>', 'hold'),
          where.and([where('s.held_until', '>', now), where('s.client_id', '=', viewerId)]),
        ]),
      ),
  );
const forMusician = oneSession('partner');
const forClient = oneSession('client');
const newForClient = oneSession('client', true);

/** One session of the viewer's, with its slots; of holds only the client's own live one. `isNew` as its client knows. */
export function findSession(db: Db, id: number, viewer: Viewer, now: Temporal.Instant, isNew = false) {
  const find = viewer.role === 'partner' ? forMusician : isNew ? newForClient : forClient;
  return find.first(db, { id, viewerId: viewer.id, now });
}

/** How a session was cancelled: the reasons given, the credits that came back, and the event of the status table. */
export async function cancellationRecord(db: Db, sessionId: number) {
  return db
    .selectFrom('sessions as s')
    .leftJoin('feedback as f', (join) =>
      join
        .onRef('f.session_id', '=', 's.id')
        .onRef('f.author_id', '=', 's.cancelled_by')
        .on('f.feedback_type', '=', 'cancel-by-user'),
    )
    .select(['f.cancellation_reasons', 'f.feedback_notes'])
    .select((select) => [
      select
        .selectFrom('credit_entries as e')
        .select((sum) => sum.fn.sum<number>('e.delta').as('refunded'))
        .whereRef('e.session_id', '=', 's.id')
        .where('e.reason', 'in', ['refund', 'grant'])
        .as('refunded'),
      select
        .exists(
          select
            .selectFrom('session_events as v')
            .select('v.id')
            .whereRef('v.session_id', '=', 's.id')
            .where('v.event', '=', 'not_delivered'),
        )
        .as('undelivered'),
    ])
    .where('s.id', '=', sessionId)
    .orderBy('f.created_at', 'desc')
    .executeTakeFirst();
}

interface SessionAt {
  readonly id: number;
  readonly client_id: string;
  readonly musician_id: string;
  readonly starts_at: Temporal.Instant;
  /** When it takes its place among those that are over. */
  readonly listed_at: Temporal.Instant;
  readonly effective_status: SessionStatus;
  readonly past: boolean;
}

/** All sessions except holds as of an instant: server/db/views/sessions.sql. */
const sessionsAt = (now: Temporal.Instant) =>
  sql<SessionAt>`listed_sessions_at(${now})`.as<'at'>(sql.ref('at'));

/** The viewer's own of them, by an index of their side. */
const ownSessionsAt = (db: Db, { id, role }: Viewer, now: Temporal.Instant) =>
  db.selectFrom(sessionsAt(now)).where(role === 'partner' ? 'at.musician_id' : 'at.client_id', '=', id);

/** The same as groupOf in shared/sessions/rules.ts; a test compares the two. */
function groupFor(role: Role): RawBuilder<Group> {
  if (role !== 'partner') return sql<Group>`case when at.past then 'past' else 'upcoming' end`;
  return sql<Group>`case when at.past then 'past'
    when at.effective_status = 'partner_ready_to_go' then 'upcoming_partners' else 'pending_review' end`;
}

/** What comes next first, then what is over, the latest first. */
const LISTED_ORDER = sql`at.past, case when not at.past then at.starts_at end, case when not at.past then at.id end,
  at.listed_at desc, at.id desc`;

/**
 * A page of the viewer's sessions, of one group or all (docs/product/sessions.md#lists). What a card shows is read for
 * the sessions of the page alone.
 */
export function pageOfSessions(
  db: Db,
  viewer: Viewer,
  page: { group: Group | undefined; limit: number; offset: number; now: Temporal.Instant },
) {
  const { group, now, limit, offset } = page;
  const own = ownSessionsAt(db, viewer, now);
  const listed = group === undefined ? own : own.where(groupFor(viewer.role), '=', group);
  const cards = listed.selectAll('at').orderBy(LISTED_ORDER).limit(limit).offset(offset);
  return sessionsOf(db, viewer).innerJoin(cards.as('at'), 'at.id', 's.id').orderBy(LISTED_ORDER).execute();
}

/**
 * What 'Today' reads of a musician's sessions that something may wait in: not over, not delivered, or with unread
 * messages. Which they are is read from an index, and the sessions' own rows of them alone.
 */
export function waitingSessions(db: Db, viewer: Viewer, now: Temporal.Instant) {
  return db
    .with(
      (name) => name('unread').materialized(),
      (query) =>
        query
          .selectFrom('unread_threads as u')
          .innerJoin('threads as t', 't.id', 'u.thread_id')
          .select(['t.session_id', unread(viewer).as('messages')])
          .where('u.musician_id', '=', viewer.id),
    )
    .with(
      (name) => name('waiting').materialized(),
      (query) =>
        query
          .selectFrom(sessionsAt(now))
          .select('at.id')
          .where('at.musician_id', '=', viewer.id)
          .where((where) =>
            where.or([
              where('at.past', '=', false),
              where('at.effective_status', '=', 'partner_upload_required'),
            ]),
          )
          .union(query.selectFrom('unread').select('session_id as id').where('messages', '>', 0)),
    )
    .selectFrom('waiting')
    .innerJoin('sessions as s', 's.id', 'waiting.id')
    .innerJoin('services as v', 'v.id', 's.service_id')
    .leftJoin('unread as w', 'w.session_id', 's.id')
    .select(['s.id', 's.status', 's.phase', 's.starts_at', 's.ends_at', 'v.files_delivery'])
    .select((select) => select.fn.coalesce('w.messages', select.lit(0)).as('unread_messages'))
    .execute();
}

/** Some of the viewer's sessions with everything that a card shows, in no order. */
export async function cardsOf(db: Db, viewer: Viewer, ids: readonly number[]): Promise<Details[]> {
  return ids.length === 0 ? [] : sessionsOf(db, viewer).where('s.id', 'in', ids).execute();
}

/** The viewer's number of sessions in each group that has any. */
export function countByGroup(db: Db, viewer: Viewer, now: Temporal.Instant) {
  return ownSessionsAt(db, viewer, now)
    .select((select) => [groupFor(viewer.role).as('group'), select.fn.countAll<number>().as('count')])
    .groupBy('group')
    .execute();
}
