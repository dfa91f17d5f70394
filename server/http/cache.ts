import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** What may be kept by a browser as long as it asks each time whether it still holds. */
export function revalidates(route: string): boolean {
  // The studio's answer tells the time.
  return route.startsWith('/content/') && route !== '/content/studio';
}

/** Tags what `revalidates` by its bytes, and answers 304 to who has the same already (RFC 9110, If-None-Match). */
export function answerUnchanged(http: FastifyInstance): void {
  http.addHook('onSend', async (request, reply, payload: unknown) => {
    const route = request.routeOptions.url ?? '';
    if (reply.statusCode !== 200 || typeof payload !== 'string' || !revalidates(route)) return payload;
    const tag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}"`;
    reply.header('etag', tag);
    if (!isSame(request.headers['if-none-match'], tag)) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return '';
  });
}

/** Whether one of the tags sent is this one; a proxy that compresses marks tags as weak. */
function isSame(sent: string | undefined, tag: string): boolean {
  if (sent === undefined) return false;
  return sent
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === tag || one === '*');
}
