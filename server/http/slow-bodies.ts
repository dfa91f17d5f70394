import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A picture takes longest, and comes within this on a bad line. Uploads of gigabytes go to storage. */
const MOST_MS = 120_000;

/**
 * Cuts off whoever has not sent a request's body in time, answered or not: without it a byte now and then would hold a connection
 * for ever. Storage takes as long as a file needs.
 */
export function endSlowBodies(app: FastifyInstance, mostMs = MOST_MS): void {
  app.addHook('onRequest', async ({ raw, headers, routeOptions }) => {
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    if (routeOptions.url?.startsWith('/storage/') === true) return;
    const { socket } = raw;
    // A request that tests inject has no connection.
    if (!(socket instanceof Socket)) return;
    const late = setTimeout(() => socket.destroy(), mostMs);
    late.unref();
    const there = (): void => clearTimeout(late);
    raw.once('end', there);
    socket.once('close', there);
  });
}
