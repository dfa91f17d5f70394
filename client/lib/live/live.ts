import type { Hint } from '../../shared/notifications/contract.ts';
import { keepSource, type Source } from './live-source.ts';

/** What the tabs of one browser tell each other. */
export interface Channel {
  readonly tell: (hint: Hint) => void;
  readonly close: () => void;
}

/** What live updates stand on; `locks` and `channel` are absent where the browser has none (plain http on another machine). */
export interface LivePorts {
  readonly makeSource: () => Source;
  readonly locks: Pick<LockManager, 'request'> | undefined;
  /** `hear` is for what other tabs tell. */
  readonly makeChannel: ((name: string, hear: (hint: Hint) => void) => Channel) | undefined;
  readonly visibility: {
    readonly isVisible: () => boolean;
    /** Answers how to hear no more. */
    readonly onChange: (changed: () => void) => () => void;
  };
  /** A hint for this tab; `first` where it is only that the stream is there. */
  readonly hear: (hint: Hint, first?: boolean) => void;
}

const NAME = 'talkback-live';

/**
 * Live updates for this tab (decisions 2). A browser opens at most six connections to a place by HTTP/1.1, so all its tabs share one
 * stream: whoever has the lock holds it and passes on what it hears; when that tab goes, the next one takes over. Where tabs cannot
 * agree, a tab has a stream only while it is seen. Without any of it the screens ask every minute. Answers how to end it.
 */
export function startLive(ports: LivePorts): () => void {
  const { locks, makeChannel } = ports;
  if (locks === undefined || makeChannel === undefined) return whileSeen(ports);
  const channel = makeChannel(NAME, (hint) => ports.hear(hint));
  const ending = new AbortController();
  const lead = (): Promise<void> =>
    new Promise((resolve) => {
      // The lock may come just after this tab has stopped asking: nobody would end that stream.
      if (ending.signal.aborted) return resolve();
      const close = hold(ports, channel.tell);
      ending.signal.addEventListener('abort', () => {
        close();
        resolve();
      });
    });
  // Given up while it waits for its turn, a request rejects.
  locks.request(NAME, { signal: ending.signal }, lead).catch(() => {});
  ports.hear({ kind: 'resync' }, true);
  return () => {
    ending.abort();
    channel.close();
  };
}

/** Holds the stream and tells the other tabs what it says. */
function hold({ makeSource, hear }: LivePorts, pass: (hint: Hint) => void): () => void {
  let first = true;
  const told = (hint: Hint): void => {
    hear(hint);
    pass(hint);
  };
  return keepSource({
    make: makeSource,
    heard: told,
    opened() {
      hear({ kind: 'resync' }, first);
      pass({ kind: 'resync' });
      first = false;
    },
    // Whether somebody is still signed in, each tab asks for itself.
    refused: () => told({ kind: 'me' }),
  });
}

function whileSeen(ports: LivePorts): () => void {
  let close: (() => void) | undefined;
  const follow = (): void => {
    close?.();
    close = ports.visibility.isVisible() ? hold(ports, () => {}) : undefined;
  };
  const forget = ports.visibility.onChange(follow);
  follow();
  return () => {
    forget();
    close?.();
  };
}
