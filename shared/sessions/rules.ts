import type { Role } from '../lib/endpoint.ts';
import { type Result, fail, ok } from '../lib/result.ts';
import type { Group, Session } from './contract.ts';
import type { SessionStatus, Status } from './rules-status.ts';
import { CLIENT_LABELS, CLOSED_LABEL, PARTNER_LABELS } from './texts.ts';

export type Phase = 'hold' | 'booked' | 'cancelled';
export type Actor = 'client' | 'partner' | 'operator' | 'time';

/** The actor of the status table; a managed client acts as the client of their session. */
export function actorOf(role: Role): Exclude<Actor, 'time'> {
  return role === 'managed' ? 'client' : role;
}

/** The statuses of a session that is not over. */
export const UPCOMING_STATUSES = [
  'client_files_upload_required',
  'client_files_pending_review',
  'client_files_update_required',
  'partner_ready_to_go',
] as const satisfies readonly SessionStatus[];

/** One row of the status table: from any of `from`, `event` by one of `who` leads to `to`. */
export interface Transition {
  readonly from: readonly Status[];
  readonly event: string;
  readonly to: Status;
  readonly who: readonly Actor[];
}

const FILES_WANTED = ['client_files_upload_required', 'client_files_update_required'] as const;

/**
 * The status table (docs/product/sessions.md#status-table). Confirmation has two events because the service
 * decides whether files are needed.
 */
export const TRANSITIONS = [
  {
    from: ['prebooked'],
    event: 'confirm_awaiting_files',
    to: 'client_files_upload_required',
    who: ['client', 'operator'],
  },
  {
    from: ['prebooked'],
    event: 'confirm_without_files',
    to: 'client_files_pending_review',
    who: ['client', 'operator'],
  },
  {
    from: [...FILES_WANTED, 'partner_ready_to_go'],
    event: 'presession_files_in',
    to: 'client_files_pending_review',
    who: ['client'],
  },
  {
    from: ['client_files_pending_review', 'partner_ready_to_go'],
    event: 'presession_files_deleted',
    to: 'client_files_upload_required',
    who: ['client', 'partner'],
  },
  {
    from: [...FILES_WANTED, 'client_files_pending_review'],
    event: 'approve',
    to: 'partner_ready_to_go',
    who: ['partner'],
  },
  {
    from: UPCOMING_STATUSES,
    event: 'request_files',
    to: 'client_files_update_required',
    who: ['partner'],
  },
  { from: UPCOMING_STATUSES, event: 'end_passes', to: 'partner_upload_required', who: ['time'] },
  {
    from: ['partner_upload_required'],
    event: 'output_files_in',
    to: 'partner_deliverables_ready',
    who: ['partner'],
  },
  { from: ['partner_upload_required'], event: 'close', to: 'partner_deliverables_ready', who: ['partner'] },
  {
    from: ['partner_deliverables_ready'],
    event: 'output_files_deleted',
    to: 'partner_upload_required',
    who: ['partner'],
  },
  { from: ['partner_upload_required'], event: 'not_delivered', to: 'cancelled', who: ['operator'] },
  { from: UPCOMING_STATUSES, event: 'cancel', to: 'cancelled', who: ['client', 'operator'] },
] as const satisfies readonly Transition[];
export type SessionEvent = (typeof TRANSITIONS)[number]['event'];

/** What is recorded of a session: the table's events, and a move, which changes no status. */
export type RecordedEvent = SessionEvent | 'rescheduled';

/**
 * The next status by the table; `status` is the effective one. Refusals: `wrong_actor`, never by this actor;
 * `wrong_status`, not from here.
 */
export function transition(
  status: Status,
  event: SessionEvent,
  actor: Actor,
): Result<Status, 'wrong_actor' | 'wrong_status'> {
  const table: readonly Transition[] = TRANSITIONS;
  const row = table.find((candidate) => candidate.event === event);
  if (!row?.who.includes(actor)) return fail('wrong_actor');
  return row.from.includes(status) ? ok(row.to) : fail('wrong_status');
}

/** The event of a confirmation; it depends on whether the service needs files. */
export function confirmEvent(needsFiles: boolean): SessionEvent {
  return needsFiles ? 'confirm_awaiting_files' : 'confirm_without_files';
}

/** The first status after confirmation. */
export function firstStatus(needsFiles: boolean): SessionStatus {
  return needsFiles ? 'client_files_upload_required' : 'client_files_pending_review';
}

/** The phase of a status; a database constraint holds the two together. */
export function phaseOf(status: Status): Phase {
  if (status === 'prebooked') return 'hold';
  return status === 'cancelled' ? 'cancelled' : 'booked';
}

interface Timed {
  readonly status: Status;
  readonly ends_at: Temporal.Instant;
}

const notBefore = (now: Temporal.Instant, at: Temporal.Instant) => Temporal.Instant.compare(now, at) >= 0;
const isUpcomingStatus = (status: Status) => (UPCOMING_STATUSES as readonly Status[]).includes(status);

/**
 * The status at `now`: from its end on an upcoming session awaits the musician's files
 * (docs/product/sessions.md#status-by-time).
 */
export function effectiveStatus(row: Timed, now: Temporal.Instant): Status {
  return isUpcomingStatus(row.status) && notBefore(now, row.ends_at) ? 'partner_upload_required' : row.status;
}

/** Past from its end on, and at once when cancelled (docs/product/sessions.md#status-by-time). */
export function sessionType(row: Timed, now: Temporal.Instant): 'upcoming' | 'past' {
  return row.status === 'cancelled' || notBefore(now, row.ends_at) ? 'past' : 'upcoming';
}

/**
 * Whether the session has begun; from then on only the operator cancels or moves it
 * (docs/product/sessions.md#begun-sessions).
 */
export function hasBegun(row: { readonly starts_at: Temporal.Instant }, now: Temporal.Instant): boolean {
  return notBefore(now, row.starts_at);
}

/** The lists of a role, in the order of its tabs (docs/product/sessions.md#lists). */
export function groupsOf(role: Role): readonly Group[] {
  return role === 'partner' ? ['pending_review', 'upcoming_partners', 'past'] : ['upcoming', 'past'];
}

/** The list of a session for a role; null for a hold. */
export function groupOf(role: Role, row: Timed, now: Temporal.Instant): Group | null {
  if (row.status === 'prebooked') return null;
  if (sessionType(row, now) === 'past') return 'past';
  if (role !== 'partner') return 'upcoming';
  return row.status === 'partner_ready_to_go' ? 'upcoming_partners' : 'pending_review';
}

interface Listed {
  readonly id: number;
  readonly starts_at: Temporal.Instant;
  /** As on the wire. */
  readonly cancelled_at: string | null;
}

/** The instant that a session is sorted by: its start, or its cancellation when that was earlier. */
function listedAt({ starts_at, cancelled_at }: Listed): Temporal.Instant {
  if (cancelled_at === null) return starts_at;
  const cancelled = Temporal.Instant.from(cancelled_at);
  return Temporal.Instant.compare(cancelled, starts_at) < 0 ? cancelled : starts_at;
}

/** The order of a list: past ones latest first, others earliest first; ties by id. */
export function compareInGroup(group: Group): (a: Listed, b: Listed) => number {
  const sign = group === 'past' ? -1 : 1;
  return (a, b) => sign * (Temporal.Instant.compare(listedAt(a), listedAt(b)) || a.id - b.id);
}

/** The label of a status (docs/product/sessions.md#statuses); `output` is the number of delivered files. */
export function statusLabel(role: Role, status: Status, output: number): string {
  if (status === 'partner_deliverables_ready' && output === 0) return CLOSED_LABEL;
  return (role === 'partner' ? PARTNER_LABELS : CLIENT_LABELS)[status];
}

/** The session fields that most rules read. */
export interface TimedSession extends Timed {
  readonly starts_at: Temporal.Instant;
}

/** The session fields that rules about its rating read. */
export interface RatedSession extends Timed {
  readonly rating: {
    readonly status: 'rated' | 'none' | 'disabled';
    /** As on the wire, or as an instant. */
    readonly rated_at?: Temporal.Instant | string | null;
  };
}

/** A session from the wire with its dates as instants; everything else is unchanged. */
export function withInstants<S extends Pick<Session, 'start_date' | 'end_date'>>(
  session: S,
): S & { readonly starts_at: Temporal.Instant; readonly ends_at: Temporal.Instant } {
  return {
    ...session,
    starts_at: Temporal.Instant.from(session.start_date),
    ends_at: Temporal.Instant.from(session.end_date),
  };
}
