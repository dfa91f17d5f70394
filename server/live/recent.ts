/** A change that was told, and who hears of it. */
interface Told {
  readonly at: number;
  readonly hears: (reader: Listener) => boolean;
  readonly event: string;
}

/** Whom a change may concern. */
export interface Listener {
  readonly personId: string;
  readonly books: boolean;
}

/** What was told of late, for those whose stream opens just after. */
export interface Recent {
  /** Keeps a change for a while. */
  add(event: string, hears: Told['hears']): void;
  /** Changes may have been missed: what is kept begins now. */
  forget(): void;
  /** For how many milliseconds everything is kept, and what of it concerns a reader, each text once. */
  since(reader: Listener): { readonly ms: number; readonly events: readonly string[] };
}

/** Longer than a page takes from its first question to its stream, on a slow phone too. */
const KEEP_MS = 20_000;
/** In a rush less is kept; a page whose questions are older asks them again. */
const MAX_KEPT = 5000;

/** Creates the memory of one process. */
export function createRecent(now: () => number = () => performance.now()): Recent {
  let kept: Told[] = [];
  let start = now();

  const prune = (): void => {
    const oldest = Math.max(now() - KEEP_MS, kept.at(-MAX_KEPT - 1)?.at ?? 0);
    if (oldest <= start) return;
    start = oldest;
    kept = kept.filter(({ at }) => at >= oldest);
  };
  return {
    add(event, hears) {
      kept.push({ at: now(), hears, event });
      if (kept.length >= 2 * MAX_KEPT) prune();
    },
    forget() {
      kept = [];
      start = now();
    },
    since(reader) {
      prune();
      const events = kept.filter(({ hears }) => hears(reader)).map(({ event }) => event);
      return { ms: Math.max(0, Math.floor(now() - start)), events: [...new Set(events)] };
    },
  };
}
