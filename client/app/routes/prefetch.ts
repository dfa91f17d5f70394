import type { QueryClient } from '@tanstack/react-query';
import type { ParsedLocation } from '@tanstack/react-router';
import type { RouteTarget } from '../../lib/prefetch.ts';
import type { RouterContext } from './router-context.ts';

/** A route whose screen has data to request first. */
type Prefetched = keyof typeof import('./first-data.ts');

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The route's first data; the start requests it before it is known who is signed in. */
    readonly prefetch?: Prefetched;
  }
}

/** Requests a route's first data; its code is loaded for it. A failure is reported by the screen. */
export function prefetch(name: Prefetched, queryClient: QueryClient, target: RouteTarget): void {
  void import('./first-data.ts').then(
    (data) => data[name](queryClient, target),
    () => undefined,
  );
}

interface Loading {
  readonly context: RouterContext;
  readonly params: object;
  readonly location: ParsedLocation;
  readonly preload: boolean;
}

/**
 * Requests a route's first data while its code loads (docs/decisions/0045-prefetch-before-the-login-is-known.md). A
 * pointer over a link loads code only.
 */
export function load(name: Prefetched, { context, params, location, preload }: Loading): void {
  if (!preload)
    prefetch(name, context.queryClient, { params: params as RouteTarget['params'], search: location.search });
}
