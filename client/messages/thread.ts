import { dayOf, formatDay } from '#shared/lib/time.ts';
import type { Message, Thread } from '#shared/messages/contract.ts';
import { threadStatus, type ThreadStatus } from '#shared/messages/rules.ts';

/**
 * Merges a response into the cache: its status and people, and all messages of both. Unchanged messages keep their
 * identity.
 */
export function mergeThreads(cached: Thread | undefined, fresh: Thread): Thread {
  if (cached === undefined) return fresh;
  const ids = new Set(cached.messages.map(({ id }) => id));
  const added = fresh.messages.filter(({ id }) => !ids.has(id));
  const messages = added.length === 0 ? cached.messages : [...cached.messages, ...added].sort(byTime);
  return { ...fresh, messages, total: Math.max(cached.total, fresh.total, messages.length) };
}

/** Oldest first; ids are in order of creation and break ties. */
function byTime(a: Message, b: Message): number {
  return Date.parse(a.createdAt) - Date.parse(b.createdAt) || (a.id < b.id ? -1 : 1);
}

/** The messages of one day of the reader's zone, under its name ('ddd DD MMM YY'). */
export interface MessageDay {
  readonly key: string;
  readonly name: string;
  readonly messages: readonly Message[];
}

/** Messages, oldest first, by the days of a zone. */
export function byDay(messages: readonly Message[], zone: string): MessageDay[] {
  const days: { key: string; name: string; messages: Message[] }[] = [];
  for (const message of messages) {
    const at = Temporal.Instant.from(message.createdAt);
    const key = dayOf(at, zone).toString();
    const last = days.at(-1);
    if (last?.key === key) last.messages.push(message);
    else days.push({ key, name: formatDay(at, zone), messages: [message] });
  }
  return days;
}

/** The status at `now`: a thread closes for good 4 days after the session's end (docs/product/messages.md). */
export function statusNow(
  status: ThreadStatus,
  endsAt: Temporal.Instant,
  now: Temporal.Instant,
): ThreadStatus {
  if (status === 'automatically-closed') return status;
  return threadStatus({ closed_at: status === 'closed' ? now : null, ends_at: endsAt }, now);
}
