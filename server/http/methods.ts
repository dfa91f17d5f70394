import type { FastifyContextConfig, FastifyInstance, FastifyRequest, FastifyReply } from 'fastify';
import { Refused } from '../lib/refused.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
/** Pages that only somebody with a token may know of. */
const HIDDEN = /^\/dev(\/|$)/;

/**
 * Makes other methods of a path that has routes 405 with `Allow`, when no route matches: a route for each was a tenth of
 * a start. The result is called after all routes are added.
 */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const taken = new Map<string, Set<string>>();
  /** Paths under every host name: those of other names are refused before this looks. */
  const underAnyHost = new Map<string, FastifyContextConfig>();
  let complete = false;
  app.addHook('onRoute', ({ url, method, config }) => {
    if (complete || url.includes('*')) return;
    if (config?.http?.anyHost === true) underAnyHost.set(url, config);
    const methods = taken.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    taken.set(url, methods);
  });
  let matchers: readonly (readonly [RegExp, ReadonlySet<string>])[] | undefined;
  const methodsOf = (path: string): ReadonlySet<string> | undefined => {
    matchers ??= Array.from(taken, ([url, methods]) => [matcherOf(url), methods] as const);
    return taken.get(path) ?? matchers.find(([matcher]) => matcher.test(path))?.[1];
  };
  const refuse = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const path = pathOf(request);
    const methods = HIDDEN.test(path) ? undefined : methodsOf(path);
    if (methods === undefined) return;
    reply.header('allow', METHODS.filter((name) => methods.has(name)).join(', '));
    reply.header('cache-control', 'no-store');
    throw new Refused('method_not_allowed');
  };
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404 || request.routeOptions.url === '/*') await refuse(request, reply);
  });
  return () => {
    complete = true;
    // `/sessions/approve`, which is only posted, is not the session `approve`.
    for (const [url, methods] of taken) {
      if (url.includes(':')) continue;
      const config = underAnyHost.get(url);
      const others = METHODS.filter((method) => !methods.has(method));
      const shadowed = others.filter((method) => config !== undefined || hasParams(app, method, url));
      if (shadowed.length > 0)
        app.route({ method: shadowed, url, config: config ?? {}, onRequest: refuse, handler: () => {} });
    }
  };
}

const hasParams = (app: FastifyInstance, method: string, url: string): boolean =>
  Object.keys(app.findRoute({ method, url })?.params ?? {}).some((name) => name !== '*');

/** Which paths a route takes. */
function matcherOf(url: string): RegExp {
  const parts = url.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : escape(part)));
  return new RegExp(`^${parts.join('/')}$`);
}

const escape = (part: string): string => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

function pathOf({ url }: FastifyRequest): string {
  const [path = ''] = url.split('?');
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
