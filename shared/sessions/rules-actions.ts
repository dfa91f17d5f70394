import type { Role } from '../lib/endpoint.ts';
import {
  type Actor,
  type JudgedSession,
  type Status,
  UPCOMING_STATUSES,
  actorOf,
  effectiveStatus,
} from './rules.ts';
import { judgeRating } from './rules-terms.ts';
import { NOT_ALLOWED } from './texts.ts';

/** Everything that someone may want to do with a session. */
export const ACTIONS = [
  'edit',
  'cancel',
  'calendar',
  'help',
  'upload',
  'review',
  'ready',
  'request_files',
  'report',
  'deliver',
  'close',
  'rate',
  'refund',
] as const;
export type Action = (typeof ACTIONS)[number];

/** May be done, or the sentence that says why not. */
export type Allowed = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

interface Row {
  readonly who: readonly Exclude<Actor, 'time'>[];
  readonly from: readonly Status[];
  /** Words for the statuses whose usual sentence does not fit this action. */
  readonly why?: Readonly<Partial<Record<Status, string>>>;
}

const OVER = { partner_upload_required: NOT_ALLOWED.over, partner_deliverables_ready: NOT_ALLOWED.over };
const NOT_YET = Object.fromEntries(UPCOMING_STATUSES.map((status) => [status, NOT_ALLOWED.notOver]));

/** Who may do what in which status (part 2 section 4 "Who may do what", decisions 5). */
const TABLE: Readonly<Record<Action, Row>> = {
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

/** Whether a role may do one thing with a session at `now`; the button and the gate both ask here. */
export function mayDo(role: Role, action: Action, session: JudgedSession, now: Temporal.Instant): Allowed {
  const row = TABLE[action];
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
  if (action === 'rate') {
    const rating = judgeRating(session, now);
    if (!rating.ok) return refused(rating.detail ?? NOT_ALLOWED.rated);
  }
  return { allowed: true };
}

/** Every action with its answer for a role at `now`. */
export function allowedActions(
  role: Role,
  session: JudgedSession,
  now: Temporal.Instant,
): Readonly<Record<Action, Allowed>> {
  const answers = ACTIONS.map((action) => [action, mayDo(role, action, session, now)] as const);
  return Object.fromEntries(answers) as Record<Action, Allowed>;
}
