import type { QueryClient } from '@tanstack/react-query';
import { holdQuery, holdsQuery, sendRelease } from '../api.ts';

/** Releases a hold. A failure is ignored: the hold then ends by itself in a few minutes. */
export async function releaseHold(queryClient: QueryClient, id: number): Promise<void> {
  await sendRelease(id).catch(() => undefined);
  queryClient.setQueryData(holdsQuery.queryKey, (before) => before && { ...before, hold: null });
  queryClient.removeQueries({ queryKey: holdQuery(id).queryKey });
  for (const name of ['slots', 'partners', 'holds']) void queryClient.invalidateQueries({ queryKey: [name] });
}
