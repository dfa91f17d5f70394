import { useEffect, useRef, useState } from 'react';
import type { Message } from '#shared/messages/contract.ts';

/**
 * What came in while its reader was looking: whether some of it lies below what they see, and the words for those who
 * listen. The messages that were there at the beginning are no arrivals, nor are one's own.
 */
export function useArrivals(messages: readonly Message[] | undefined, myId: string, atEnd: boolean) {
  const known = useRef<ReadonlySet<string> | null>(null);
  const [unseen, setUnseen] = useState(false);
  const [spoken, setSpoken] = useState('');

  useEffect(() => {
    if (messages === undefined) return;
    const before = known.current;
    known.current = new Set(messages.map(({ id }) => id));
    if (before === null) return;
    const newest = messages.filter(({ id, user_id }) => user_id !== myId && !before.has(id));
    const last = newest.at(-1);
    // Older ones, loaded on demand, come before what was known.
    if (last === undefined || last !== messages.findLast(({ user_id }) => user_id !== myId)) return;
    setSpoken(
      newest.length === 1
        ? `New message from ${last.user.name}: ${last.body}`
        : `${newest.length} new messages from ${last.user.name}`,
    );
    setUnseen(true);
  }, [messages, myId]);

  // At the end everything is in sight.
  if (atEnd && unseen) setUnseen(false);
  return { unseen, spoken };
}
