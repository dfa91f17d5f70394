import { dayOf, formatDay } from '#shared/lib/time.ts';
import type { Message, Thread } from '#shared/messages/contract.ts';
import { threadStatus, type ThreadStatus } from '#shared/messages/rules.ts';

/**
 * A conversation as it was known and as it has come: status and people are the newer ones, and no message that was
 * known gets lost, since none is ever taken back. A message that is the same stays the same object.
 */
export function mergeThreads(known: Thread | undefined, fresh: Thread): Thread {
  if (known === undefined) return fresh;
  const ids = new Set(known.messages.map(({ id }) => id));
  const added = fresh.messages.filter(({ id }) => !ids.has(id));
  const messages = added.length === 0 ? known.messages : [...known.messages, ...added].sort(byTime);
  return { ...fresh, messages, total: Math.max(known.total, fresh.total, messages.length) };
}

/** Oldest first; ids are made in order of time, so they decide between equals. */
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

/**
 * The status of a conversation at `now`: as the server said, and closed for good from 4 days after the session's end
 * on, whatever was said before.
 */
export function statusNow(said: ThreadStatus, endsAt: Temporal.Instant, now: Temporal.Instant): ThreadStatus {
  if (said === 'automatically-closed') return said;
  return threadStatus({ closed_at: said === 'closed' ? now : null, ends_at: endsAt }, now);
}
