/** The groups of mails that their reader can switch off (part 2 section 4; decisions 10). */
export const MAIL_GROUPS = ['booking', 'cancellation', 'files', 'marketing'] as const;
export type MailGroup = (typeof MAIL_GROUPS)[number];

/** Which groups somebody wants. */
export type MailSettings = Readonly<Record<MailGroup, boolean>>;

/**
 * Every mail and the group that it belongs to (decisions 10). `always` is what nobody switches off: the account, its
 * security and money. `invitations` go to people without an account, who can refuse them for their address.
 */
export const MAILS = {
  'support-requested': 'always',
  welcome: 'always',
  admitted: 'always',
  'reset-password': 'always',
  'sign-in-link': 'always',
  'choose-password': 'always',
  'password-changed': 'always',
  'trial-ends': 'always',
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
  'new-message': 'booking',
} as const satisfies Readonly<Record<string, MailGroup | 'invitations' | 'always'>>;
export type MailName = keyof typeof MAILS;

/** What a link of a mail can switch off. */
export type Switchable = MailGroup | 'invitations';

/** The group that a link names; null for a word that is none. */
export function readSwitchable(word: string): Switchable | null {
  return [...MAIL_GROUPS, 'invitations' as const].find((group) => group === word) ?? null;
}

/** Whether somebody with these settings wants a mail; judged when it is sent. */
export function isWanted(mail: MailName, settings: MailSettings): boolean {
  const group = MAILS[mail];
  return group === 'always' || group === 'invitations' || settings[group];
}

/** Before the start or the deadline, in minutes: when a reminder goes out, and until when a late one still helps. */
interface Lead {
  readonly before: number;
  readonly until: number;
  /** Not when the time was agreed this shortly before: the confirmation has just said it all. */
  readonly quiet: number;
}

const DAY_BEFORE: Lead = { before: 24 * 60, until: 18 * 60, quiet: 60 };
const HOUR_BEFORE: Lead = { before: 60, until: 30, quiet: 0 };
const FILES_DAY_BEFORE: Lead = { before: 24 * 60, until: 12 * 60, quiet: 60 };
const FILES_SOON: Lead = { before: 3 * 60, until: 60, quiet: 0 };
const TRIAL: Lead = { before: 3 * 24 * 60, until: 2 * 24 * 60, quiet: 0 };

const compare = (a: Temporal.Instant, b: Temporal.Instant): number => Temporal.Instant.compare(a, b);

/** Whether a reminder with this lead belongs to a time that was agreed at `agreed`. */
function applies(lead: Lead, time: Temporal.Instant, agreed: Temporal.Instant): boolean {
  return compare(agreed, time.subtract({ minutes: lead.before + lead.quiet })) <= 0;
}

const isNow = (lead: Lead, time: Temporal.Instant, now: Temporal.Instant): boolean =>
  compare(now, time.subtract({ minutes: lead.before })) >= 0 &&
  compare(now, time.subtract({ minutes: lead.until })) < 0;

/** How far ahead a look for what is due must see, in hours. */
export const LOOK_AHEAD = { session: 24, files: 24, trial: 72 } as const;

/**
 * The reminder of a session that is due at `now`: 24 hours before its start, at the latest 18, or one hour before, at
 * the latest 30 minutes (decisions 10). `agreed` is when it was booked or last moved.
 */
export function dueReminder(
  session: { readonly starts_at: Temporal.Instant; readonly agreed: Temporal.Instant },
  now: Temporal.Instant,
): 'day' | 'hour' | null {
  const { starts_at, agreed } = session;
  if (isNow(DAY_BEFORE, starts_at, now) && applies(DAY_BEFORE, starts_at, agreed)) return 'day';
  return isNow(HOUR_BEFORE, starts_at, now) && applies(HOUR_BEFORE, starts_at, agreed) ? 'hour' : null;
}

/**
 * Whether files that are still missing are asked for now, once for each deadline: 24 hours before it, or 3 hours when
 * the time was agreed later than that.
 */
export function isFilesReminderDue(
  session: { readonly files_due_at: Temporal.Instant; readonly agreed: Temporal.Instant },
  now: Temporal.Instant,
): boolean {
  const { files_due_at, agreed } = session;
  const lead = applies(FILES_DAY_BEFORE, files_due_at, agreed) ? FILES_DAY_BEFORE : FILES_SOON;
  return isNow(lead, files_due_at, now) && applies(lead, files_due_at, agreed);
}

/** Whether the end of a trial is announced now: 3 days before, at the latest 2 (decisions 10). */
export function isTrialEndDue(ends: Temporal.Instant, now: Temporal.Instant): boolean {
  return isNow(TRIAL, ends, now);
}

/** A message is mailed when it has not been read for 5 minutes (decisions 10). */
export const UNREAD_MINUTES = 5;
/** One conversation is mailed about once, and again after this long while its reader stays away. */
export const MESSAGE_PAUSE_MINUTES = 60;
/** What has lain longer than this is not mailed any more. */
export const UNREAD_FORGOTTEN_HOURS = 24;
