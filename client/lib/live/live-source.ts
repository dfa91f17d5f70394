import type { Hint } from '#shared/notifications/contract.ts';

/** The part of EventSource that is used. */
export interface Source {
  readonly readyState: number;
  addEventListener(type: string, listener: (event: { readonly data: unknown }) => void): void;
  close(): void;
}

/** Callbacks of a stream. */
interface SourcePorts {
  readonly make: () => Source;
  /** Opened, again or for the first time: earlier events were missed. */
  readonly onOpen: () => void;
  /** Comes with the opening: changes from so many milliseconds before it on are told as hints. */
  readonly onSince: (ms: number) => void;
  readonly onHint: (hint: Hint) => void;
  /** Refused: nobody is signed in, or the server is starting. */
  readonly onRefused: () => void;
}

const CLOSED = 2;
/** The server sends something every 25 s; a longer silence means a dead connection. */
const SILENCE_MS = 60_000;
const FIRST_DELAY_MS = 2000;
const MAX_DELAY_MS = 60_000;

/**
 * Keeps an event stream open. The browser reconnects after a break; after a refusal this retries with backoff. Returns
 * its end.
 */
export function keepStreamOpen({ make, onOpen, onSince, onHint, onRefused }: SourcePorts): () => void {
  let source: Source | null = null;
  let delay = FIRST_DELAY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watchdog: ReturnType<typeof setTimeout> | undefined;

  const close = (): void => {
    clearTimeout(watchdog);
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const resetWatchdog = (): void => {
    clearTimeout(watchdog);
    watchdog = setTimeout(open, SILENCE_MS);
  };
  function open(): void {
    close();
    const current = make();
    source = current;
    current.addEventListener('beat', resetWatchdog);
    current.addEventListener('open', () => {
      delay = FIRST_DELAY_MS;
      resetWatchdog();
      onOpen();
    });
    current.addEventListener('since', ({ data }) => onSince(Number(data) || 0));
    current.addEventListener('message', ({ data }) => {
      resetWatchdog();
      const hint = readHint(data);
      if (hint !== null) onHint(hint);
    });
    current.addEventListener('error', () => {
      if (current.readyState !== CLOSED || current !== source) return;
      close();
      timer = setTimeout(open, delay);
      delay = Math.min(delay * 2, MAX_DELAY_MS);
      onRefused();
    });
    resetWatchdog();
  }
  open();
  return close;
}

/** Each kind, so that the compiler asks for a new one. */
const KNOWN_KINDS: Readonly<Record<Hint['kind'], true>> = {
  session: true,
  message: true,
  file: true,
  credits: true,
  slots: true,
  samples: true,
  profile: true,
  me: true,
  hold: true,
  waiting: true,
  resync: true,
};

/** Not validated by a schema: a newer server may send kinds that this page does not know. */
function readHint(data: unknown): Hint | null {
  try {
    const hint = JSON.parse(String(data)) as Hint;
    return Object.hasOwn(KNOWN_KINDS, hint.kind) ? hint : null;
  } catch {
    return null;
  }
}
