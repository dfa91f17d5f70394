import type { Role } from '../lib/endpoint.ts';
import {
  type Actor,
  type RatedSession,
  type TimedSession,
  UPCOMING_STATUSES,
  actorOf,
  effectiveStatus,
  hasBegun,
} from './rules.ts';
import type { Status } from './rules-status.ts';
import { checkRating } from './rules-terms.ts';
import { NOT_ALLOWED } from './texts.ts';

/** Every action on a session. */
export type Action =
  | 'edit'
  | 'cancel'
  | 'calendar'
  | 'help'
  | 'upload'
  | 'review'
  | 'ready'
  | 'request_files'
  | 'report'
  | 'deliver'
  | 'close'
  | 'rate'
  | 'refund';

/** Allowed, or the sentence that says why not. */
export type Allowed = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

interface ActionRule {
  readonly who: readonly Exclude<Actor, 'time'>[];
  readonly from: readonly Status[];
  /** Sentences for statuses whose usual one does not fit this action. */
  readonly why?: Readonly<Partial<Record<Status, string>>>;
}

const OVER = { partner_upload_required: NOT_ALLOWED.over, partner_deliverables_ready: NOT_ALLOWED.over };
const NOT_YET = Object.fromEntries(UPCOMING_STATUSES.map((status) => [status, NOT_ALLOWED.notOver]));

/** Who may do what in which status (docs/product/sessions.md#actions). */
const ACTION_RULES: Readonly<Record<Action, ActionRule>> = {
  edit: { who: ['client'], from: UPCOMING_STATUSES },
  cancel: { who: ['client', 'operator'], from: UPCOMING_STATUSES },
  calendar: { who: ['client'], from: UPCOMING_STATUSES },
  help: { who: ['client'], from: [...UPCOMING_STATUSES, 'partner_upload_required'] },
  upload: {
    who: ['client'],
    from: [...UPCOMING_STATUSES, 'partner_upload_required'],
    why: { partner_deliverables_ready: NOT_ALLOWED.nothingMore },
  },
  review: { who: ['partner'], from: UPCOMING_STATUSES },
  ready: {
    who: ['partner'],
    from: ['client_files_upload_required', 'client_files_pending_review', 'client_files_update_required'],
    why: { partner_ready_to_go: NOT_ALLOWED.alreadyReady },
  },
  request_files: { who: ['partner'], from: UPCOMING_STATUSES },
  report: {
    who: ['partner'],
    from: [...UPCOMING_STATUSES, 'partner_upload_required', 'partner_deliverables_ready'],
  },
  deliver: {
    who: ['partner'],
    from: ['partner_upload_required', 'partner_deliverables_ready'],
    why: NOT_YET,
  },
  close: {
    who: ['partner'],
    from: ['partner_upload_required'],
    why: { ...NOT_YET, partner_deliverables_ready: NOT_ALLOWED.complete },
  },
  rate: {
    who: ['client'],
    from: ['partner_upload_required', 'partner_deliverables_ready'],
    why: NOT_YET,
  },
  refund: {
    who: ['operator'],
    from: ['partner_upload_required'],
    why: { ...NOT_YET, partner_deliverables_ready: NOT_ALLOWED.delivered },
  },
};

const NOT_YOURS = {
  client: NOT_ALLOWED.notClient,
  partner: NOT_ALLOWED.notPartner,
  operator: NOT_ALLOWED.notOperator,
} as const;

const refused = (reason: string): Allowed => ({ allowed: false, reason });

/** The session fields that an action reads: only rating reads the rating. */
export type SessionFor<A extends Action> = 'rate' extends A ? TimedSession & RatedSession : TimedSession;

/**
 * Whether a role may take an action at `now`; the refusal is a sentence. Used by the page and by the server
 * (docs/product/sessions.md#actions).
 */
export function mayDo<A extends Action>(
  role: Role,
  action: A,
  session: SessionFor<A>,
  now: Temporal.Instant,
): Allowed;
export function mayDo(
  role: Role,
  action: Action,
  session: TimedSession & Partial<RatedSession>,
  now: Temporal.Instant,
): Allowed {
  const row = ACTION_RULES[action];
  const actor = actorOf(role);
  if (!row.who.includes(actor)) return refused(NOT_YOURS[row.who[0] ?? 'operator']);
  const status = effectiveStatus(session, now);
  if (!row.from.includes(status)) {
    const usual: Partial<Record<Status, string>> = {
      prebooked: NOT_ALLOWED.prebooked,
      cancelled: NOT_ALLOWED.cancelled,
      ...OVER,
    };
    return refused(row.why?.[status] ?? usual[status] ?? NOT_ALLOWED.notOver);
  }
  if (action === 'cancel' && actor === 'client' && hasBegun(session, now)) return refused(NOT_ALLOWED.begun);
  if (action === 'rate' && session.rating !== undefined) {
    const rating = checkRating({ ...session, rating: session.rating }, now);
    if (!rating.ok) return refused(rating.detail ?? NOT_ALLOWED.rated);
  }
  return { allowed: true };
}
