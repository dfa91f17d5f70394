import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Me } from '../../shared/me/contract.ts';
import { events, type Hint } from '../../shared/notifications/contract.ts';
import { makeRefresher } from './live-queries.ts';
import { meQuery } from './session.ts';
import { startLive, type Channel, type LivePorts } from './live.ts';

const visibility: LivePorts['visibility'] = {
  isVisible: () => document.visibilityState === 'visible',
  onChange(changed) {
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  },
};

function makeChannel(name: string, hear: (hint: Hint) => void): Channel {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }) => hear(data as Hint));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    tell: (hint) => channel.postMessage(hint),
    close: () => channel.close(),
  };
}

/**
 * Asks beside the cache, since no screen behind the login can be shown to nobody; false when another tab has signed out, or in as
 * somebody else.
 */
async function isStillMe(queryClient: QueryClient): Promise<boolean> {
  const { queryKey } = meQuery;
  const beside = { ...meQuery, queryKey: ['live', 'me'], staleTime: 0, gcTime: 0 };
  const me = await queryClient.fetchQuery(beside).catch(() => undefined);
  // Unknown while the server is away.
  if (me === undefined) return true;
  if (me?.id !== queryClient.getQueryData<Me | null>(queryKey)?.id) return false;
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, me);
  return true;
}

/** Keeps the screens of the signed-in person fresh as long as it is mounted. */
export function useLive(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const refresher = makeRefresher(queryClient, {
      isVisible: visibility.isVisible,
      askWhoIAm: async () => {
        // A page from anew keeps nothing of whoever was here, and leads nobody to the login with the way back.
        if (!(await isStillMe(queryClient))) globalThis.location.reload();
      },
    });
    const stop = startLive({
      makeSource: () => new EventSource(events.path),
      locks: 'locks' in navigator ? navigator.locks : undefined,
      makeChannel: 'BroadcastChannel' in globalThis ? makeChannel : undefined,
      visibility,
      hear: refresher.hear,
    });
    return () => {
      stop();
      refresher.stop();
    };
  }, [queryClient]);
}
