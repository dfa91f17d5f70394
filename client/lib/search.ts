/**
 * Parses a query into strings (repeated ones into lists). The router's own parser makes numbers of `?ref=007` and loses
 * it on redirects.
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

/** The inverse: `?a=1&b=2`, lists repeated, undefined left out; empty for none. */
export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) query.append(key, String(one));
    }
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}

/** A target with the current query added; the target's own values win (docs/product/ui.md#redirects). */
export function withQuery(target: string, searchStr: string): string {
  const [address = '', hash] = target.split('#');
  const [path = '', targetQuery] = address.split('?');
  const search = { ...parseSearch(searchStr), ...parseSearch(targetQuery ?? '') };
  return `${path}${stringifySearch(search)}${hash === undefined ? '' : `#${hash}`}`;
}

/** The tabs of My Sessions as in the address. */
export const LIST_TABS = ['upcoming', 'previous', 'pending-review', 'completed'] as const;
export type ListTab = (typeof LIST_TABS)[number];

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

interface SessionsSearch {
  tab?: ListTab;
  folder?: 'user' | 'output';
  /** The offer of the waiting list that a link leads to. */
  offered?: string;
}

/** Query of My Sessions; unknown values are dropped. */
export function readSessionsSearch({ tab, folder, offered }: Record<string, unknown>): SessionsSearch {
  const known = LIST_TABS.find((candidate) => candidate === tab);
  return {
    ...(known === undefined ? {} : { tab: known }),
    ...(folder === 'user' || folder === 'output' ? { folder } : {}),
    ...(typeof offered === 'string' && UUID.test(offered) ? { offered } : {}),
  };
}
