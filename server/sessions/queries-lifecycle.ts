import { sql, type Selectable } from 'kysely';
import type { Phase, RecordedEvent } from '#shared/sessions/rules.ts';
import type { Status } from '#shared/sessions/rules-status.ts';
import type { Tables } from '../db/tables.ts';
import type { Tx } from '../db/transaction.ts';
import { newId } from '../lib/ids.ts';
import { fixed } from '../db/fixed.ts';

/** A session's row. */
export type SessionRow = Selectable<Tables['sessions']>;

/** The values of a new hold. */
export interface NewHold {
  /** From `nextSessionId`. */
  readonly id: number;
  readonly clientId: string;
  readonly musicianId: string;
  readonly serviceId: string;
  readonly startsAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant;
  /** Minutes. */
  readonly duration: number;
  /** Credits, fixed from now on. */
  readonly price: number;
  readonly heldUntil: Temporal.Instant;
  readonly options: Readonly<Record<string, unknown>>;
  readonly now: Temporal.Instant;
}

/** An id that no other session has or will have. */
export async function nextSessionId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('sessions', 'id')) as id`.execute(tx);
  if (rows[0] === undefined) throw new Error('the sequence of sessions has no next value');
  return rows[0].id;
}

const holdInsert = fixed((_, hold: Omit<NewHold, 'options'> & { readonly options: string }) => {
  const { id, clientId, musicianId, serviceId, startsAt, endsAt, duration, price, heldUntil, now } = hold;
  return sql`
    insert into sessions (id, client_id, musician_id, service_id, phase, status, starts_at, ends_at, duration, price,
      held_until, options, created_at, last_update)
    overriding system value
    values (${id}, ${clientId}, ${musicianId}, ${serviceId}, 'hold', 'prebooked', ${startsAt}, ${endsAt}, ${duration},
      ${price}, ${heldUntil}, ${hold.options}, ${now}, ${now})`;
});

export async function insertHold(tx: Tx, hold: NewHold): Promise<void> {
  await holdInsert.count(tx, { ...hold, options: JSON.stringify(hold.options) });
}

const holdLock = fixed((db, { clientId }: { clientId: string }) =>
  db
    .selectFrom('sessions')
    .select(['id', 'musician_id', 'held_until'])
    .where('client_id', '=', clientId)
    .where('phase', '=', sql.lit('hold'))
    .forNoKeyUpdate(),
);

export function lockHoldOf(tx: Tx, clientId: string) {
  return holdLock.first(tx, { clientId });
}

export async function deleteHold(tx: Tx, sessionId: number): Promise<void> {
  await tx.deleteFrom('sessions').where('id', '=', sessionId).where('phase', '=', 'hold').execute();
}

export function lockSession(tx: Tx, sessionId: number): Promise<SessionRow | undefined> {
  return tx
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', sessionId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

const clientSessionLock = fixed((db, { sessionId, clientId }: { sessionId: number; clientId: string }) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', sessionId)
    .where('client_id', '=', clientId)
    .forNoKeyUpdate(),
);

export function lockClientSession(
  tx: Tx,
  sessionId: number,
  clientId: string,
): Promise<SessionRow | undefined> {
  return clientSessionLock.first(tx, { sessionId, clientId });
}

export function lockOwnSession(tx: Tx, sessionId: number, personId: string): Promise<SessionRow | undefined> {
  return tx
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', sessionId)
    .where('phase', '<>', 'hold')
    .where((where) => where.or([where('client_id', '=', personId), where('musician_id', '=', personId)]))
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function extendHold(tx: Tx, sessionId: number, heldUntil: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ held_until: heldUntil, hold_extended: true })
    .where('id', '=', sessionId)
    .where('phase', '=', 'hold')
    .execute();
}

/** The values that a confirmation writes. */
export interface Confirmed {
  readonly status: Status;
  readonly track_id: string | null;
  readonly title: string | null;
  readonly track_genre: string | null;
  readonly reference_track: string | null;
  readonly meter: string | null;
  readonly bpm: string | null;
  readonly sample_rate: string | null;
  readonly options?: string | undefined;
  readonly files_format: string | null;
  readonly attendance: boolean;
  readonly files_due_at: Temporal.Instant | null;
  readonly is_first_session: boolean;
}

/** Turns a hold into a booked session. Throws when it is not a hold. */
export async function confirmHold(
  tx: Tx,
  sessionId: number,
  confirmed: Confirmed,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ...confirmed, phase: 'booked', held_until: null, booked_at: now, last_update: now })
    .where('id', '=', sessionId)
    .where('phase', '=', 'hold')
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** A session that was booked elsewhere. */
export interface NewImported extends Pick<
  SessionRow,
  'id' | 'client_id' | 'musician_id' | 'service_id' | 'starts_at' | 'ends_at'
> {
  /** Minutes. */
  readonly duration: number;
  /** Credits. */
  readonly price: number;
  readonly status: Status;
  readonly title: string | null;
  readonly files_due_at: Temporal.Instant | null;
  /** Of past sessions their start. */
  readonly booked_at: Temporal.Instant;
  readonly last_update: Temporal.Instant;
}

const importedInsert = fixed((_, session: NewImported) => {
  const { id, client_id, musician_id, service_id, status, starts_at, ends_at, duration, price } = session;
  return sql`
    insert into sessions (id, client_id, musician_id, service_id, phase, status, starts_at, ends_at, duration, price,
      title, files_due_at, created_at, booked_at, last_update, imported)
    overriding system value
    values (${id}, ${client_id}, ${musician_id}, ${service_id}, 'booked', ${status}, ${starts_at}, ${ends_at},
      ${duration}, ${price}, ${session.title}, ${session.files_due_at}, ${session.booked_at},
      ${session.booked_at}, ${session.last_update}, true)`;
});

export async function insertImported(tx: Tx, session: NewImported): Promise<void> {
  await importedInsert.count(tx, session);
}

/** The new times of a moved session. */
export interface NewTimes {
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  readonly files_due_at: Temporal.Instant | null;
}

/** Never earlier than the stored one: a call that waited for the lock began earlier. */
const lastUpdate = (now: Temporal.Instant) =>
  sql<Temporal.Instant>`greatest(last_update, ${now}::timestamptz)`;

export async function moveSession(
  tx: Tx,
  sessionId: number,
  times: NewTimes,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ...times, calendar_sequence: sql`calendar_sequence + 1`, last_update: lastUpdate(now) })
    .where('id', '=', sessionId)
    .execute();
}

/** The fields that an edit may change; absent ones stay. */
export type Edited = Partial<
  Pick<
    Confirmed,
    'track_id' | 'title' | 'track_genre' | 'reference_track' | 'meter' | 'bpm' | 'sample_rate'
  > &
    Pick<Confirmed, 'options' | 'files_format' | 'attendance'>
>;

export async function editSession(
  tx: Tx,
  sessionId: number,
  edited: Edited,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ...edited, calendar_sequence: sql`calendar_sequence + 1`, last_update: lastUpdate(now) })
    .where('id', '=', sessionId)
    .execute();
}

export async function setStatus(
  tx: Tx,
  sessionId: number,
  to: { status: Status; phase: Phase; actorId: string | null; now: Temporal.Instant },
): Promise<void> {
  const { status, phase, actorId, now } = to;
  const cancelled = phase === 'cancelled' ? { cancelled_at: now, cancelled_by: actorId } : {};
  await tx
    .updateTable('sessions')
    .set({ status, phase, last_update: now, ...cancelled })
    .where('id', '=', sessionId)
    .execute();
}

interface NewEvent {
  readonly sessionId: number;
  readonly at: Temporal.Instant;
  readonly event: RecordedEvent;
  readonly from: Status;
  readonly to: Status;
  readonly actorId: string | null;
}

const eventInsert = fixed((db, { id, sessionId, at, event, from, to, actorId }: NewEvent & { id: string }) =>
  db.insertInto('session_events').values({
    id,
    session_id: sessionId,
    at: sql`greatest(${at}::timestamptz, (select max(at) from session_events where session_id = ${sessionId}))`,
    event,
    from_status: from,
    to_status: to,
    actor_id: actorId,
  }),
);

/** Records an event, never before the last one: a call that waited for the lock began earlier. */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<void> {
  await eventInsert.count(tx, { ...event, id: newId() });
}

export interface NewFeedback {
  readonly sessionId: number;
  readonly authorId: string;
  readonly type: Tables['feedback']['feedback_type'];
  readonly reasons: readonly string[];
  readonly notes: string | null;
  /** The message that carries the notes to the other side. */
  readonly messageId?: string | null;
  readonly now: Temporal.Instant;
}

/** Returns the feedback's id. */
export async function insertFeedback(tx: Tx, feedback: NewFeedback): Promise<string> {
  const id = newId();
  await tx
    .insertInto('feedback')
    .values({
      id,
      session_id: feedback.sessionId,
      author_id: feedback.authorId,
      feedback_type: feedback.type,
      cancellation_reasons: JSON.stringify(feedback.reasons),
      feedback_notes: feedback.notes,
      message_id: feedback.messageId ?? null,
      created_at: feedback.now,
    })
    .execute();
  return id;
}
