import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isNotSignedIn, isRefusal } from './api.ts';
import { noteAsked } from './live/asked.ts';

/**
 * The query cache. Retries faults twice, refusals never. `onSignedOut` runs on 401 `not_signed_in`
 * (docs/product/accounts.md#signed-out).
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: Error) => {
    if (isNotSignedIn(error)) onSignedOut();
  };
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
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
