/**
 * How the query of an address becomes an object and back. Every value is a string (a repeated one a list):
 * the router's own reading makes numbers and JSON of them, and a foreign `?ref=007` would not survive a redirect.
 */
export function parseSearch(searchStr: string): Record<string, string | string[]> {
  const query = new URLSearchParams(searchStr);
  return Object.fromEntries(
    [...new Set(query.keys())].map((key) => {
      const values = query.getAll(key);
      return [key, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
}

/** The way back: `?a=1&b=2`, lists repeated, undefined left out; empty when there is nothing. */
export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) query.append(key, String(one));
    }
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}

/**
 * A place with the query of the address that led there, as campaigns and returns from paying need it; what the place
 * says itself counts (part 1 section 2 "keeping the query string").
 */
export function withQuery(place: string, searchStr: string): string {
  const [address = '', hash] = place.split('#');
  const [path = '', own] = address.split('?');
  const search = { ...parseSearch(searchStr), ...parseSearch(own ?? '') };
  return `${path}${stringifySearch(search)}${hash === undefined ? '' : `#${hash}`}`;
}

/** The tabs of My Sessions and the folders of a session's files, as they stand in the address. */
export const LIST_TABS = ['upcoming', 'previous', 'pending-review', 'completed'] as const;
export type ListTab = (typeof LIST_TABS)[number];

interface SessionsSearch {
  tab?: ListTab;
  folder?: 'user' | 'output';
}

/** What My Sessions keeps in its query beside the panel's path. Anything unknown reads as absent. */
export function readSessionsSearch({ tab, folder }: Record<string, unknown>): SessionsSearch {
  const known = LIST_TABS.find((candidate) => candidate === tab);
  return {
    ...(known === undefined ? {} : { tab: known }),
    ...(folder === 'user' || folder === 'output' ? { folder } : {}),
  };
}
