import type { Role } from '../lib/endpoint.ts';
import { type Result, fail, ok } from '../lib/result.ts';
import type { Group, Session } from './contract.ts';
import { CLIENT_LABELS, CLOSED_LABEL, PARTNER_LABELS } from './texts.ts';

/** The exact status strings of part 2 section 4. */
export const SESSION_STATUSES = [
  'client_files_upload_required',
  'client_files_pending_review',
  'client_files_update_required',
  'partner_ready_to_go',
  'partner_upload_required',
  'partner_deliverables_ready',
  'cancelled',
] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];
/** A session's status, or that of a hold that nobody has confirmed yet. */
export type Status = 'prebooked' | SessionStatus;

export type Phase = 'hold' | 'booked' | 'cancelled';
export type Actor = 'client' | 'partner' | 'operator' | 'time';

/** A managed client acts as the client of their session (decisions 1). */
export function actorOf(role: Role): Exclude<Actor, 'time'> {
  return role === 'managed' ? 'client' : role;
}

/** The four statuses of a session that is still to come. */
export const UPCOMING_STATUSES = [
  'client_files_upload_required',
  'client_files_pending_review',
  'client_files_update_required',
  'partner_ready_to_go',
] as const satisfies readonly SessionStatus[];

/** One row of the status table: whatever of `from` the session is in, `event` by one of `who` leads to `to`. */
export interface Transition {
  readonly from: readonly Status[];
  readonly event: string;
  readonly to: Status;
  readonly who: readonly Actor[];
}

const FILES_WANTED = ['client_files_upload_required', 'client_files_update_required'] as const;

/**
 * A session's life, to the letter of decisions 5. Confirmation has two events because the service decides
 * whether files are needed; the operator confirms for managed clients (decisions 11).
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

/** What a session's record holds: the table's events, and a move to other times, which changes no status (decisions 4). */
export type RecordedEvent = SessionEvent | 'rescheduled';

/**
 * The next status by the table of decisions 5. `status` is the effective one (see effectiveStatus).
 * Refusals: `wrong_actor`, this event is never theirs; `wrong_status`, not from here.
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

/** The event of a confirmation: whether the service waits for files decides (decisions 5). */
export function confirmEvent(needsFiles: boolean): SessionEvent {
  return needsFiles ? 'confirm_awaiting_files' : 'confirm_without_files';
}

/** The first status after confirmation. */
export function firstStatus(needsFiles: boolean): SessionStatus {
  return needsFiles ? 'client_files_upload_required' : 'client_files_pending_review';
}

/** The phase that goes with a status; the database holds the two together. */
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

/** The status as it stands at `now`: from its end on, a session that was upcoming awaits the musician's files. */
export function effectiveStatus(row: Timed, now: Temporal.Instant): Status {
  return isUpcomingStatus(row.status) && notBefore(now, row.ends_at) ? 'partner_upload_required' : row.status;
}

/** Past from its end on, and at once when cancelled (decisions 5). */
export function sessionType(row: Timed, now: Temporal.Instant): 'upcoming' | 'past' {
  return row.status === 'cancelled' || notBefore(now, row.ends_at) ? 'past' : 'upcoming';
}

/** The lists that a role sees, in the order of its tabs (part 2 section 2). */
export function groupsOf(role: Role): readonly Group[] {
  return role === 'partner' ? ['pending_review', 'upcoming_partners', 'past'] : ['upcoming', 'past'];
}

/** The list that a session is in for a role; a hold is in none (decisions 5). */
export function groupOf(role: Role, row: Timed, now: Temporal.Instant): Group | null {
  if (row.status === 'prebooked') return null;
  if (sessionType(row, now) === 'past') return 'past';
  if (role !== 'partner') return 'upcoming';
  return row.status === 'partner_ready_to_go' ? 'upcoming_partners' : 'pending_review';
}

interface Listed {
  readonly id: number;
  readonly starts_at: Temporal.Instant;
}

/** The order in a list: past by start descending, the others ascending; equal starts by id. */
export function compareInGroup(group: Group): (a: Listed, b: Listed) => number {
  const sign = group === 'past' ? -1 : 1;
  return (a, b) => sign * (Temporal.Instant.compare(a.starts_at, b.starts_at) || a.id - b.id);
}

/** The words for a status (part 2 section 4, decisions 5); `output` is how many delivered files there are. */
export function statusLabel(role: Role, status: Status, output: number): string {
  if (status === 'partner_deliverables_ready' && output === 0) return CLOSED_LABEL;
  return (role === 'partner' ? PARTNER_LABELS : CLIENT_LABELS)[status];
}

/** What the rules read of a session. */
export interface JudgedSession extends Timed {
  readonly starts_at: Temporal.Instant;
  readonly files: { readonly user: number; readonly output: number };
  readonly rating: {
    readonly status: 'rated' | 'none' | 'disabled';
    /** As the wire has it, or as an instant. */
    readonly rated_at?: Temporal.Instant | string | null;
  };
}

/** A session from the wire with its dates as the instants that the rules take; everything else stays. */
export function withInstants<S extends Pick<Session, 'start_date' | 'end_date'>>(
  session: S,
): S & { readonly starts_at: Temporal.Instant; readonly ends_at: Temporal.Instant } {
  return {
    ...session,
    starts_at: Temporal.Instant.from(session.start_date),
    ends_at: Temporal.Instant.from(session.end_date),
  };
}
