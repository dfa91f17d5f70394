import type { Role } from '../lib/endpoint.ts';
import { type JudgedSession, type SessionStatus, type Status, effectiveStatus } from './rules.ts';
import { deliveryDueAt, threadClosesAt } from './rules-terms.ts';

/** The steps on top of every session, in order. */
export const CHAIN = [
  { key: 'booked', label: 'Booked' },
  { key: 'files', label: 'Files in' },
  { key: 'reviewed', label: 'Reviewed' },
  { key: 'session', label: 'Session' },
  { key: 'delivered', label: 'Delivered' },
] as const;

export type StepState = 'done' | 'now' | 'todo';
export type ChainAction =
  | 'confirm'
  | 'upload'
  | 'ready'
  | 'join'
  | 'deliver'
  | 'messages'
  | 'help'
  | 'download';

/** What comes next: by whom, in one sentence for the reader, until when (null: whenever), and the reader's buttons. */
export interface NextStep {
  readonly who: 'client' | 'partner' | 'nobody';
  readonly what: string;
  readonly by: Temporal.Instant | null;
  readonly action: ChainAction | null;
  /** A second way on, beside the first. */
  readonly also: ChainAction | null;
}

/** What the chain reads of a session. */
export interface ChainSession extends JudgedSession {
  readonly attendance: boolean | null;
  readonly files_due_at: Temporal.Instant | null;
  readonly hold_expires_at?: Temporal.Instant | null;
  readonly user: { readonly name: string };
  readonly partner: { readonly name: string };
  readonly service: { readonly needs_files: boolean; readonly files_delivery: number };
  /** Whether the reader may download what was delivered (part 2 section 4); absent reads as offered. */
  readonly download?: {
    readonly state: 'offered' | 'processing' | 'expired';
    readonly until: Temporal.Instant | null;
  };
}

interface Words {
  readonly who: NextStep['who'];
  readonly by?: Temporal.Instant | null;
  readonly client: string;
  readonly partner: string;
  readonly clientAction?: ChainAction;
  readonly clientAlso?: ChainAction;
  readonly partnerAction?: ChainAction;
}

/** The livestream's door opens this long before the start. */
export const JOIN_MINUTES_BEFORE = 10;
/** Files are delivered within 24 hours after a session (part 1 section 9): before that nobody is told of a delay. */
const DELIVERY_PROMISE_HOURS = 24;

const reached = (now: Temporal.Instant, at: Temporal.Instant | null) =>
  at !== null && Temporal.Instant.compare(now, at) >= 0;

/** How many steps are done; the next one is lit. */
const DONE: Readonly<Record<Status, number>> = {
  prebooked: 0,
  client_files_upload_required: 1,
  client_files_update_required: 1,
  client_files_pending_review: 2,
  partner_ready_to_go: 3,
  partner_upload_required: 4,
  partner_deliverables_ready: 5,
  cancelled: 1,
};

function prebooked(session: ChainSession): Words {
  return {
    who: 'client',
    by: session.hold_expires_at ?? null,
    client: 'Confirm your booking to make this time yours.',
    partner: `${session.user.name} is choosing this time.`,
    clientAction: 'confirm',
  };
}

function filesWanted(session: ChainSession, now: Temporal.Instant): Words {
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

function filesToUpdate(session: ChainSession, now: Temporal.Instant): Words {
  return {
    who: 'client',
    by: reached(now, session.files_due_at) ? session.starts_at : session.files_due_at,
    client: `${session.partner.name} asked for a change to your files. Look into the messages, then upload them again.`,
    partner: `Waiting for the updated files from ${session.user.name}. Say in the messages what is missing.`,
    clientAction: 'upload',
    clientAlso: 'messages',
    partnerAction: 'messages',
  };
}

function toReview(session: ChainSession): Words {
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

function ready(session: ChainSession, now: Temporal.Instant): Words {
  const { attendance, starts_at, ends_at, user, partner } = session;
  const on = reached(now, starts_at);
  const open = attendance === true && reached(now, starts_at.subtract({ minutes: JOIN_MINUTES_BEFORE }));
  const join = open ? ({ clientAction: 'join', partnerAction: 'join' } as const) : {};
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
    ...join,
  };
}

function toDeliver(session: ChainSession, now: Temporal.Instant): Words {
  const { ends_at, service, user, partner } = session;
  const by = deliveryDueAt(service, ends_at);
  const missed = reached(now, by);
  const late = missed && reached(now, ends_at.add({ hours: DELIVERY_PROMISE_HOURS }));
  const open = !reached(now, threadClosesAt(ends_at));
  const asking = open
    ? ({ clientAction: 'messages', clientAlso: 'help' } as const)
    : { clientAction: 'help' as const };
  const whom = open ? `Write to ${partner.name}, or to our support` : 'Write to our support';
  return {
    who: 'partner',
    by,
    client: late
      ? `The session files are late. ${whom} if they do not come.`
      : `${partner.name} is getting your session files ready.`,
    partner: missed
      ? `The session files for ${user.name} are due. Please upload them now.`
      : `Upload the session files for ${user.name}.`,
    ...(late ? asking : {}),
    partnerAction: 'deliver',
  };
}

function delivered(session: ChainSession): Words {
  if (session.files.output === 0) {
    const closed = 'This session is closed. There was nothing to deliver.';
    return { who: 'nobody', client: closed, partner: closed };
  }
  const { download } = session;
  const partner = `Delivered. ${session.user.name} can download the session files.`;
  if (download !== undefined && download.state !== 'offered') {
    const client =
      download.state === 'processing'
        ? 'Your session files are delivered and on their way to you.'
        : 'Your session files were delivered. The time to download them is over.';
    return { who: 'nobody', by: download.until, client, partner };
  }
  return {
    who: 'client',
    client: 'Your session files are ready to download.',
    partner,
    clientAction: 'download',
  };
}

const CANCELLED = 'This session was cancelled.';

const WORDS: Readonly<
  Record<'prebooked' | SessionStatus, (session: ChainSession, now: Temporal.Instant) => Words>
> = {
  prebooked,
  client_files_upload_required: filesWanted,
  client_files_update_required: filesToUpdate,
  client_files_pending_review: toReview,
  partner_ready_to_go: ready,
  partner_upload_required: toDeliver,
  partner_deliverables_ready: delivered,
  cancelled: () => ({ who: 'nobody', client: CANCELLED, partner: CANCELLED }),
};

/**
 * The signal chain of a session at `now`: its steps, and what is next, by whom and by when. The sentence is for the
 * reader's role: a partner reads the musician's, everyone else the client's; the operator gets no button.
 */
export function signalChain(role: Role, session: ChainSession, now: Temporal.Instant) {
  const status = effectiveStatus(session, now);
  const done = DONE[status];
  const lit = status === 'cancelled' ? -1 : done;
  const steps = CHAIN.map(
    (step, n): { readonly key: string; readonly label: string; readonly state: StepState } => ({
      ...step,
      state: n === lit ? 'now' : n < done ? 'done' : 'todo',
    }),
  );
  const words = WORDS[status](session, now);
  const action = role === 'partner' ? words.partnerAction : words.clientAction;
  const also = role === 'partner' ? undefined : words.clientAlso;
  const next: NextStep = {
    who: words.who,
    what: role === 'partner' ? words.partner : words.client,
    by: words.by ?? null,
    action: role === 'operator' ? null : (action ?? null),
    also: role === 'operator' ? null : (also ?? null),
  };
  return { steps, next };
}
