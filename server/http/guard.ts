import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refused } from '../lib/refused.ts';
import { httpOf } from './route-http.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses cross-site requests (docs/product/security.md#cross-site-requests). Checked by the matched route, because
 * `/%61pi` is `/api`.
 */
export function refuseCrossSite(app: FastifyInstance, ours: ReadonlySet<string>): void {
  app.addHook('onRequest', async (request) => {
    const { changes, signed } = httpOf(request);
    if (signed === true) return;
    if (SAFE.has(request.method) && changes !== true) return;
    if (!isSameSite(request, ours)) throw new Refused('cross_site');
  });
}

function isSameSite(request: FastifyRequest, ours: ReadonlySet<string>): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) return ours.has(origin);
  const site = request.headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}
