import { isDeepStrictEqual } from 'node:util';
import type { Role } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import {
  actorOf,
  confirmEvent,
  effectiveStatus,
  firstStatus,
  phaseOf,
  transition as nextStatus,
  type SessionEvent,
} from '#shared/sessions/rules.ts';
import type { SessionStatus } from '#shared/sessions/rules-status.ts';
import { together } from '../db/pipeline.ts';
import type { Tx } from '../db/transaction.ts';
import * as life from './queries-lifecycle.ts';
import { insertTrack } from './queries-tracks.ts';

export type { SessionRow } from './queries-lifecycle.ts';

/** An id for a new session, so that all that refers to it can be written together. */
export function nextSessionId(tx: Tx): Promise<number> {
  return life.nextSessionId(tx);
}

/** Makes a hold, status `prebooked`, of a new id or a given one; returns it. Calendar's step claims its slots. */
export async function insertHold(
  tx: Tx,
  hold: Omit<life.NewHold, 'id'> & { readonly id?: number },
): Promise<number> {
  const id = hold.id ?? (await life.nextSessionId(tx));
  await life.insertHold(tx, { ...hold, id });
  return id;
}

/** The client's hold, live or expired, locked; null without one. */
export async function lockHold(
  tx: Tx,
  clientId: string,
): Promise<{ sessionId: number; musicianId: string; heldUntil: Temporal.Instant } | null> {
  const hold = await life.lockHoldOf(tx, clientId);
  if (hold?.held_until == null) return null;
  return { sessionId: hold.id, musicianId: hold.musician_id, heldUntil: hold.held_until };
}

/** Deletes a hold and its claims; a booked session stays untouched. */
export function deleteHold(tx: Tx, sessionId: number): Promise<void> {
  return life.deleteHold(tx, sessionId);
}

/** The session, locked FOR NO KEY UPDATE until the transaction ends. */
export function lockSession(tx: Tx, sessionId: number): Promise<life.SessionRow | undefined> {
  return life.lockSession(tx, sessionId);
}

/** The client's own session or hold, locked. */
export function lockClientSession(
  tx: Tx,
  sessionId: number,
  clientId: string,
): Promise<life.SessionRow | undefined> {
  return life.lockClientSession(tx, sessionId, clientId);
}

/** A booked or cancelled session, locked, if the person is its client or its musician; undefined for a hold. */
export function lockOwnSession(
  tx: Tx,
  sessionId: number,
  personId: string,
): Promise<life.SessionRow | undefined> {
  return life.lockOwnSession(tx, sessionId, personId);
}

/** Moves a hold's end and records that its one extension is used. */
export function extendHold(
  tx: Tx,
  { sessionId, heldUntil }: { sessionId: number; heldUntil: Temporal.Instant },
): Promise<void> {
  return life.extendHold(tx, sessionId, heldUntil);
}

/** The track's fields of a session; absent ones are null. */
interface SessionInfo {
  readonly title: string | null;
  readonly track_genre?: string | null | undefined;
  readonly reference_track?: string | null | undefined;
  readonly meter?: string | null | undefined;
  readonly bpm?: string | null | undefined;
  readonly sampleRate?: string | null | undefined;
  /** Unchanged when absent. */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}

/** Adds a track to a client's own, of validated and trimmed fields; returns its id. */
export async function addTrack(
  tx: Tx,
  { clientId, info, now }: { clientId: string; info: SessionInfo; now: Temporal.Instant },
): Promise<string> {
  const { id } = await insertTrack(tx, {
    client_id: clientId,
    title: info.title ?? '',
    track_genre: info.track_genre ?? null,
    reference_track: info.reference_track ?? null,
    meter: info.meter ?? null,
    bpm: info.bpm ?? null,
    sample_rate: info.sampleRate ?? null,
    created_at: now,
  });
  return id;
}

interface Confirmation {
  readonly sessionId: number;
  readonly status: SessionStatus;
  readonly trackId: string | null;
  readonly info: SessionInfo;
  readonly filesFormat: string | null;
  readonly attendance: boolean;
  readonly filesDueAt: Temporal.Instant | null;
  readonly isFirst: boolean;
  /** Who booked it. */
  readonly actorId: string;
  readonly now: Temporal.Instant;
}

/**
 * Turns a locked hold into a booked session with its first status, and records the confirmation. Throws when
 * the session is not a hold.
 */
export async function confirmHold(tx: Tx, confirmation: Confirmation): Promise<void> {
  const { sessionId, status, info, actorId, now } = confirmation;
  const event = confirmEvent(status === 'client_files_upload_required');
  const confirmed = life.confirmHold(
    tx,
    sessionId,
    {
      status,
      track_id: confirmation.trackId,
      title: info.title,
      track_genre: info.track_genre ?? null,
      reference_track: info.reference_track ?? null,
      meter: info.meter ?? null,
      bpm: info.bpm ?? null,
      sample_rate: info.sampleRate ?? null,
      options: info.options && JSON.stringify(info.options),
      files_format: confirmation.filesFormat,
      attendance: confirmation.attendance,
      files_due_at: confirmation.filesDueAt,
      is_first_session: confirmation.isFirst,
    },
    now,
  );
  const record = { sessionId, at: now, event, from: 'prebooked', to: status, actorId } as const;
  await together([confirmed, life.insertEvent(tx, record)]);
}

type Imported = Omit<life.NewImported, 'status' | 'booked_at' | 'last_update'> & {
  readonly needsFiles: boolean;
  readonly now: Temporal.Instant;
};

/**
 * Enters a session that was booked elsewhere: a past one as closed by its musician at its end, another one in its first
 * status (docs/product/operator.md#imported-sessions). Calendar's step claims its time.
 */
export async function insertImported(tx: Tx, { needsFiles, now, ...session }: Imported): Promise<void> {
  const { id: sessionId, client_id: clientId, musician_id: musicianId, starts_at, ends_at } = session;
  const isPast = Temporal.Instant.compare(ends_at, now) <= 0;
  const first = firstStatus(needsFiles);
  const at = isPast ? starts_at : now;
  const status = isPast ? 'partner_deliverables_ready' : first;
  const confirmed = {
    at,
    event: confirmEvent(needsFiles),
    from: 'prebooked',
    to: first,
    actorId: clientId,
  } as const;
  const ended = {
    at: ends_at,
    event: 'end_passes',
    from: first,
    to: 'partner_upload_required',
    actorId: null,
  } as const;
  const closed = { at: ends_at, event: 'close', from: ended.to, to: status, actorId: musicianId } as const;
  await together([
    life.insertImported(tx, { ...session, status, booked_at: at, last_update: isPast ? ends_at : now }),
    ...(isPast ? [confirmed, ended, closed] : [confirmed]).map((event) =>
      life.insertEvent(tx, { ...event, sessionId }),
    ),
  ]);
}

interface Edit {
  readonly row: life.SessionRow;
  /** Absent fields stay unchanged, here and in `info`. */
  readonly trackId?: string | null | undefined;
  readonly info: Partial<SessionInfo>;
  readonly filesFormat?: string | null | undefined;
  readonly attendance: boolean;
}

/** What an edit changes of a session; null: nothing differs. */
export function changesOf({ row, ...edit }: Edit): Partial<life.Edited> | null {
  const { title, track_genre, reference_track, meter, bpm, sampleRate: sample_rate, options } = edit.info;
  const edited = {
    track_id: edit.trackId,
    title,
    track_genre,
    reference_track,
    meter,
    bpm,
    sample_rate,
    options,
    files_format: edit.filesFormat,
    attendance: edit.attendance,
  };
  const changed = (Object.keys(edited) as (keyof typeof edited)[]).filter(
    (field) => edited[field] !== undefined && !isDeepStrictEqual(edited[field], row[field]),
  );
  if (changed.length === 0) return null;
  const stored = { ...edited, options: options && JSON.stringify(options) };
  return Object.fromEntries(changed.map((field) => [field, stored[field]]));
}

/** Changes a session that the caller has locked and found editable (docs/product/sessions.md#editing). */
export function editSession(
  tx: Tx,
  sessionId: number,
  changes: Partial<life.Edited>,
  now: Temporal.Instant,
): Promise<void> {
  return life.editSession(tx, sessionId, changes, now);
}

interface Move {
  readonly row: life.SessionRow;
  readonly times: life.NewTimes;
  readonly actorId: string;
  readonly now: Temporal.Instant;
}

/**
 * Gives an upcoming session that the caller has locked other times; status, price and booking date stay. Claims
 * are the caller's task.
 */
export async function moveSession(tx: Tx, { row, times, actorId, now }: Move): Promise<void> {
  const { id: sessionId, status } = row;
  const moved = { sessionId, at: now, event: 'rescheduled', from: status, to: status, actorId } as const;
  await together([life.moveSession(tx, sessionId, times, now), life.insertEvent(tx, moved)]);
}

/**
 * Cancels a session that the caller has locked and found cancellable. Throws when the table has no such row.
 * Claims, credits and feedback are the caller's task.
 */
export async function cancelSession(
  tx: Tx,
  { sessionId, locked, actorId, now }: Pick<StatusChange, 'sessionId' | 'locked' | 'actorId' | 'now'>,
): Promise<void> {
  const row = locked ?? (await life.lockSession(tx, sessionId));
  const actorRole = row?.client_id === actorId ? 'client' : 'operator';
  const undelivered = row !== undefined && effectiveStatus(row, now) === 'partner_upload_required';
  const event = actorRole === 'operator' && undelivered ? 'not_delivered' : 'cancel';
  const result = await transition(tx, { sessionId, locked: row, event, actorId, actorRole, now });
  if (!result.ok) throw new Error(`session ${sessionId} cannot be cancelled now`);
}

interface StatusChange {
  readonly sessionId: number;
  /** The session, if this transaction has locked and read it. */
  readonly locked?: life.SessionRow | undefined;
  readonly event: SessionEvent;
  readonly actorId: string;
  readonly actorRole: Role;
  readonly now: Temporal.Instant;
}

/**
 * Moves a session by the status table and records it (docs/product/sessions.md#status-table): the only writer
 * of a status after confirmation. `not_now` when no row fits.
 */
export async function transition(
  tx: Tx,
  { sessionId, locked, event, actorId, actorRole, now }: StatusChange,
): Promise<Result<SessionStatus, 'not_now'>> {
  const row = locked ?? (await life.lockSession(tx, sessionId));
  if (row === undefined || row.status === 'prebooked') return fail('not_now');
  const from = effectiveStatus(row, now);
  const next = nextStatus(from, event, actorOf(actorRole));
  if (!next.ok || next.value === 'prebooked') return fail('not_now');
  const status = next.value;
  const passed = { sessionId, at: row.ends_at, event: 'end_passes', actorId: null } as const;
  await together([
    from === row.status || life.insertEvent(tx, { ...passed, from: row.status, to: from }),
    life.setStatus(tx, sessionId, { status, phase: phaseOf(status), actorId, now }),
    life.insertEvent(tx, { sessionId, at: now, event, from, to: status, actorId }),
  ]);
  return ok(status);
}

/** Stores a person's feedback on a session: why it was cancelled, or what is wrong; returns its id. */
export function recordFeedback(tx: Tx, feedback: life.NewFeedback): Promise<string> {
  return life.insertFeedback(tx, feedback);
}
