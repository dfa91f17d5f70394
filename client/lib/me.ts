import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { updateMe } from '#shared/me/calls.ts';
import type { Me } from '#shared/me/contract.ts';
import { call, type ArgsOf } from './api.ts';
import { storeProfile } from './stored/stored-profile.ts';
import { meQuery } from './session.ts';

/** Updates the cached person, which every screen reads. */
export async function setMe(queryClient: QueryClient, change: (me: Me) => Me): Promise<void> {
  await queryClient.cancelQueries(meQuery);
  const me = queryClient.getQueryData(meQuery.queryKey);
  if (!me) return;
  const changed = change(me);
  queryClient.setQueryData(meQuery.queryKey, changed);
  storeProfile(changed);
}

/** Saves a change of the profile. */
export function useUpdateMe() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (user: ArgsOf<typeof updateMe>['body']['user']) =>
      (await call(updateMe, { body: { user } })).user,
    onSuccess: (user) => setMe(queryClient, () => user),
  });
}
