import { useEffect, useRef, useState } from 'react';
import type { Message } from '#shared/messages/contract.ts';

/** Messages of others that arrived since mount: whether some are below the viewport, and a live-region text. */
export function useNewMessages(messages: readonly Message[] | undefined, myId: string, isAtBottom: boolean) {
  const knownIds = useRef<ReadonlySet<string> | null>(null);
  const [hasUnseen, setHasUnseen] = useState(false);
  const [announcement, setAnnouncement] = useState('');

  useEffect(() => {
    if (messages === undefined) return;
    const before = knownIds.current;
    knownIds.current = new Set(messages.map(({ id }) => id));
    if (before === null) return;
    const newest = messages.filter(({ id, user_id }) => user_id !== myId && !before.has(id));
    const last = newest.at(-1);
    // Earlier pages are prepended and are not new.
    if (last === undefined || last !== messages.findLast(({ user_id }) => user_id !== myId)) return;
    setAnnouncement(
      newest.length === 1
        ? `New message from ${last.user.name}: ${last.body}`
        : `${newest.length} new messages from ${last.user.name}`,
    );
    setHasUnseen(true);
  }, [messages, myId]);

  // At the bottom all messages are visible.
  if (isAtBottom && hasUnseen) setHasUnseen(false);
  return { hasUnseen, announcement };
}
