import type { Query, QueryClient } from '@tanstack/react-query';
import type { Hint } from '#shared/notifications/contract.ts';

/** Query keys that follow live updates, by their first word. */
const LIVE = new Set<unknown>(['sessions', 'hold', 'holds', 'thread', 'files', 'slots']);

/** How long hints are collected, so that one change is refetched once. */
const GATHER_MS = 40;
/** Delay and maximum number of refetches while own calls are in flight. */
const AGAIN_MS = 300;
const AGAIN_TRIES = 10;

/** Whether a hint makes this query stale. */
export function isAffected(
  { kind, session_id: about, musician_id: musician }: Hint,
  { queryKey, state }: Pick<Query, 'queryKey'> & { readonly state: { readonly data: unknown } },
): boolean {
  const [what, which] = queryKey;
  if (kind === 'resync') return LIVE.has(what);
  if (kind === 'hold') return what === 'hold' || what === 'holds';
  if (isOfMe(kind)) return false;
  if (kind === 'slots' || what === 'slots')
    return kind === what && (musician === undefined || which === musician);
  // Everything about a session follows any change in it.
  if (what === 'sessions' || what === 'hold')
    return about === undefined || typeof which !== 'number' || which === about;
  if (what === 'files') return kind === 'file' && (about === undefined || which === about);
  return what === 'thread' && kind === 'message' && isOf(state.data, about);
}

const isOfMe = (kind: Hint['kind']): boolean => kind === 'me' || kind === 'credits';

/** A conversation that is still loading may be of any session. */
function isOf(data: unknown, about: number | undefined): boolean {
  if (about === undefined || typeof data !== 'object' || data === null) return true;
  return !('session_id' in data) || data.session_id === about;
}

/** Applies hints to the query cache. */
interface Refresher {
  /**
   * `first`: the stream opened with the page. Queries already in flight may return older data and are refetched once.
   */
  readonly hear: (hint: Hint, first?: boolean) => void;
  readonly stop: () => void;
}

/**
 * Refetches what hints make stale: at once where it is on screen, otherwise when viewed. A hidden tab refetches only
 * who is signed in.
 */
export function makeRefresher(
  queryClient: QueryClient,
  { isVisible, askWhoIAm }: { readonly isVisible: () => boolean; readonly askWhoIAm: () => Promise<void> },
): Refresher {
  let hints: Hint[] = [];
  let isFirst = true;
  /** Queries in flight when the stream opened. */
  let early = new Set<Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const refetched = () => (isVisible() ? 'active' : 'none');
  const flush = async (again: number): Promise<void> => {
    const [gathered, cancelRefetch, before] = [hints, !isFirst, early];
    hints = [];
    isFirst = true;
    early = new Set();
    timer = undefined;
    if (queryClient.isMutating() > 0 && again < AGAIN_TRIES) {
      hints = gathered;
      isFirst = false;
      timer = setTimeout(() => void flush(again + 1), AGAIN_MS);
    }
    if (gathered.some(({ kind }) => isOfMe(kind) || (kind === 'resync' && cancelRefetch))) void askWhoIAm();
    const late = [...before].filter(({ state }) => !cancelRefetch && state.fetchStatus === 'fetching');
    const answers = Promise.allSettled(late.map(async ({ promise }) => promise));
    await queryClient.invalidateQueries(
      { predicate: (query) => gathered.some((hint) => isAffected(hint, query)), refetchType: refetched() },
      { cancelRefetch },
    );
    if (late.length === 0) return;
    await answers;
    await queryClient.invalidateQueries({
      predicate: (query) => late.includes(query),
      refetchType: refetched(),
    });
  };

  return {
    hear(hint, first = false) {
      hints.push(hint);
      isFirst &&= first;
      if (first)
        for (const query of queryClient.getQueryCache().findAll({ fetchStatus: 'fetching' }))
          if (isAffected(hint, query)) early.add(query);
      timer ??= setTimeout(() => void flush(0), GATHER_MS);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      hints = [];
      early.clear();
    },
  };
}
