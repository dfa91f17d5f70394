import { PAGE_STATES, type PageState } from '#shared/operator/musicians/rules-musicians.ts';
import { PEOPLE_SEARCH_MAX } from '#shared/operator/rules-people.ts';

/** Which musicians are listed, as in the address. */
export interface MusiciansFilter {
  q?: string;
  page?: PageState;
}

/** Query of the list of musicians; unknown values are dropped. */
export function readMusiciansFilter({ q, page }: Record<string, unknown>): MusiciansFilter {
  const isSearch = typeof q === 'string' && q.trim() !== '' && q.length <= PEOPLE_SEARCH_MAX;
  const known = PAGE_STATES.find((state) => state === page);
  return { ...(isSearch && { q }), ...(known !== undefined && { page: known }) };
}
