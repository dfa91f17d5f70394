import type { QueryClient } from '@tanstack/react-query';
import type { Me } from '#shared/me/contract.ts';
import { meQuery } from '../session.ts';

/**
 * Refetches `me` outside the cache, because screens need a person. False when another tab signed out or in as somebody
 * else.
 */
export async function isSamePerson(
  queryClient: QueryClient,
  query: Pick<typeof meQuery, 'queryKey' | 'queryFn'> = meQuery,
): Promise<boolean> {
  const { queryKey } = meQuery;
  const uncached = { ...query, queryKey: ['live', 'me'], staleTime: 0, gcTime: 0 };
  const ask = () => queryClient.fetchQuery(uncached).catch(() => undefined);
  const isChanging = queryClient.isMutating() > 0;
  let me = await ask();
  // A call under way, such as a changed password, may give this browser another login session.
  if (me === null && isChanging) {
    await changesEnd(queryClient);
    me = await ask();
  }
  // Unknown while the server is unavailable.
  if (me === undefined) return true;
  if (me?.id !== queryClient.getQueryData<Me | null>(queryKey)?.id) return false;
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, me);
  return true;
}

/** Resolves once no change is under way. */
function changesEnd(queryClient: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const stop = queryClient.getMutationCache().subscribe(check);
    check();
    function check(): void {
      if (queryClient.isMutating() > 0) return;
      stop();
      resolve();
    }
  });
}
