import type { Hint } from '#shared/notifications/contract.ts';

/** The part of EventSource that is used. */
export interface Source {
  readonly readyState: number;
  addEventListener(type: string, heard: (event: { readonly data: unknown }) => void): void;
  close(): void;
}

/** Callbacks of a stream. */
interface SourcePorts {
  readonly make: () => Source;
  /** Opened, again or for the first time: earlier events were missed. */
  readonly opened: () => void;
  readonly heard: (hint: Hint) => void;
  /** Refused: nobody is signed in, or the server is starting. */
  readonly refused: () => void;
}

const CLOSED = 2;
/** The server sends something every 25 s; a longer silence means a dead connection. */
const SILENCE_MS = 60_000;
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Keeps an event stream open. The browser reconnects after a break; after a refusal this retries with backoff. Returns
 * its end.
 */
export function keepSource({ make, opened, heard, refused }: SourcePorts): () => void {
  let source: Source | null = null;
  let pause = FIRST_PAUSE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watch: ReturnType<typeof setTimeout> | undefined;

  const close = (): void => {
    clearTimeout(watch);
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const alive = (): void => {
    clearTimeout(watch);
    watch = setTimeout(open, SILENCE_MS);
  };
  function open(): void {
    close();
    const own = make();
    source = own;
    own.addEventListener('beat', alive);
    own.addEventListener('open', () => {
      pause = FIRST_PAUSE_MS;
      alive();
      opened();
    });
    own.addEventListener('message', ({ data }) => {
      alive();
      const hint = readHint(data);
      if (hint !== null) heard(hint);
    });
    own.addEventListener('error', () => {
      if (own.readyState !== CLOSED || own !== source) return;
      close();
      timer = setTimeout(open, pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      refused();
    });
    alive();
  }
  open();
  return close;
}

const KINDS = new Set<unknown>([
  'session',
  'message',
  'file',
  'credits',
  'slots',
  'me',
  'hold',
  'resync',
] satisfies Hint['kind'][]);

/** Not validated by a schema: a newer server may send kinds that this page does not know. */
function readHint(data: unknown): Hint | null {
  try {
    const hint = JSON.parse(String(data)) as Hint;
    return KINDS.has(hint.kind) ? hint : null;
  } catch {
    return null;
  }
}
