import type { FastifyInstance } from 'fastify';
import { Refused } from '../lib/refused.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
/** Pages that only somebody with a token may know of. */
const HIDDEN = /^\/dev(\/|$)/;

/**
 * Makes other methods of a path that has routes 405 with `Allow`. Asked of the router when nothing else matched: routes
 * for all other methods were a tenth of a start.
 */
export function refuseOtherMethods(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 && request.routeOptions.url !== '/*') return;
    const [url = ''] = request.url.split('?');
    const allowed = METHODS.filter((method) => takes(app, method, url));
    if (allowed.length === 0 || HIDDEN.test(url)) return;
    reply.header('allow', allowed.join(', ')).header('cache-control', 'no-store');
    throw new Refused('method_not_allowed');
  });
}

/** Whether a route other than one for all paths takes this method. */
function takes(app: FastifyInstance, method: string, url: string): boolean {
  const route = app.findRoute({ method, url });
  return route !== null && !Object.hasOwn(route.params, '*');
}
