/** The instrument of the listing's address, by its slug; none means all. */
export function readExploreSearch(search: Record<string, unknown>): { instrument?: string } {
  const { instrument } = search;
  return typeof instrument === 'string' && instrument !== '' ? { instrument } : {};
}
