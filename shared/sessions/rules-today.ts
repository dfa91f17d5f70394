import { dayOf, startOfDay } from '../lib/time.ts';
import { effectiveStatus, sessionType } from './rules.ts';
import type { Status } from './rules-status.ts';
import { joinOpensAt } from './rules-steps.ts';

/** States of a profile that 'Today' reminds of: never published, waiting for the studio, returned by it. */
export const PROFILE_STATES = ['new', 'waiting', 'returned'] as const;

/** What 'Today' reads of a musician's session. */
interface WaitingSession {
  readonly status: Status;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  /** When the session files are due; null when none are. */
  readonly due: Temporal.Instant | null;
  readonly unread_messages: number;
}

/** What waits for a musician, each list by what is first (docs/product/sessions.md#today). */
export interface Waiting<S> {
  /** To be reviewed, by start. */
  readonly review: readonly S[];
  /** To be delivered by the end of today, late ones first. */
  readonly deliver: readonly S[];
  /** With unread messages, by start, upcoming ones first. */
  readonly unread: readonly S[];
  /** The running session, else the next. */
  readonly next: S | null;
}

/** By start. Of thousands of sessions comparing instants takes longer than all else. */
function byStart<S extends WaitingSession>(sessions: readonly S[]): S[] {
  const starts = new Map(sessions.map((one) => [one, one.starts_at.epochMilliseconds]));
  return sessions.toSorted((a, b) => (starts.get(a) ?? 0) - (starts.get(b) ?? 0));
}

/** What waits for a musician at `now`; today is the zone's. */
export function waitingFor<S extends WaitingSession>(
  sessions: readonly S[],
  now: Temporal.Instant,
  zone: string,
): Waiting<S> {
  const sorted = byStart(sessions);
  const tomorrow = startOfDay(dayOf(now, zone).add({ days: 1 }), zone);
  const { upcoming = [], past = [] } = Object.groupBy(sorted, (one) => sessionType(one, now));
  const isDue = ({ due, ...one }: S): boolean =>
    due !== null &&
    Temporal.Instant.compare(due, tomorrow) < 0 &&
    effectiveStatus(one, now) === 'partner_upload_required';
  return {
    review: upcoming.filter(({ status }) => status === 'client_files_pending_review'),
    deliver: past.filter(isDue).sort((a, b) => Temporal.Instant.compare(a.due ?? now, b.due ?? now)),
    unread: [...upcoming, ...past.toReversed()].filter(({ unread_messages }) => unread_messages > 0),
    next: upcoming.find(({ status }) => status !== 'prebooked') ?? null,
  };
}

interface Joinable {
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  readonly livestream_link: string | null;
}

/** Where to join a session at `now`: from 10 minutes before its start to its end; else null. */
export function openJoinLink(session: Joinable, now: Temporal.Instant): string | null {
  const hasOpened = Temporal.Instant.compare(now, joinOpensAt(session)) >= 0;
  return hasOpened && Temporal.Instant.compare(now, session.ends_at) < 0 ? session.livestream_link : null;
}
