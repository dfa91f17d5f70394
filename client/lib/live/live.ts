import type { Hint } from '#shared/notifications/contract.ts';
import { keepSource, type Source } from './live-source.ts';

/** Channel between the tabs of one browser. */
export interface Channel {
  readonly tell: (hint: Hint) => void;
  readonly close: () => void;
}

/** Browser features behind live updates; `locks` and `channel` are absent on plain http from another machine. */
export interface LivePorts {
  readonly makeSource: () => Source;
  readonly locks: Pick<LockManager, 'request'> | undefined;
  /** `hear` receives hints of other tabs. */
  readonly makeChannel: ((name: string, hear: (hint: Hint) => void) => Channel) | undefined;
  readonly visibility: {
    readonly isVisible: () => boolean;
    /** Returns how to unsubscribe. */
    readonly onChange: (changed: () => void) => () => void;
  };
  /** A hint for this tab; `first` where it only says that the stream opened. */
  readonly hear: (hint: Hint, first?: boolean) => void;
}

const NAME = 'talkback-live';

/**
 * Live updates for this tab over one stream per browser (docs/decisions/0040-one-event-stream-per-browser.md). Returns
 * its end.
 */
export function startLive(ports: LivePorts): () => void {
  const { locks, makeChannel } = ports;
  if (locks === undefined || makeChannel === undefined) return whileVisible(ports);
  const channel = makeChannel(NAME, (hint) => ports.hear(hint));
  const ending = new AbortController();
  const lead = (): Promise<void> =>
    new Promise((resolve) => {
      // The lock may be granted just after the abort; the stream would never be closed.
      if (ending.signal.aborted) return resolve();
      const close = hold(ports, channel.tell);
      ending.signal.addEventListener('abort', () => {
        close();
        resolve();
      });
    });
  // An aborted lock request rejects.
  locks.request(NAME, { signal: ending.signal }, lead).catch(() => {});
  ports.hear({ kind: 'resync' }, true);
  return () => {
    ending.abort();
    channel.close();
  };
}

/** Owns the stream and forwards its hints to the other tabs. */
function hold({ makeSource, hear }: LivePorts, pass: (hint: Hint) => void): () => void {
  let first = true;
  const broadcast = (hint: Hint): void => {
    hear(hint);
    pass(hint);
  };
  return keepSource({
    make: makeSource,
    heard: broadcast,
    opened() {
      hear({ kind: 'resync' }, first);
      pass({ kind: 'resync' });
      first = false;
    },
    // Each tab checks for itself whether somebody is still signed in.
    refused: () => broadcast({ kind: 'me' }),
  });
}

function whileVisible(ports: LivePorts): () => void {
  let close: (() => void) | undefined;
  const follow = (): void => {
    close?.();
    close = ports.visibility.isVisible() ? hold(ports, () => {}) : undefined;
  };
  const unsubscribe = ports.visibility.onChange(follow);
  follow();
  return () => {
    unsubscribe();
    close?.();
  };
}
