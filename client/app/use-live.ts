import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { events, type Hint } from '../../shared/notifications/contract.ts';
import { makeRefresher } from './live-queries.ts';
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

/** Keeps the screens of the signed-in person fresh as long as it is mounted. */
export function useLive(): void {
  const queryClient = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    const refresher = makeRefresher(queryClient, {
      isVisible: visibility.isVisible,
      // The guard of the present route then leads to the login.
      onSignedOut: () => void router.invalidate(),
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
  }, [queryClient, router]);
}
