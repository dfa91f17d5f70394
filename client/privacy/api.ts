import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  getOwnData,
  requestErasure,
  requestErasureLink,
  startExport,
  takeBackErasure,
} from '#shared/privacy/calls.ts';
import { call } from '../lib/api.ts';
import { setMe } from '../lib/me.ts';

/** What the person can do with their data now. */
export const ownDataQuery = queryOptions({
  queryKey: ['own-data'],
  queryFn: ({ signal }) => call(getOwnData, {}, { signal }),
  refetchOnMount: 'always',
});

/** Prepares a download and begins it. */
export function useExport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => (await call(startExport, {})).url,
    onSuccess: (url) => globalThis.location.assign(url),
    onSettled: () => queryClient.invalidateQueries(ownDataQuery),
  });
}

/** Asks for the deletion of the account, by password. */
export function useRequestErasure() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (password: string) => (await call(requestErasure, { body: { password } })).erasure,
    onSuccess: async ({ due_at }) => {
      await setMe(queryClient, (me) => ({ ...me, erasure_due: due_at }));
      await queryClient.invalidateQueries(ownDataQuery);
    },
  });
}

/** Has the link mailed that confirms the deletion. */
export const useErasureLink = () => useMutation({ mutationFn: () => call(requestErasureLink, {}) });

/** Keeps the account. */
export function useKeepAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(takeBackErasure, {}),
    onSuccess: () => setMe(queryClient, (me) => ({ ...me, erasure_due: null })),
    onSettled: () => queryClient.invalidateQueries(ownDataQuery),
  });
}
