import { QueryClient } from '@tanstack/react-query';
import { isRefusal } from './api.ts';
import { noteAsked } from './live/asked.ts';

/** The query cache. Retries faults twice, refusals never. */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && !isRefusal(error),
        retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 4000),
      },
      mutations: { retry: false },
    },
  });
  noteAsked(queryClient);
  return queryClient;
}
