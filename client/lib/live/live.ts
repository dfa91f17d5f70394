import type { Hint } from '#shared/notifications/contract.ts';
import { keepStreamOpen, type Source } from './live-source.ts';

/** Channel between the tabs of one browser. */
export interface Channel {
  readonly post: (hint: Hint) => void;
  readonly close: () => void;
}

/** Browser features behind live updates; `locks` and `channel` are absent on plain http from another machine. */
export interface LivePorts {
  readonly makeSource: () => Source;
  readonly locks: Pick<LockManager, 'request'> | undefined;
  /** `onHint` receives hints of other tabs. */
  readonly makeChannel: ((name: string, onHint: (hint: Hint) => void) => Channel) | undefined;
  readonly visibility: {
    readonly isVisible: () => boolean;
    /** Returns how to unsubscribe. */
    readonly onChange: (changed: () => void) => () => void;
  };
  /** A hint for this tab; `first` where it only says that the stream opened. */
  readonly onHint: (hint: Hint, first?: boolean) => void;
  /** With a first opening: what changed up to so many milliseconds before it comes as hints. */
  readonly onSince: (ms: number) => void;
}

const LOCK_NAME = 'talkback-live';

/**
 * Live updates for this tab over one stream per browser (docs/decisions/0040-one-event-stream-per-browser.md). Returns
 * its end.
 */
export function startLive(ports: LivePorts): () => void {
  const { locks, makeChannel } = ports;
  if (locks === undefined || makeChannel === undefined) return whileVisible(ports);
  const channel = makeChannel(LOCK_NAME, (hint) => ports.onHint(hint));
  const controller = new AbortController();
  const becomeLeader = (): Promise<void> =>
    new Promise((resolve) => {
      // The lock may be granted just after the abort; the stream would never be closed.
      if (controller.signal.aborted) return resolve();
      const close = openStream(ports, channel.post);
      controller.signal.addEventListener('abort', () => {
        close();
        resolve();
      });
    });
  const follow = (): void => {
    if (controller.signal.aborted) return;
    // An aborted lock request rejects.
    locks.request(LOCK_NAME, { signal: controller.signal }, becomeLeader).catch(() => {});
    // The other tab's stream was open before this tab listened to it.
    ports.onHint({ kind: 'resync' }, true);
  };
  const leadOrFollow = (lock: Lock | null): void | Promise<void> =>
    lock === null ? follow() : becomeLeader();
  locks.request(LOCK_NAME, { ifAvailable: true }, leadOrFollow).catch(() => {});
  return () => {
    controller.abort();
    channel.close();
  };
}

/** Owns the stream and forwards its hints to the other tabs. */
function openStream({ makeSource, onHint, onSince }: LivePorts, forward: (hint: Hint) => void): () => void {
  let first = true;
  let isFirstOpen = false;
  const broadcast = (hint: Hint): void => {
    onHint(hint);
    forward(hint);
  };
  return keepStreamOpen({
    make: makeSource,
    onHint: broadcast,
    onOpen() {
      onHint({ kind: 'resync' }, first);
      forward({ kind: 'resync' });
      isFirstOpen = first;
      first = false;
    },
    onSince(ms) {
      if (isFirstOpen) onSince(ms);
    },
    // Each tab checks for itself whether somebody is still signed in.
    onRefused: () => broadcast({ kind: 'me' }),
  });
}

function whileVisible(ports: LivePorts): () => void {
  let close: (() => void) | undefined;
  const update = (): void => {
    close?.();
    close = ports.visibility.isVisible() ? openStream(ports, () => {}) : undefined;
  };
  const unsubscribe = ports.visibility.onChange(update);
  update();
  return () => {
    unsubscribe();
    close?.();
  };
}
