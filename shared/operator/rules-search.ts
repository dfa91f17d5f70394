import { readPeopleSearch, type PeopleSearch } from './rules-people.ts';

/** Results of each kind. */
export const SEARCH_RESULTS = 6;
/** The longest search. */
export const SEARCH_MAX = 100;
/** What is searched: everything, or only those who book, or only those who are booked. */
export const SEARCHED = ['everything', 'clients', 'musicians'] as const;
export type Searched = (typeof SEARCHED)[number];

/** What a typed search looks for, by kind; null: nothing of that kind. */
export interface Search {
  readonly people: PeopleSearch | null;
  /** The beginning of a musician's name in addresses. */
  readonly slug: string | null;
  readonly session: number | null;
  /** The beginning of an invoice's number. */
  readonly invoice: string | null;
}

const NUMBER = /^#?([1-9]\d{5,9})$/;
const SLUG = /^[a-z0-9]+(-[a-z0-9]*)*$/;
const INVOICE = /^[A-Z]{1,4}-?\d[\dA-Z-]*$/;
const SESSION_MOST = 2_147_483_647;

/** What a search of the console looks for (docs/product/operator.md#search). */
export function readSearch(text: string): Search {
  const typed = text.trim();
  const people = readPeopleSearch(typed);
  const number = Number(NUMBER.exec(typed)?.[1] ?? 0);
  const [lower, upper] = [typed.toLowerCase(), typed.toUpperCase()];
  return {
    people: people.words.length === 0 && people.ids === null ? null : people,
    slug: SLUG.test(lower) ? lower : null,
    session: number > 0 && number <= SESSION_MOST ? number : null,
    invoice: INVOICE.test(upper) ? upper : null,
  };
}
