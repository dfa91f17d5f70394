import { useMutation, useQueryClient } from '@tanstack/react-query';
import { updateMe } from '../../../shared/me/contract.ts';
import { call } from '../../app/api.ts';
import { meQuery } from '../../app/session.ts';

/** Changes the account's time zone; every screen then shows its times in it. */
export function useSaveZone() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (timezone: string) => (await call(updateMe, { body: { user: { timezone } } })).user,
    onSuccess: async (user) => {
      await queryClient.cancelQueries(meQuery);
      queryClient.setQueryData(meQuery.queryKey, user);
    },
  });
}
