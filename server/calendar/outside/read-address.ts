import { Worker } from 'node:worker_threads';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { ReadFailure } from '#shared/calendar/rules-outside.ts';
import { resolveByDns } from '../../lib/outside/addresses.ts';
import { fetchOutside } from '../../lib/outside/fetch-outside.ts';
import { createLimiter } from '../../lib/parallel.ts';
import type { Settings } from '../../lib/settings.ts';
import type { BusyQuery } from './occurrences.ts';
import type { CalendarFailure, ParsedCalendar } from './parse-busy.ts';

const MAX_BYTES = 5_000_000;
const FETCH_MS = 10_000;
/** The largest calendars take some seconds. */
const PARSE_MS = 20_000;
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
const WORKER = new URL('./busy-worker.ts', import.meta.url);

/** Calendars may be large: few are in memory at once. */
const fewAtOnce = createLimiter(3);

/** What a reading found; null: the calendar is unchanged. */
export type ReadCalendar = (ParsedCalendar & { readonly etag: string | null }) | null;

interface Reading {
  readonly url: string;
  /** Of the last reading, where an unchanged calendar need not be read again. */
  readonly etag: string | null;
  readonly query: BusyQuery;
  readonly settings: Settings;
}

/** Reads the busy times behind an address (docs/product/other-calendars.md#reading). Throws never. */
export function readAddress({
  url,
  etag,
  query,
  settings: { otherCalendars },
}: Reading): Promise<Result<ReadCalendar, ReadFailure>> {
  return fewAtOnce(async () => {
    const fetched = await fetchOutside(url, {
      network: { ...otherCalendars, resolve: resolveByDns },
      accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1',
      etag,
      maxBytes: MAX_BYTES,
      timeoutMs: FETCH_MS,
    });
    if (!fetched.ok) return fetched;
    if (fetched.value === null) return ok(null);
    const { text, etag: newEtag } = fetched.value;
    const parsed = await parseAside(text, query);
    return parsed.ok ? ok({ ...parsed.value, etag: newEtag }) : parsed;
  });
}

/** Parses in a thread of its own; one that is stuck, or out of memory, is ended. */
export function parseAside(
  text: string,
  query: BusyQuery,
  timeoutMs = PARSE_MS,
): Promise<Result<ParsedCalendar, CalendarFailure>> {
  const worker = new Worker(WORKER, { workerData: { text, query }, resourceLimits: LIMITS });
  return new Promise<Result<ParsedCalendar, CalendarFailure>>((resolve) => {
    const giveUp = (): void => resolve(fail('too_many'));
    const timer = setTimeout(giveUp, timeoutMs);
    worker
      .on('message', resolve)
      .on('error', giveUp)
      .on('exit', () => {
        clearTimeout(timer);
        giveUp();
      });
  }).finally(() => void worker.terminate());
}
