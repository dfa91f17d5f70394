import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refused } from './errors.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const CHANGES_BY_GET = '/api/users/logout';

/**
 * Refuses what another site sends (decisions 1, security 5): on every state-changing call and on GET logout, an
 * Origin that is not ours, or without Origin a Sec-Fetch-Site other than same-origin or none. Judged by the route
 * that was found, not by the path as written: `/%61pi` is `/api`. Links into storage are signed instead.
 */
export function guardAgainstOtherSites(app: FastifyInstance, ours: ReadonlySet<string>): void {
  app.addHook('onRequest', async (request) => {
    const route = request.routeOptions.url;
    if (route?.startsWith('/storage/') === true) return;
    if (SAFE.has(request.method) && route !== CHANGES_BY_GET) return;
    if (!isSameSite(request, ours)) throw new Refused('cross_site');
  });
}

function isSameSite(request: FastifyRequest, ours: ReadonlySet<string>): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) return ours.has(origin);
  const site = request.headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}
