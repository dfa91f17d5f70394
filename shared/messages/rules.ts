import type { Role } from '../lib/endpoint.ts';
import { type Result, fail, ok } from '../lib/result.ts';
import { characters } from '../lib/text.ts';
import { threadClosesAt } from '../sessions/rules-terms.ts';
import { THREAD } from './texts.ts';

/** In characters (docs/product/messages.md#message). */
export const MESSAGE_MAX = 1000;
export type ThreadStatus = 'open' | 'closed' | 'automatically-closed';

export interface ThreadTimes {
  /** When the musician closed it; null while they have not. */
  readonly closed_at: Temporal.Instant | null;
  /** The session's end. */
  readonly ends_at: Temporal.Instant;
}

/** The status at `now` (docs/product/messages.md#thread-status). */
export function threadStatus({ closed_at, ends_at }: ThreadTimes, now: Temporal.Instant): ThreadStatus {
  if (Temporal.Instant.compare(now, threadClosesAt(ends_at)) >= 0) return 'automatically-closed';
  return closed_at === null ? 'open' : 'closed';
}

/** Whether a role may write while the thread has a status (docs/product/messages.md#thread-status). */
export function mayPost(role: Role, status: ThreadStatus): Result<true, 'wrong_role' | 'thread_closed'> {
  if (role === 'operator') return fail('wrong_role', { detail: THREAD.onlyTheTwo });
  if (status === 'open') return ok(true);
  return fail('thread_closed', { detail: status === 'closed' ? THREAD.closed : THREAD.automaticallyClosed });
}

/** Whether a role may close or reopen; `no_change`: it has that status (docs/product/messages.md#closing). */
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

/** What is wrong with a message's text, as a sentence; null when it can be sent (docs/product/messages.md#message). */
export function messageProblem(body: string): string | null {
  if (body.trim() === '') return THREAD.empty;
  return characters(body) > MESSAGE_MAX ? THREAD.tooLong : null;
}

/** The placeholder of the text box. */
export function messagePlaceholder(role: Role): string {
  return role === 'partner' ? THREAD.placeholderForPartner : THREAD.placeholderForClient;
}
