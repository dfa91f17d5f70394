import type { FastifyInstance } from 'fastify';
import { Refused } from './errors.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/**
 * Notes which methods each path takes. What it answers, called once all paths are there, makes every other method of
 * them 405 with `Allow`, before the body is read. Patterns with a star are left out: they stand for no path of ours.
 */
export function otherMethods(app: FastifyInstance): () => void {
  const taken = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = taken.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    if (!url.includes('*')) taken.set(url, methods);
  });
  return () => {
    const known = Array.from(taken);
    for (const [url, methods] of known) {
      const allow = METHODS.filter((name) => methods.has(name)).join(', ');
      app.route({
        method: METHODS.filter((name) => !methods.has(name)),
        url,
        onRequest: async (_request, reply) => {
          reply.header('allow', allow);
          throw new Refused('method_not_allowed');
        },
        handler: () => {},
      });
    }
  };
}
