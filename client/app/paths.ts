import type { Role } from '../../shared/lib/endpoint.ts';

/** A place on one front: what the router gives as a location, as far as it matters here. */
interface Place {
  readonly pathname: string;
  readonly searchStr: string;
  readonly hash: string;
}

/** The tabs of a session's panel as they stand in its address (part 2 section 2). */
export const SESSION_TABS = ['session-details', 'track-details', 'files-management', 'messages'] as const;
export type SessionTab = (typeof SESSION_TABS)[number];

/** Where one lands after login and from unknown routes (part 1 section 2, decisions 1). */
export function landingOf(role: Role): '/explore' | '/sessions' | '/home' {
  return ({ client: '/explore', partner: '/sessions', managed: '/sessions', operator: '/home' } as const)[
    role
  ];
}

/**
 * The address of the login screen for someone who wanted to go to `place`:
 * the query they came with is kept, `next` is the path with its hash (decisions 1).
 */
export function loginHref({ pathname, searchStr, hash }: Place): string {
  const query = new URLSearchParams(searchStr);
  query.delete('next');
  const next = pathname + (hash === '' ? '' : `#${hash}`);
  if (next !== '/') query.set('next', next);
  return query.size === 0 ? '/login' : `/login?${query.toString()}`;
}

/**
 * Where to go on to after login: `next` with the rest of the kept query, else the landing.
 * A `next` that is not a path on this origin is ignored (it could be anybody's link), as is the login itself.
 */
export function afterLogin(searchStr: string, landing: string): string {
  const query = new URLSearchParams(searchStr);
  const wanted = query.get('next') ?? '/';
  query.delete('next');
  query.delete('ticket');
  const here = 'https://here.invalid';
  const url = URL.canParse(wanted, here) && wanted.startsWith('/') ? new URL(wanted, here) : undefined;
  const known =
    url !== undefined && url.origin === here && !['/', '/login', '/logout'].includes(url.pathname);
  if (!known) return landing + (query.size === 0 ? '' : `?${query.toString()}`);
  for (const [key, value] of query) if (!url.searchParams.has(key)) url.searchParams.append(key, value);
  return url.pathname + url.search + url.hash;
}

/** Reads the hash grammar `#tab[&key=value]`, with or without its `#`. */
export function parseHash(hash: string): {
  readonly tab: string;
  readonly values: Readonly<Record<string, string>>;
} {
  const [tab = '', ...pairs] = hash.replace(/^#/, '').split('&');
  return {
    tab: tab.includes('=') ? '' : tab,
    values: Object.fromEntries(new URLSearchParams(pairs.join('&'))),
  };
}
