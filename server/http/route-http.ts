import type { FastifyRequest } from 'fastify';
import type { HttpOptions } from '#shared/lib/endpoint.ts';

/** How HTTP treats a route: the fields of its endpoint, or of a route that is no call of the API. */
export interface RouteHttp extends HttpOptions {
  /** Its links are signed, so other sites may use them. */
  readonly signed?: true;
  /** Served under every host name. */
  readonly anyHost?: true;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly http?: RouteHttp | undefined;
  }
}

/** How HTTP treats the route of a request; empty without a route. */
export function httpOf({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): RouteHttp {
  return routeOptions.config?.http ?? {};
}
