import type { MailName } from './rules.ts';

/** Changes of a session within this become one mail (docs/product/notifications.md#changes-of-a-session). */
export const CHANGES_MINUTES = 10;
/** A cancellation or move of a session that starts within this is mailed at once. */
const URGENT_MINUTES = 60;

interface Change {
  readonly what: 'moved' | 'edited' | 'cancelled';
  /** The start that the session's people know. */
  readonly known_start: Temporal.Instant;
  readonly starts_at: Temporal.Instant;
}

/** When a change at `now` is mailed: at once if urgent, else 10 minutes later with all changes until then. */
export function changeDueAt(
  { what, known_start, starts_at }: Change,
  now: Temporal.Instant,
): Temporal.Instant {
  const soon = now.add({ minutes: URGENT_MINUTES });
  const isSoon = [known_start, starts_at].some((start) => Temporal.Instant.compare(start, soon) <= 0);
  return what !== 'edited' && isSoon ? now : now.add({ minutes: CHANGES_MINUTES });
}

/** When news of one kind is mailed: at once, or 10 minutes after the last mail of that kind. */
export function newsDueAt(lastSent: Temporal.Instant | null, now: Temporal.Instant): Temporal.Instant {
  const next = lastSent?.add({ minutes: CHANGES_MINUTES }) ?? now;
  return Temporal.Instant.compare(next, now) > 0 ? next : now;
}

interface Changed {
  readonly isCancelled: boolean;
  readonly starts_at: Temporal.Instant;
  /** The start that the session's people know; null: not moved. */
  readonly known_start: Temporal.Instant | null;
  readonly edited: boolean;
}

/** The mail about a session's changes; null when it is back to what its people know. */
export function changeMail({
  isCancelled,
  starts_at,
  known_start,
  edited,
}: Changed): 'session-cancelled' | 'session-moved' | 'session-edited' | null {
  if (isCancelled) return 'session-cancelled';
  if (known_start !== null && !known_start.equals(starts_at)) return 'session-moved';
  return edited ? 'session-edited' : null;
}

/** The mail of each other kind of news, and to whom (docs/product/notifications.md#news-of-a-session). */
export const NEWS_MAILS = {
  files_sent: ['files-sent', 'partner'],
  files_requested: ['files-requested', 'client'],
  ready: ['ready-to-go', 'client'],
  delivered: ['deliverables-ready', 'client'],
} as const satisfies Readonly<Record<string, readonly [MailName, 'client' | 'partner']>>;
