import type { QueryClient } from '@tanstack/react-query';

/** A route's parameters and validated search. */
export interface RouteTarget {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly search: Readonly<Record<string, unknown>>;
}

/** Requests the first data of a route's screen. Nothing waits for it: the screen itself retries and reports failures. */
export type Prefetch = (queryClient: QueryClient, place: RouteTarget) => void;
