import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ProblemError } from './api.ts';

/** Whether the server said no, which it will say again: never retried. */
function isRefusal(error: Error): boolean {
  return error instanceof ProblemError && error.problem.status >= 400 && error.problem.status < 500;
}

/**
 * The cache of what the server told us. A fault or a lost connection is tried twice more, a refusal never.
 * `onSignedOut` runs when any call answers 401 `not_signed_in`; other 401s mean other things (decisions 1).
 */
export function makeQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ProblemError && error.problem.code === 'not_signed_in') onSignedOut();
  };
  return new QueryClient({
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
}
