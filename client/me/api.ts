import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { changePassword, endLoginSession, listLoginSessions } from '#shared/accounts/calls.ts';
import { setAvatar, updateBillingInformation, updateMe } from '#shared/me/calls.ts';
import { getBillingArea } from '#shared/content/calls-documents.ts';
import { getFeed, makeFeed, stopFeed } from '#shared/sessions/calls.ts';
import { getStatement } from '#shared/credits/calls.ts';
import type { StatementFilter } from '#shared/credits/contract.ts';
import type { NotificationSettings } from '#shared/me/contract.ts';
import { call, type ArgsOf } from '../lib/api.ts';
import { setMe } from '../lib/me.ts';

/** Saves the billing address. */
export function useUpdateBilling() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (address: ArgsOf<typeof updateBillingInformation>['body']['billing_address']) =>
      (await call(updateBillingInformation, { body: { billing_address: address } })).user,
    onSuccess: (user) => setMe(queryClient, () => user),
  });
}

/** Uploads the person's picture. */
export function useSetAvatar() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData();
      form.append('avatar', file);
      return (await call(setAvatar, {}, { form })).avatar;
    },
    onSuccess: (avatar) => setMe(queryClient, (me) => ({ ...me, avatar })),
  });
}

/** Saves one notification switch; optimistic, and rolled back on failure. */
export function useNotificationSwitch() {
  const queryClient = useQueryClient();
  const mutation = (name: keyof NotificationSettings, on: boolean) =>
    setMe(queryClient, (me) => ({
      ...me,
      notification_settings: { ...me.notification_settings, [name]: on },
    }));
  return useMutation({
    scope: { id: 'notification-settings' },
    mutationFn: ({ name, on }: { name: keyof NotificationSettings; on: boolean }) =>
      call(updateMe, { body: { user: { notification_settings: { [name]: on } } } }),
    onMutate: ({ name, on }) => mutation(name, on),
    onError: (_error, { name, on }) => mutation(name, !on),
  });
}

/** The person's login sessions. */
export const loginSessionsQuery = queryOptions({
  queryKey: ['login-sessions'],
  queryFn: async ({ signal }) => (await call(listLoginSessions, {}, { signal })).login_sessions,
  refetchOnMount: 'always',
});

/** Ends one login session, or all others without an id. */
export function useEndLoginSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string | undefined) =>
      (await call(endLoginSession, { body: id === undefined ? {} : { id } })).login_sessions,
    onSuccess: (sessions) => queryClient.setQueryData(loginSessionsQuery.queryKey, sessions),
    // It may have ended already: reload the list.
    onError: () => queryClient.invalidateQueries(loginSessionsQuery),
  });
}

/** Changes the password, which ends every other login session. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ArgsOf<typeof changePassword>['body']) => call(changePassword, { body }),
    onSuccess: () => queryClient.invalidateQueries(loginSessionsQuery),
  });
}

/** Lines of the statement on one page. */
export const STATEMENT_PAGE = 20;

/** A page of the credits statement, newest first. */
export const statementQuery = (page: number, show: StatementFilter) =>
  queryOptions({
    queryKey: ['statement', page, show],
    queryFn: ({ signal }) => call(getStatement, { query: { page, size: STATEMENT_PAGE, show } }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** The texts of the billing area. */
export const billingAreaQuery = queryOptions({
  queryKey: ['content', 'billing-area'],
  queryFn: ({ signal }) => call(getBillingArea, {}, { signal }),
  staleTime: 5 * 60_000,
});

/** Whether the person's sessions can be subscribed to, and when a calendar last read them. */
export const feedQuery = queryOptions({
  queryKey: ['calendar-feed'],
  queryFn: async ({ signal }) => (await call(getFeed, {}, { signal })).feed,
  refetchOnMount: 'always',
});

/** Makes the calendar feed's address, or another one. */
export function useMakeFeed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(makeFeed, {}),
    onSuccess: ({ feed }) => queryClient.setQueryData(feedQuery.queryKey, feed),
  });
}

/** Stops the calendar feed. */
export function useStopFeed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(stopFeed, {}),
    onSuccess: () => queryClient.setQueryData(feedQuery.queryKey, null),
  });
}
