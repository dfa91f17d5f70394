import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { events } from '#shared/notifications/calls.ts';
import type { Hint } from '#shared/notifications/contract.ts';
import { leaveGuards } from '../leave-guards.ts';
import { createRefresher } from './live-queries.ts';
import { startLive, type Channel, type LivePorts } from './live.ts';
import { isSamePerson } from './same-person.ts';

const visibility: LivePorts['visibility'] = {
  isVisible: () => document.visibilityState === 'visible',
  onChange(changed) {
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  },
};

function makeChannel(name: string, onHint: (hint: Hint) => void): Channel {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }) => onHint(data as Hint));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    post: (hint) => channel.postMessage(hint),
    close: () => channel.close(),
  };
}

/** Applies live updates while mounted. */
export function useLive(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const refresher = createRefresher(queryClient, {
      isVisible: visibility.isVisible,
      refetchMe: async () => {
        // A reload drops the previous person's data, and the login gets no way back to their screen.
        if (!(await isSamePerson(queryClient)) && (await leaveGuards.mayLeave()))
          globalThis.location.reload();
      },
    });
    const stop = startLive({
      makeSource: () => new EventSource(events.path),
      locks: 'locks' in navigator ? navigator.locks : undefined,
      makeChannel: 'BroadcastChannel' in globalThis ? makeChannel : undefined,
      visibility,
      onHint: refresher.onHint,
      onSince: refresher.onSince,
    });
    return () => {
      stop();
      refresher.stop();
    };
  }, [queryClient]);
}
