import { SORTS, type Sort } from '#shared/explore/rules-filters.ts';

/** What the address of Explore says: the instrument, and the pro filters (docs/product/explore.md#filters). */
export interface ExploreSearch {
  /** By slug; absent means all. */
  readonly instrument?: string;
  /** Values of services with commas between. */
  readonly services?: string;
  readonly start_date?: string;
  readonly end_date?: string;
  readonly start_time?: string;
  readonly end_time?: string;
  readonly timezone?: string;
  readonly q?: string;
  readonly sort?: Exclude<Sort, 'studio'>;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

const isDay = (text: string): boolean => DAY.test(text) && !Number.isNaN(Date.parse(text));

const isZone = (text: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

const READ: Readonly<Record<keyof ExploreSearch, (text: string) => boolean>> = {
  instrument: (text) => text.length <= 60,
  services: (text) => /^[a-z0-9-]+(,[a-z0-9-]+)*$/.test(text) && text.length <= 500,
  start_date: isDay,
  end_date: isDay,
  start_time: (text) => TIME.test(text),
  end_time: (text) => TIME.test(text),
  timezone: isZone,
  q: (text) => text.trim() !== '' && text.length <= 100,
  sort: (text) => text !== 'studio' && SORTS.some((sort) => sort === text),
};

/** Reads the search of Explore's address; what is not understood is left out. */
export function readExploreSearch(search: Record<string, unknown>): ExploreSearch {
  const read = Object.fromEntries(
    Object.entries(READ).flatMap(([key, isValid]) => {
      const value = search[key];
      return typeof value === 'string' && value !== '' && isValid(value) ? [[key, value]] : [];
    }),
  ) as ExploreSearch;
  const { start_date, end_date, ...rest } = read;
  return start_date !== undefined && end_date !== undefined && end_date < start_date ? rest : read;
}
