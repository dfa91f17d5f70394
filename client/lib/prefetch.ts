import type { QueryClient } from '@tanstack/react-query';

/** The place of a route: its parameters and the validated search of its address. */
export interface Place {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly search: Readonly<Record<string, unknown>>;
}

/** Requests the first data of a route's screen. Nothing waits for it: the screen itself retries and reports failures. */
export type Prefetch = (queryClient: QueryClient, place: Place) => void;
