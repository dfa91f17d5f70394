import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { Refused } from '../lib/refused.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/**
 * Collects the methods of each path. The result, called after all routes are added, makes other methods 405 with
 * `Allow`.
 */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const taken = new Map<string, { readonly methods: Set<string>; readonly config: FastifyContextConfig }>();
  app.addHook('onRoute', ({ url, method, config = {} }) => {
    const path = taken.get(url) ?? { methods: new Set(), config };
    for (const name of [method].flat()) path.methods.add(name);
    if (!url.includes('*')) taken.set(url, path);
  });
  return () => {
    const known = Array.from(taken);
    for (const [url, { methods, config }] of known) {
      const allow = METHODS.filter((name) => methods.has(name)).join(', ');
      app.route({
        method: METHODS.filter((name) => !methods.has(name)),
        url,
        config,
        onRequest: async (_request, reply) => {
          reply.header('allow', allow);
          throw new Refused('method_not_allowed');
        },
        handler: () => {},
      });
    }
  };
}
