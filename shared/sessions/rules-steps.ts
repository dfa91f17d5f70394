import type { Role } from '../lib/endpoint.ts';
import type { Session } from './contract.ts';
import { type RatedSession, type TimedSession, UPCOMING_STATUSES, effectiveStatus } from './rules.ts';
import type { SessionStatus, Status } from './rules-status.ts';
import { downloadAt } from './rules-download.ts';
import { deliveryDueAt, threadClosesAt } from './rules-terms.ts';

/** The steps shown on top of every session, in order. */
export const STEPS = [
  { key: 'booked', label: 'Booked' },
  { key: 'files', label: 'Files in' },
  { key: 'reviewed', label: 'Reviewed' },
  { key: 'session', label: 'Session' },
  { key: 'delivered', label: 'Delivered' },
] as const;

export type StepState = 'done' | 'now' | 'todo';
export type StepAction =
  | 'confirm'
  | 'upload'
  | 'ready'
  | 'join'
  | 'deliver'
  | 'messages'
  | 'help'
  | 'download'
  | 'member';

/** The next step: whose it is, one sentence for the reader, its deadline (null for none), and the reader's buttons. */
export interface NextStep {
  readonly who: 'client' | 'partner' | 'nobody';
  readonly what: string;
  readonly by: Temporal.Instant | null;
  readonly action: StepAction | null;
  /** The secondary button. */
  readonly also: StepAction | null;
}

/** The session fields that the steps depend on. */
export interface StepSession extends TimedSession, RatedSession {
  /** Absent: it was booked here. */
  readonly is_imported?: boolean | undefined;
  readonly files: { readonly user: number; readonly output: number };
  readonly attendance: boolean | null;
  /** Where to join; null where nobody joins, absent is treated as known. */
  readonly livestream_link?: string | null;
  readonly files_due_at: Temporal.Instant | null;
  readonly hold_expires_at?: Temporal.Instant | null;
  readonly user: { readonly name: string };
  readonly partner: { readonly name: string };
  readonly service: { readonly needs_files: boolean; readonly files_delivery: number };
  readonly credits?: number;
  /**
   * Whether the reader may download what was delivered (docs/product/files.md#download-limits); absent is
   * treated as allowed.
   */
  readonly download?: Session['download'];
  readonly cancelled_at?: string | null;
  readonly cancelled?: Session['cancelled'];
}

interface StepText {
  readonly who: NextStep['who'];
  readonly by?: Temporal.Instant | null;
  readonly client: string;
  readonly partner: string;
  readonly clientAction?: StepAction | undefined;
  readonly clientAlso?: StepAction | undefined;
  readonly partnerAction?: StepAction;
}

/** How long before the start the livestream opens. */
const JOIN_MINUTES_BEFORE = 10;
/** From then on after the end a client with late files is led to the support, too. */
const DELIVERY_PROMISE_HOURS = 24;

const reached = (now: Temporal.Instant, at: Temporal.Instant | null) =>
  at !== null && Temporal.Instant.compare(now, at) >= 0;

/** When the livestream of a session opens; it closes at the session's end. */
export function joinOpensAt({ starts_at }: { readonly starts_at: Temporal.Instant }): Temporal.Instant {
  return starts_at.subtract({ minutes: JOIN_MINUTES_BEFORE });
}

/** Whether joining is possible now: the client attends, and it is between 10 minutes before the start and the end. */
function canJoin(session: StepSession, now: Temporal.Instant): boolean {
  const isUpcoming = (UPCOMING_STATUSES as readonly Status[]).includes(effectiveStatus(session, now));
  const isLive = session.attendance === true && session.livestream_link !== null;
  return isUpcoming && isLive && reached(now, joinOpensAt(session));
}

/** How many steps are done; the next one is current. */
const DONE_STEPS: Readonly<Record<Status, number>> = {
  prebooked: 0,
  client_files_upload_required: 1,
  client_files_update_required: 1,
  client_files_pending_review: 2,
  partner_ready_to_go: 3,
  partner_upload_required: 4,
  partner_deliverables_ready: 5,
  cancelled: 1,
};

function prebooked(session: StepSession): StepText {
  return {
    who: 'client',
    by: session.hold_expires_at ?? null,
    client: 'Confirm your booking to make this time yours.',
    partner: `${session.user.name} is choosing this time.`,
    clientAction: 'confirm',
  };
}

function filesWanted(session: StepSession, now: Temporal.Instant): StepText {
  const late = reached(now, session.files_due_at);
  const { user, partner } = session;
  return {
    who: 'client',
    by: session.files_due_at,
    client: late
      ? `Your files are late. Send them now, so that ${partner.name} can still prepare.`
      : `Send your files, so that ${partner.name} can prepare.`,
    partner: late ? `The files from ${user.name} are late.` : `Waiting for the files from ${user.name}.`,
    clientAction: 'upload',
  };
}

function filesToUpdate(session: StepSession, now: Temporal.Instant): StepText {
  return {
    who: 'client',
    by: reached(now, session.files_due_at) ? session.starts_at : session.files_due_at,
    client: `${session.partner.name} asked for a change to your files. Read the messages, then upload the files again.`,
    partner: `Waiting for the updated files from ${session.user.name}. Say in the messages what is missing.`,
    clientAction: 'upload',
    clientAlso: 'messages',
    partnerAction: 'messages',
  };
}

function toReview(session: StepSession): StepText {
  const files = session.files.user > 0;
  return {
    who: 'partner',
    by: session.starts_at,
    client: `${session.partner.name} is looking at ${files ? 'your files' : 'your booking'}.`,
    partner: files
      ? `Check the files from ${session.user.name} and mark the session ready.`
      : `Check what ${session.user.name} asks for and mark the session ready.`,
    partnerAction: 'ready',
  };
}

function ready(session: StepSession, now: Temporal.Instant): StepText {
  const { attendance, starts_at, ends_at, user, partner } = session;
  const on = reached(now, starts_at);
  const client = attendance
    ? `Join ${partner.name} when the session starts.`
    : `${partner.name} takes it from here.`;
  return {
    who: 'partner',
    by: on ? ends_at : starts_at,
    client: on ? `Your session with ${partner.name} is on right now.` : `All set. ${client}`,
    partner: on
      ? `Your session with ${user.name} is on right now.`
      : `All set for your session with ${user.name}.`,
  };
}

function toDeliver(session: StepSession, now: Temporal.Instant): StepText {
  const { ends_at, service, user, partner } = session;
  const by = deliveryDueAt(service, ends_at);
  const missed = reached(now, by);
  const late = missed && reached(now, ends_at.add({ hours: DELIVERY_PROMISE_HOURS }));
  const open = !reached(now, threadClosesAt(ends_at));
  const whom = open ? `Write to ${partner.name} or contact support` : 'Contact support';
  return {
    who: 'partner',
    by,
    client: late
      ? `The session files are late. ${whom} if they do not come.`
      : missed
        ? `The session files are late. ${partner.name} has still to send them.`
        : `${partner.name} is getting your session files ready.`,
    partner: missed
      ? `The session files for ${user.name} are late. Please upload them now.`
      : `Upload the session files for ${user.name}.`,
    clientAction: missed ? (open ? 'messages' : 'help') : undefined,
    clientAlso: late && open ? 'help' : undefined,
    partnerAction: 'deliver',
  };
}

function delivered(session: StepSession, now: Temporal.Instant): StepText {
  if (session.files.output === 0) {
    const closed = session.is_imported
      ? 'This session took place before the studio moved here. Its files are not here.'
      : 'This session is closed. There was nothing to deliver.';
    return { who: 'nobody', client: closed, partner: closed };
  }
  const { state, until } = downloadAt(session.download ?? null, now);
  const partner = `Delivered. ${session.user.name} can download the session files.`;
  if (state !== 'offered') {
    const client =
      state === 'processing'
        ? 'Your session files are delivered and on their way to you.'
        : 'Your session files were delivered. The time to download them is over.';
    return { who: 'nobody', by: until, client, partner, clientAction: 'member' };
  }
  return {
    who: 'client',
    by: until,
    client: 'Your session files are ready to download.',
    partner,
    clientAction: 'download',
    clientAlso: until === null ? undefined : 'member',
  };
}

function cancelled({ cancelled, cancelled_at, credits = 0, user }: StepSession): StepText {
  const by = cancelled_at == null ? null : Temporal.Instant.from(cancelled_at);
  const unknown = 'This session was cancelled.';
  if (cancelled == null) return { who: 'nobody', by, client: unknown, partner: unknown };
  const why = cancelled.undelivered ? ' because nothing was delivered' : '';
  const studio = `The studio cancelled this session${why}.`;
  const byClient = cancelled.by === 'client';
  const back = cancelled.refunded ?? 0;
  const came = back === 0 ? 'No credits came' : back === 1 ? '1 credit came' : `${back} credits came`;
  const money = credits === 0 ? '' : ` ${came} back to you.`;
  return {
    who: 'nobody',
    by,
    client: `${byClient ? 'You cancelled this session.' : studio}${money}`,
    partner: byClient ? `${user.name} cancelled this session.` : studio,
  };
}

const STEP_TEXTS: Readonly<
  Record<'prebooked' | SessionStatus, (session: StepSession, now: Temporal.Instant) => StepText>
> = {
  prebooked,
  client_files_upload_required: filesWanted,
  client_files_update_required: filesToUpdate,
  client_files_pending_review: toReview,
  partner_ready_to_go: ready,
  partner_upload_required: toDeliver,
  partner_deliverables_ready: delivered,
  cancelled,
};

/**
 * The steps of a session at `now` and what is next, worded for the reader's role
 * (docs/product/sessions.md#signal-chain). The operator gets no button.
 */
export function sessionSteps(role: Role, session: StepSession, now: Temporal.Instant) {
  const status = effectiveStatus(session, now);
  const doneCount = DONE_STEPS[status];
  const current = status === 'cancelled' ? -1 : doneCount;
  const steps = STEPS.map(
    (step, n): { readonly key: string; readonly label: string; readonly state: StepState } => ({
      ...step,
      state: n === current ? 'now' : n < doneCount ? 'done' : 'todo',
    }),
  );
  const text = STEP_TEXTS[status](session, now);
  const actions = role === 'partner' ? [text.partnerAction] : [text.clientAction, text.clientAlso];
  // Joining comes first; whatever else is to be done becomes the secondary button.
  const [action, also] = canJoin(session, now) ? ['join' as const, ...actions] : actions;
  const next: NextStep = {
    who: text.who,
    what: role === 'partner' ? text.partner : text.client,
    by: text.by ?? null,
    action: role === 'operator' ? null : (action ?? null),
    also: role === 'operator' ? null : (also ?? null),
  };
  return { steps, next };
}
