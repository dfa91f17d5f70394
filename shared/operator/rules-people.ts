import { searchWords } from '../explore/rules-filters.ts';
import type { Role } from '../lib/endpoint.ts';

/** Every role, in the order in which lists offer them. */
export const ROLES = ['client', 'managed', 'partner', 'operator'] as const satisfies readonly Role[];

/** How far an account is (docs/product/operator.md#people). */
export const ACCOUNT_STATES = ['open', 'invited', 'waiting', 'blocked'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** People of one page of their list. */
export const PEOPLE_PAGE = 50;
/** How many of a person's sessions, and of the audit log's entries about them, their page has. */
export const LATEST = 5;
/** How many booked sessions the page of a person lists. */
export const UPCOMING = 50;
/** The most credits that an operator grants or takes back at once, and the longest reason. */
export const CREDITS_MAX = 1000;
export const REASON_MAX = 200;

/** How often an invitation is sent again to one person within an hour (docs/product/operator.md#inviting-again). */
export const INVITATIONS_PER_HOUR = 3;
export const INVITED_OFTEN = 'This invitation was sent several times within an hour.';

/** Whether people of a role have credits (docs/product/operator.md#granting-and-taking-credits). */
export const hasCredits = (role: Role): boolean => role === 'client' || role === 'managed';

/** The longest search. */
export const PEOPLE_SEARCH_MAX = 100;

/** What a search looks for: words that begin words of name or address, or the ids between two. */
export interface PeopleSearch {
  readonly words: readonly string[];
  readonly ids: { readonly from: string; readonly to: string } | null;
}

/** An id's form, each digit as `0`. */
const FORM = '00000000-0000-0000-0000-000000000000';
const LEAST_OF_ID = 4;

/** What a typed search looks for (docs/product/operator.md#people); neither words nor ids: everybody. */
export function readPeopleSearch(text: string): PeopleSearch {
  return { words: searchWords(text), ids: idsFrom(text.trim().toLowerCase()) };
}

/** The ids that begin with a text of at least 4 of their digits; null where none can. */
function idsFrom(text: string): PeopleSearch['ids'] {
  const isBeginning = text.length >= LEAST_OF_ID && FORM.startsWith(text.replaceAll(/[\da-f]/g, '0'));
  if (!isBeginning) return null;
  const rest = FORM.slice(text.length);
  return { from: text + rest, to: text + rest.replaceAll('0', 'f') };
}
