import type { Hint } from '../../shared/notifications/contract.ts';

/** What we use of an EventSource. */
export interface Source {
  readonly readyState: number;
  addEventListener(type: string, heard: (event: { readonly data: unknown }) => void): void;
  close(): void;
}

/** What becomes of a stream's news. */
interface SourcePorts {
  readonly make: () => Source;
  /** It is open, for the first time or again: what happened before was not heard. */
  readonly opened: () => void;
  readonly heard: (hint: Hint) => void;
  /** The server refused it: nobody is signed in, or it is just starting. */
  readonly refused: () => void;
}

const CLOSED = 2;
/** The server says something every 25 s; a line that died in silence says nothing. */
const SILENCE_MS = 60_000;
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Keeps a stream of live updates open. A line that breaks the browser takes up again by itself; what it gives up after a refusal
 * is tried again here, later each time. Answers how to end it.
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
  'me',
  'resync',
] satisfies Hint['kind'][]);

/** The schema stays with the server. A server that is newer than this page may say what we do not know. */
function readHint(data: unknown): Hint | null {
  try {
    const hint = JSON.parse(String(data)) as Hint;
    return KINDS.has(hint.kind) ? hint : null;
  } catch {
    return null;
  }
}
