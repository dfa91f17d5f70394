import type { Role } from '../lib/endpoint.ts';
import { type Result, fail, ok } from '../lib/result.ts';
import { characters } from '../lib/text.ts';
import { threadClosesAt } from '../sessions/rules-terms.ts';
import { THREAD } from './texts.ts';

/** Who writes when, and what a message may be (part 2 section 4 "Message thread", section 5). In characters. */
export const MESSAGE_MAX = 1000;
export type ThreadStatus = 'open' | 'closed' | 'automatically-closed';

export interface JudgedThread {
  /** When the musician closed it; null while they have not. */
  readonly closed_at: Temporal.Instant | null;
  /** The session's end. */
  readonly ends_at: Temporal.Instant;
}

/** The status at `now`: 4 days after the session's end every conversation is closed for good (decisions 5). */
export function threadStatus({ closed_at, ends_at }: JudgedThread, now: Temporal.Instant): ThreadStatus {
  if (Temporal.Instant.compare(now, threadClosesAt(ends_at)) >= 0) return 'automatically-closed';
  return closed_at === null ? 'open' : 'closed';
}

/** Whether a role may write while the thread is in a status: client and musician, only while it is open. */
export function mayPost(role: Role, status: ThreadStatus): Result<true, 'wrong_role' | 'thread_closed'> {
  if (role === 'operator') return fail('wrong_role', { detail: THREAD.onlyTheTwo });
  if (status === 'open') return ok(true);
  return fail('thread_closed', { detail: status === 'closed' ? THREAD.closed : THREAD.automaticallyClosed });
}

/** Whether a role may close (open → closed) or reopen (closed → open): the musician, except once closed automatically. */
export function mayToggle(
  role: Role,
  status: ThreadStatus,
  to: 'open' | 'closed',
): Result<true, 'wrong_role' | 'automatically_closed' | 'no_change'> {
  if (role !== 'partner') return fail('wrong_role', { detail: THREAD.onlyPartner });
  if (status === 'automatically-closed') {
    return fail('automatically_closed', { detail: THREAD.automaticallyClosed });
  }
  if (status !== to) return ok(true);
  return fail('no_change', { detail: to === 'open' ? THREAD.alreadyOpen : THREAD.closed });
}

/**
 * What is wrong with a message's text, in words; null when it can be sent. Only blanks count as empty; characters are
 * counted as the database does, so that an emoji is one.
 */
export function messageProblem(body: string): string | null {
  if (body.trim() === '') return THREAD.empty;
  return characters(body) > MESSAGE_MAX ? THREAD.tooLong : null;
}

/** The hint in the empty text box. */
export function messagePlaceholder(role: Role): string {
  return role === 'partner' ? THREAD.placeholderForPartner : THREAD.placeholderForClient;
}
