import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
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

/** Asks beside the cache, since no screen behind the login can be shown to nobody; false when nobody is signed in. */
async function readMe(queryClient: QueryClient): Promise<boolean> {
  const beside = { ...meQuery, queryKey: ['live', 'me'], staleTime: 0, gcTime: 0 };
  const me = await queryClient.fetchQuery(beside).catch(() => undefined);
  if (me) {
    await queryClient.cancelQueries({ queryKey: meQuery.queryKey });
    queryClient.setQueryData(meQuery.queryKey, me);
  }
  return me !== null;
}

/** Keeps the screens of the signed-in person fresh as long as it is mounted. */
export function useLive(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const refresher = makeRefresher(queryClient, {
      isVisible: visibility.isVisible,
      askWhoIAm: async () => {
        // Signed out elsewhere: a page from anew knows nobody, and leads to the login with the way back.
        if (!(await readMe(queryClient))) globalThis.location.reload();
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
