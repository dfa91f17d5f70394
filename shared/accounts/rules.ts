import type { Role } from '../lib/endpoint.ts';
import type { Front } from './contract.ts';

/** The front on which a role signs in (decisions 1). */
export function frontOf(role: Role): Front {
  return ({ client: 'studio', managed: 'studio', partner: 'partners', operator: 'operator' } as const)[role];
}

const NOWHERE = 'https://nowhere.invalid';

/**
 * A path of ours to go on to, as `/path?query#hash`, or null for anything that could lead elsewhere
 * (another origin, `//host`, backslashes, a scheme; security 9).
 */
export function safeNext(next: string | null | undefined): string | null {
  if (!next?.startsWith('/') || next.includes('\\') || next.startsWith('//')) return null;
  const url = URL.parse(next, NOWHERE);
  return url?.origin === NOWHERE ? url.pathname + url.search + url.hash : null;
}
