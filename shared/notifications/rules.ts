/** The groups of mails that people can switch off (docs/product/notifications.md#mail-groups). */
export const MAIL_GROUPS = ['booking', 'cancellation', 'files', 'marketing'] as const;
export type MailGroup = (typeof MAIL_GROUPS)[number];

/** Which groups a person wants. */
export type MailSettings = Readonly<Record<MailGroup, boolean>>;

/** Every mail and its group; `always` cannot be switched off (docs/product/notifications.md#mails). */
export const MAILS = {
  'support-requested': 'always',
  'profile-submitted': 'always',
  'profile-approved': 'always',
  'profile-returned': 'always',
  'calendar-conflict-support': 'always',
  welcome: 'always',
  admitted: 'always',
  'reset-password': 'always',
  'sign-in-link': 'always',
  'confirm-email': 'always',
  'choose-password': 'always',
  'password-changed': 'always',
  'second-factor-changed': 'always',
  'erasure-requested': 'always',
  'confirm-erasure': 'always',
  'trial-ends': 'always',
  receipt: 'always',
  'payment-failed': 'always',
  'membership-cancelled': 'always',
  'membership-ended': 'always',
  'trial-ends-soon': 'always',
  'trial-used': 'always',
  'card-expires': 'always',
  invitation: 'invitations',
  'session-booked': 'booking',
  'session-moved': 'booking',
  'session-edited': 'booking',
  'session-cancelled': 'cancellation',
  'session-reminder': 'booking',
  'files-due': 'files',
  'files-sent': 'files',
  'files-requested': 'files',
  'ready-to-go': 'booking',
  'deliverables-ready': 'files',
  'delivery-late': 'files',
  'rating-received': 'booking',
  'slot-offered': 'always',
  'calendar-conflict': 'booking',
  'calendar-unread': 'booking',
  'new-message': 'booking',
} as const satisfies Readonly<Record<string, MailGroup | 'invitations' | 'always'>>;
export type MailName = keyof typeof MAILS;

/** Mails with a link that signs in as their reader. */
const SIGNING_IN: ReadonlySet<string> = new Set<MailName>([
  'reset-password',
  'sign-in-link',
  'confirm-email',
  'choose-password',
  // Their links delete or keep the account.
  'erasure-requested',
  'confirm-erasure',
]);

/** Whether a mail has a link that signs in as its reader: writing it makes a secret, and nobody else reads it. */
export const signsIn = (mail: string): boolean => SIGNING_IN.has(mail);

/** Mails about money and security, which blocked people get, too (docs/product/notifications.md#blocked-people). */
const REACHING_BLOCKED: ReadonlySet<MailName> = new Set<MailName>([
  'password-changed',
  'second-factor-changed',
  'trial-ends',
  'receipt',
  'payment-failed',
  'membership-cancelled',
  'membership-ended',
  'trial-ends-soon',
  'trial-used',
  'card-expires',
  'session-cancelled',
]);

/** Whether a mail goes to somebody who is blocked. */
export const reachesBlocked = (mail: MailName): boolean => REACHING_BLOCKED.has(mail);

/** Groups that a mail's link can switch off. */
export type UnsubscribeTarget = MailGroup | 'invitations';

/** The group that a link names; null for an unknown name. */
export function parseUnsubscribeTarget(word: string): UnsubscribeTarget | null {
  return [...MAIL_GROUPS, 'invitations' as const].find((group) => group === word) ?? null;
}

/** Whether a person with these settings wants a mail. */
export function wantsMail(mail: MailName, settings: MailSettings): boolean {
  const group = MAILS[mail];
  return group === 'always' || group === 'invitations' || settings[group];
}

/** When a reminder is sent before its time, and until when a late one still is; in minutes. */
interface ReminderWindow {
  readonly before: number;
  readonly until: number;
  /** Not sent where the time was agreed less than this before: the confirmation has just said it. */
  readonly skipWithin: number;
}

const DAY_BEFORE: ReminderWindow = { before: 24 * 60, until: 18 * 60, skipWithin: 60 };
const HOUR_BEFORE: ReminderWindow = { before: 60, until: 30, skipWithin: 0 };
const FILES_DAY_BEFORE: ReminderWindow = { before: 24 * 60, until: 12 * 60, skipWithin: 60 };
const FILES_SOON: ReminderWindow = { before: 3 * 60, until: 60, skipWithin: 0 };
const TRIAL: ReminderWindow = { before: 3 * 24 * 60, until: 2 * 24 * 60, skipWithin: 0 };

const compare = (a: Temporal.Instant, b: Temporal.Instant): number => Temporal.Instant.compare(a, b);

/** Whether a reminder with this lead belongs to a time that was agreed at `agreed`. */
function applies(lead: ReminderWindow, time: Temporal.Instant, agreed: Temporal.Instant): boolean {
  return compare(agreed, time.subtract({ minutes: lead.before + lead.skipWithin })) <= 0;
}

const isNow = (lead: ReminderWindow, time: Temporal.Instant, now: Temporal.Instant): boolean =>
  compare(now, time.subtract({ minutes: lead.before })) >= 0 &&
  compare(now, time.subtract({ minutes: lead.until })) < 0;

/** How far ahead the job queries, in hours. */
export const LOOKAHEAD_HOURS = { session: 24, files: 24, trial: 72 } as const;

/**
 * The reminder of a session that is due at `now`; null: none (docs/product/notifications.md#reminders). `agreed`: when
 * it was booked or last moved.
 */
export function dueReminder(
  session: { readonly starts_at: Temporal.Instant; readonly agreed: Temporal.Instant },
  now: Temporal.Instant,
): 'day' | 'hour' | null {
  const { starts_at, agreed } = session;
  if (isNow(DAY_BEFORE, starts_at, now) && applies(DAY_BEFORE, starts_at, agreed)) return 'day';
  return isNow(HOUR_BEFORE, starts_at, now) && applies(HOUR_BEFORE, starts_at, agreed) ? 'hour' : null;
}

/** Whether missing files are requested at `now` (docs/product/notifications.md#files-reminder). */
export function isFilesReminderDue(
  session: { readonly files_due_at: Temporal.Instant; readonly agreed: Temporal.Instant },
  now: Temporal.Instant,
): boolean {
  const { files_due_at, agreed } = session;
  const lead = applies(FILES_DAY_BEFORE, files_due_at, agreed) ? FILES_DAY_BEFORE : FILES_SOON;
  return isNow(lead, files_due_at, now) && applies(lead, files_due_at, agreed);
}

/** Whether a trial's end is announced at `now` (docs/product/notifications.md#trial-reminder). */
export function isTrialEndDue(ends: Temporal.Instant, now: Temporal.Instant): boolean {
  return isNow(TRIAL, ends, now);
}

/** A message unread for this long is mailed (docs/product/notifications.md#unread-messages). */
export const UNREAD_MINUTES = 5;
/** Between two mails about one thread. */
export const MESSAGE_PAUSE_MINUTES = 60;
/** A message unread for longer is not mailed any more. */
export const UNREAD_EXPIRED_HOURS = 24;
