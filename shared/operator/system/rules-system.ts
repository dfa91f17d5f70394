/** How far a mail is (docs/product/operator.md#mails). */
export const MAIL_STATES = ['sent', 'sending', 'failed', 'not_needed'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** What the log of mails notes of one. */
export interface NotedMail {
  readonly sent_at: Temporal.Instant | null;
  readonly claimed_until: Temporal.Instant | null;
  readonly failure: string | null;
}

/** The state of a mail: `failed` is tried again until it is given up (docs/product/operator.md#mails). */
export function mailState({ sent_at, claimed_until, failure }: NotedMail): MailState {
  if (sent_at !== null) return 'sent';
  if (claimed_until !== null) return 'sending';
  return failure === null ? 'not_needed' : 'failed';
}

/** Between two repeats of one mail (docs/product/operator.md#sending-a-mail-again). */
const AGAIN_MINUTES = 1;

/** Whether a mail was sent again within the last minute. */
export function isJustSentAgain(sentAgainAt: Temporal.Instant | null, now: Temporal.Instant): boolean {
  return (
    sentAgainAt !== null && Temporal.Instant.compare(sentAgainAt.add({ minutes: AGAIN_MINUTES }), now) > 0
  );
}

/** Rows of one page of mails, failed jobs and webhooks. */
export const SYSTEM_PAGE = 50;

/** How far a webhook is: what it is about was read at the provider, or not yet. */
export const WEBHOOK_STATES = ['handled', 'waiting'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** Files by kind, as storage and database hold them (docs/product/operator.md#storage). */
export const STORED_KINDS = ['user', 'output', 'samples', 'pictures', 'orphans'] as const;
export type StoredKind = (typeof STORED_KINDS)[number];
