import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { httpOf } from './route-http.ts';

/** Enough for a picture, the largest body here, on a slow connection. Files go to storage. */
const MAX_MS = 120_000;

/** Closes connections whose request body is late (docs/product/security.md#slow-requests). */
export function endSlowBodies(app: FastifyInstance, maxMs = MAX_MS): void {
  app.addHook('onRequest', async (request) => {
    const { raw, headers } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    if (httpOf(request).slowBody === true) return;
    const { socket } = raw;
    // Injected requests have no socket.
    if (!(socket instanceof Socket)) return;
    const late = setTimeout(() => socket.destroy(), maxMs);
    late.unref();
    const clear = (): void => {
      clearTimeout(late);
      // The connection stays open for more requests.
      socket.off('close', clear);
    };
    raw.once('end', clear);
    socket.once('close', clear);
  });
}
