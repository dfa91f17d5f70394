import type { MailName } from '#shared/notifications/rules.ts';
import type { EventPayloads } from '../../ctx/event-payloads.ts';

/** One of a session's two people. */
export type Side = 'client' | 'partner';

type ToSide<More = object> = { readonly to: Side } & More;
/** The start that the recipient knows, if it is not the session's. */
type KnownStart = { readonly known_start?: string | undefined };
/** The path to continue to. */
type Next = { readonly next?: string | undefined };

/** What each mail needs besides the id that it is about. Instants are ISO 8601. */
interface MailPayloads {
  /** About a feedback. */
  'support-requested': object;

  /** About a musician; `found_at`: when the conflicts were noted. */
  'calendar-conflict': { readonly found_at: string };
  'calendar-conflict-support': { readonly found_at: string };

  /** About another calendar. */
  'calendar-unread': object;

  /** About a person, like all of these. `version`: of the draft. */
  'profile-submitted': { readonly version: number };
  'profile-approved': object;
  'profile-returned': object;
  welcome: object;
  admitted: object;
  'reset-password': object;
  'sign-in-link': Next;
  'confirm-email': Next;
  'choose-password': object;
  'password-changed': object;
  'second-factor-changed': Pick<EventPayloads['accounts.second-factor-changed'], 'change'>;
  'erasure-requested': object;
  'confirm-erasure': object;
  'trial-ends': { readonly trial_ends_at: string };

  /** About a person, and money. */
  receipt: { readonly invoice_id: string };
  'payment-failed': {
    readonly attempt: number;
    readonly is_last: boolean;
    readonly next_attempt_at?: string | null | undefined;
  };
  'membership-cancelled': { readonly ends_at: string };
  'membership-ended': object;
  'trial-ends-soon': object;
  'trial-used': object;
  'card-expires': { readonly expires_at: string };

  /** About an invitation. `reminded_at`: when its reminder was requested. */
  invitation: { readonly reminded_at?: string | undefined };

  /** About a session, like all of these. */
  'session-booked': ToSide;
  'session-moved': ToSide<KnownStart>;
  /** `calendar_sequence`: a later change has a mail of its own. */
  'session-edited': ToSide<{ readonly calendar_sequence: number }>;
  'session-cancelled': ToSide<KnownStart>;
  'session-reminder': ToSide<{ readonly starts_at: string }>;
  'files-due': ToSide<{ readonly files_due_at: string }>;
  'files-sent': ToSide;
  'files-requested': ToSide<{ readonly feedback_id?: string | undefined }>;
  'ready-to-go': ToSide;
  'deliverables-ready': ToSide;
  /** `due_at`: the deadline that it is about. */
  'delivery-late': ToSide<{ readonly due_at: string }>;
  'rating-received': ToSide;

  /** About an offer of the waiting list. */
  'slot-offered': object;

  /** About the first message of a burst; `last_id`: its last one. */
  'new-message': { readonly last_id: string };
}

/** Mails to one of a session's two people. */
export type SessionMailName = {
  [N in MailName]: MailPayloads[N] extends { readonly to: Side } ? N : never;
}[MailName];

/** Mails about an account, to its person. */
export type PersonMailName =
  | 'welcome'
  | 'admitted'
  | 'reset-password'
  | 'sign-in-link'
  | 'confirm-email'
  | 'choose-password'
  | 'password-changed'
  | 'second-factor-changed'
  | 'erasure-requested'
  | 'confirm-erasure'
  | 'profile-approved'
  | 'profile-returned'
  | 'trial-ends';

/** Mails about money, to its person. */
export type BillingMailName =
  | 'receipt'
  | 'payment-failed'
  | 'membership-cancelled'
  | 'membership-ended'
  | 'trial-ends-soon'
  | 'trial-used'
  | 'card-expires';

/** A mail to enqueue: what it is, and the id of what it is about. */
export type NewMail<N extends MailName = MailName> = {
  [K in N]: { readonly template: K; readonly about: string } & MailPayloads[K];
}[N];

/** A mail in the queue: of which event, and when it was enqueued (ISO 8601), the same for every try. */
export type QueuedMail<N extends MailName = MailName> = {
  [K in N]: NewMail<K> & { readonly event_id: string; readonly at: string };
}[N];

/** A queued mail as earlier releases stored it: `detail` held what is a named field now. */
export interface EarlierQueuedMail {
  readonly event_id: string;
  readonly template: MailName;
  readonly about: string;
  readonly at: string;
  readonly to?: Side;
  readonly detail?: string;
}

const NAMED: {
  readonly [N in MailName]?: (detail: string) => MailPayloads[N] | Omit<MailPayloads[N], 'to'>;
} = {
  'sign-in-link': (next) => ({ next }),
  'confirm-email': (next) => ({ next }),
  'trial-ends': (trial_ends_at) => ({ trial_ends_at }),
  invitation: (reminded_at) => ({ reminded_at }),
  'session-moved': (known_start) => ({ known_start }),
  'session-edited': (sequence) => ({ calendar_sequence: Number(sequence) }),
  'session-cancelled': (known_start) => ({ known_start }),
  'session-reminder': (starts_at) => ({ starts_at }),
  'files-due': (files_due_at) => ({ files_due_at }),
  'files-requested': (feedback_id) => ({ feedback_id }),
  'new-message': (last_id) => ({ last_id }),
};

/** A stored mail, of this release or an earlier one. */
export function readQueuedMail(stored: QueuedMail | EarlierQueuedMail): QueuedMail {
  if (!('detail' in stored)) return stored as QueuedMail;
  const { detail = '', ...mail } = stored;
  return { ...NAMED[mail.template]?.(detail), ...mail } as QueuedMail;
}

const COMMON: ReadonlySet<string> = new Set(['event_id', 'template', 'about', 'at', 'to']);

/** A mail as it is stored: its named field also as `detail`, for a concurrent process of the earlier release. */
export function toStoredMail(mail: QueuedMail): QueuedMail {
  const named = Object.entries(mail).find(([key, value]) => !COMMON.has(key) && value !== undefined);
  if (named === undefined) return mail;
  const stored = { ...mail, detail: String(named[1]) };
  return stored;
}
