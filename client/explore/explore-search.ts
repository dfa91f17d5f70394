/** The list's instrument from the URL, by slug; absent means all. */
export function readExploreSearch(search: Record<string, unknown>): { instrument?: string } {
  const { instrument } = search;
  return typeof instrument === 'string' && instrument !== '' ? { instrument } : {};
}
