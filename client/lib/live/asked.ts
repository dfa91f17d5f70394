import type { Query, QueryClient } from '@tanstack/react-query';
import { earliestAsked } from '../preloads.ts';

/** When the oldest part of a query's answer was asked for, on this page's clock. */
const asked = new WeakMap<Query, number>();

/** Notes when queries are asked; without it every answer counts as older than the stream. */
export function noteAsked(queryClient: QueryClient): void {
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'fetch') return;
    // A further page of a list leaves those before it as old as they are.
    if (event.action.meta?.fetchMore !== undefined) return;
    asked.set(event.query, earliestAsked());
  });
}

/** Whether a query was asked at a time or later. */
export const isAskedSince = (query: Query, since: number): boolean =>
  (asked.get(query) ?? -Infinity) >= since;
