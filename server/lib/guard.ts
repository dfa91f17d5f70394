import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refused } from './errors.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const CHANGES_BY_GET = '/api/users/logout';

/**
 * Refuses what another site sends (decisions 1, security 5): on every state-changing call and on GET logout, an
 * Origin that is not this front's, or without Origin a Sec-Fetch-Site other than same-origin or none.
 */
export function guardAgainstOtherSites(app: FastifyInstance, ours: ReadonlySet<string>): void {
  app.addHook('onRequest', async (request) => {
    const path = request.url.split('?')[0];
    if (path?.startsWith('/storage/') === true) return;
    if (SAFE.has(request.method) && path !== CHANGES_BY_GET) return;
    if (!isSameSite(request, ours)) throw new Refused('cross_site');
  });
}

function isSameSite(request: FastifyRequest, ours: ReadonlySet<string>): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) return ours.has(origin);
  const site = request.headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}
