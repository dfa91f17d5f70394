import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { httpOf } from './route-http.ts';

const DIRECTIVES = { 'no-store': 'no-store', revalidate: 'no-cache' } as const;

/**
 * Sets Cache-Control by the route's `cache`; adds an ETag to revalidated responses and returns 304 on a match
 * (docs/product/api.md#caching, RFC 9110).
 */
export function controlCaching(http: FastifyInstance): void {
  http.addHook('onRequest', async (request, reply) => {
    const { cache } = httpOf(request);
    if (cache !== undefined) reply.header('cache-control', DIRECTIVES[cache]);
  });
  http.addHook('onSend', async (request, reply, payload: unknown) => {
    const revalidates = httpOf(request).cache === 'revalidate';
    if (reply.statusCode !== 200 || typeof payload !== 'string' || !revalidates) return payload;
    const tag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}"`;
    reply.header('etag', tag);
    if (!isSame(request.headers['if-none-match'], tag)) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return '';
  });
}

/** Whether If-None-Match has this tag; proxies that compress make tags weak. */
function isSame(sent: string | undefined, tag: string): boolean {
  if (sent === undefined) return false;
  return sent
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === tag || one === '*');
}
