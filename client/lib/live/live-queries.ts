import type { Query, QueryClient } from '@tanstack/react-query';
import type { Hint } from '../../shared/notifications/contract.ts';

/** What may change without us, by the first word of its key in the cache. Who is signed in is asked for otherwise. */
const LIVE = new Set<unknown>(['sessions', 'hold', 'thread', 'files']);

/** How long hints are gathered before anything is asked for: what one act changes is asked for once. */
const GATHER_MS = 40;
/** What our own call under way may put over the answer is asked for once more after it, so many times at most. */
const AGAIN_MS = 300;
const AGAIN_TRIES = 10;

/** Whether a hint says that this part of the cache may be old. */
export function isTouched(
  { kind, session_id: about }: Hint,
  { queryKey, state }: Pick<Query, 'queryKey'> & { readonly state: { readonly data: unknown } },
): boolean {
  const [what, which] = queryKey;
  if (kind === 'resync') return LIVE.has(what);
  if (isOfMe(kind)) return false;
  // Lists, marks and steps of a session follow everything that happens in it.
  if (what === 'sessions' || what === 'hold')
    return about === undefined || typeof which !== 'number' || which === about;
  if (what === 'files') return kind === 'file' && (about === undefined || which === about);
  return what === 'thread' && kind === 'message' && isOf(state.data, about);
}

const isOfMe = (kind: Hint['kind']): boolean => kind === 'me' || kind === 'credits';

/** A conversation that is still being asked for may be of any session. */
function isOf(data: unknown, about: number | undefined): boolean {
  if (about === undefined || typeof data !== 'object' || data === null) return true;
  return !('session_id' in data) || data.session_id === about;
}

/** What a tab does with hints. */
interface Refresher {
  /**
   * `first`: the stream has just opened with the page. What is asked for from now on is new enough; what was under way may be
   * answered from before, and is asked for once more after that.
   */
  readonly hear: (hint: Hint, first?: boolean) => void;
  readonly stop: () => void;
}

/**
 * Makes what hints are about fresh: at once where it is on the screen, else when somebody looks. A tab that nobody sees asks for
 * nothing until it is seen, but who is signed in.
 */
export function makeRefresher(
  queryClient: QueryClient,
  { isVisible, askWhoIAm }: { readonly isVisible: () => boolean; readonly askWhoIAm: () => Promise<void> },
): Refresher {
  let hints: Hint[] = [];
  let isFirst = true;
  /** What was under way when the stream opened. */
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
      { predicate: (query) => gathered.some((hint) => isTouched(hint, query)), refetchType: refetched() },
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
          if (isTouched(hint, query)) early.add(query);
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
