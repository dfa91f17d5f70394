import type { Query, QueryClient } from '@tanstack/react-query';
import type { Hint } from '#shared/notifications/contract.ts';
import { meQuery } from '../session.ts';
import { isAskedSince } from './asked.ts';

/** Query keys that follow live updates, by their first word. */
const LIVE = new Set<unknown>([
  'sessions',
  'hold',
  'holds',
  'waiting',
  'thread',
  'files',
  'slots',
  'samples',
  'draft',
  'partners',
  'partner-filters',
  'instruments',
  'configuration',
  'musician-page',
  'schedule',
  'musician-calendar',
  'other-calendars',
  'billing',
  'invoices',
  'statement',
]);
/** What a change of the person or of their credits also changes. */
const OF_ME = new Set<unknown>(['billing', 'invoices', 'statement']);

/** What shows published profiles. */
const OF_PROFILES = new Set<unknown>([
  'partners',
  'partner-filters',
  'instruments',
  'configuration',
  'musician-page',
]);
/** What a musician's own calendar shows. */
const OWN_CALENDAR = new Set<unknown>(['schedule', 'musician-calendar', 'other-calendars']);

/** How long hints are collected, so that one change is refetched once. */
const COLLECT_MS = 40;
/** Delay and maximum number of refetches while own calls are in flight. */
const RETRY_MS = 300;
const MAX_RETRIES = 10;
/** Least time between two refetches of the musicians' lists, which any booking of anybody may change. */
const LIST_PAUSE_MS = 5000;

/** Whether a hint makes this query stale. */
export function isAffected(
  { kind, session_id: sessionId, musician_id: musician }: Hint,
  { queryKey, state }: Pick<Query, 'queryKey'> & { readonly state: { readonly data: unknown } },
): boolean {
  const [resource, resourceId] = queryKey;
  if (kind === 'resync') return LIVE.has(resource) && !isQuote(queryKey);
  if (kind === 'hold') return resource === 'hold' || resource === 'holds';
  if (kind === 'waiting' || resource === 'waiting') return kind === resource;
  if (OF_ME.has(resource)) return isAboutMe(kind) && !isQuote(queryKey);
  // A membership decides whether files may be downloaded.
  if (kind === 'me') return resource === 'sessions' || resource === 'files';
  if (kind === 'credits') return false;
  if (kind === 'profile') return OF_PROFILES.has(resource);
  // A musician hears only of their own slots.
  if (OWN_CALENDAR.has(resource)) return kind === 'slots';
  if (resource === 'partners' || resource === 'musician-page')
    return kind === 'slots' && (musician === undefined || mayShow(queryKey, state.data, musician));
  if (kind === 'slots' || resource === 'slots')
    return kind === resource && (musician === undefined || resourceId === musician);
  if (OF_PROFILES.has(resource)) return false;
  if (kind === 'samples' || resource === 'samples' || resource === 'draft')
    return kind === 'samples' && (resource === 'samples' || resource === 'draft');
  // Everything about a session follows any change in it.
  if (resource === 'sessions' || resource === 'hold')
    return sessionId === undefined || typeof resourceId !== 'number' || resourceId === sessionId;
  if (resource === 'files') return kind === 'file' && (sessionId === undefined || resourceId === sessionId);
  return resource === 'thread' && kind === 'message' && isOfSession(state.data, sessionId);
}

/** It begins with `billing` too, and is asked for by the dialog that shows it. */
const isQuote = (queryKey: readonly unknown[]): boolean => queryKey[1] === 'quote';

const isAboutMe = (kind: Hint['kind']): boolean => kind === 'me' || kind === 'credits';

/** Whether what a query shows depends on a musician's free times. Who is free at some time may be anybody. */
function mayShow([, about, search]: readonly unknown[], data: unknown, musician: string): boolean {
  if (typeof data !== 'object' || data === null || about === 'soonest') return true;
  if (typeof search === 'object' && search !== null && Object.keys(search).some((key) => TIME.test(key)))
    return true;
  const { id, pages = [] } = data as Partial<{ id: string; pages: { partners: { id: string }[] }[] }>;
  return id === musician || pages.some(({ partners }) => partners.some((card) => card.id === musician));
}

const TIME = /^(start|end)_/;

/** A conversation that is still loading may be of any session. */
function isOfSession(data: unknown, sessionId: number | undefined): boolean {
  if (sessionId === undefined || typeof data !== 'object' || data === null) return true;
  return !('session_id' in data) || data.session_id === sessionId;
}

/** Applies hints to the query cache. */
interface Refresher {
  /** `first`: the stream opened with the page; what was asked for since then is not asked for again. */
  readonly onHint: (hint: Hint, first?: boolean) => void;
  /** The opening stream tells what changed since so many milliseconds ago: what was asked later is not asked again. */
  readonly onSince: (ms: number) => void;
  readonly stop: () => void;
}

/**
 * Refetches what hints make stale: at once where it is on screen, otherwise when viewed. A hidden tab refetches only
 * who is signed in. An answer that was under way when a hint came may be older than it and is stale once it is there.
 */
export function createRefresher(
  queryClient: QueryClient,
  { isVisible, refetchMe }: { readonly isVisible: () => boolean; readonly refetchMe: () => Promise<void> },
): Refresher {
  let hints: Hint[] = [];
  let isFirst = true;
  /** Hints that only say that the stream opened, and since when it tells changes. */
  let openings = new Set<Hint>();
  let toldSince = Infinity;
  /** Answers under way when a hint came. */
  let inFlight = new Map<Query, Promise<unknown> | undefined>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Runs while lists are not refetched; what they missed meanwhile. */
  let pause: ReturnType<typeof setTimeout> | undefined;
  let missed: Hint[] = [];

  /** Of hints, those that make a query stale now; lists wait for the end of their pause. */
  const isStale = (query: Query, collected: readonly Hint[]): boolean => {
    const about = collected.filter((hint) => isAffected(hint, query));
    if (about.length === 0 || query.queryKey[0] !== 'partners' || pause === undefined)
      return about.length > 0;
    missed.push(...about);
    return false;
  };
  const pauseLists = (): void => {
    pause ??= setTimeout(() => {
      pause = undefined;
      if (missed.length === 0) return;
      hints.push(...missed);
      missed = [];
      isFirst = false;
      timer ??= setTimeout(() => void flush(0), COLLECT_MS);
    }, LIST_PAUSE_MS);
  };

  const refetched = () => (isVisible() ? 'active' : 'none');
  const flush = async (retries: number): Promise<void> => {
    const [collected, cancelRefetch, started] = [hints, !isFirst, inFlight];
    const [opened, since] = [openings, toldSince];
    /** What a query hears: not of an opening after which changes since it was asked are told. */
    const heardBy = (query: Query | undefined): readonly Hint[] =>
      query !== undefined && isAskedSince(query, since)
        ? collected.filter((hint) => !opened.has(hint))
        : collected;
    hints = [];
    openings = new Set();
    toldSince = Infinity;
    isFirst = true;
    inFlight = new Map();
    timer = undefined;
    if (queryClient.isMutating() > 0 && retries < MAX_RETRIES) {
      hints = collected;
      isFirst = false;
      timer = setTimeout(() => void flush(retries + 1), RETRY_MS);
    }
    const me = queryClient.getQueryCache().find({ queryKey: meQuery.queryKey });
    if (heardBy(me).some(({ kind }) => isAboutMe(kind) || kind === 'resync')) void refetchMe();
    const stale = new Set(
      queryClient
        .getQueryCache()
        .getAll()
        .filter((query) => isStale(query, heardBy(query))),
    );
    if ([...stale].some(({ queryKey }) => queryKey[0] === 'partners')) pauseLists();
    const refetches = queryClient.invalidateQueries(
      { predicate: (query) => stale.has(query), refetchType: refetched() },
      { cancelRefetch },
    );
    // Not cancelled: nobody looks at it, or it is the first answer, which nothing could be shown without.
    const outdated = [...started].filter(
      ([query, promise]) =>
        stale.has(query) && query.state.fetchStatus === 'fetching' && query.promise === promise,
    );
    const responses = Promise.allSettled(outdated.map(async ([, promise]) => promise));
    await refetches;
    if (outdated.length === 0) return;
    await responses;
    await queryClient.invalidateQueries({
      predicate: (query) => outdated.some(([late]) => late === query),
      refetchType: refetched(),
    });
  };

  return {
    onHint(hint, first = false) {
      hints.push(hint);
      isFirst &&= first;
      if (first) {
        openings.add(hint);
        toldSince = Infinity;
      }
      for (const query of queryClient.getQueryCache().findAll({ fetchStatus: 'fetching' }))
        if (isAffected(hint, query)) inFlight.set(query, query.promise);
      timer ??= setTimeout(() => void flush(0), COLLECT_MS);
    },
    onSince(ms) {
      if (openings.size > 0) toldSince = performance.now() - ms;
    },
    stop() {
      clearTimeout(timer);
      clearTimeout(pause);
      timer = undefined;
      pause = undefined;
      hints = [];
      openings.clear();
      missed = [];
      inFlight.clear();
    },
  };
}
