import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { changePassword, endLoginSession, listLoginSessions } from '../../shared/accounts/contract.ts';
import { setAvatar } from '../../shared/accounts/contract-avatar.ts';
import { musicianCalendar } from '../../shared/calendar/contract.ts';
import { getBillingArea } from '../../shared/content/contract-documents.ts';
import { getStatement } from '../../shared/credits/contract.ts';
import type { ArgsOf } from '../../shared/lib/endpoint.ts';
import {
  updateBillingInformation,
  updateMe,
  type Me,
  type NotificationSettings,
} from '../../shared/me/contract.ts';
import { call } from '../app/api.ts';
import { keep } from '../app/kept.ts';
import { meQuery } from '../app/session.ts';

/** Puts what the server told of the person where every screen reads it. */
async function tell(queryClient: QueryClient, change: (me: Me) => Me): Promise<void> {
  await queryClient.cancelQueries(meQuery);
  const me = queryClient.getQueryData(meQuery.queryKey);
  if (!me) return;
  const changed = change(me);
  queryClient.setQueryData(meQuery.queryKey, changed);
  keep(changed);
}

/** Saves what is sent of the profile; the answer is the merged user. */
export function useUpdateMe() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (user: ArgsOf<typeof updateMe>['body']['user']) =>
      (await call(updateMe, { body: { user } })).user,
    onSuccess: (user) => tell(queryClient, () => user),
  });
}

/** Saves who is billed. */
export function useUpdateBilling() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (address: ArgsOf<typeof updateBillingInformation>['body']['billing_address']) =>
      (await call(updateBillingInformation, { body: { billing_address: address } })).user,
    onSuccess: (user) => tell(queryClient, () => user),
  });
}

/** Sends a picture of the person. */
export function useSetAvatar() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData();
      form.append('avatar', file);
      return (await call(setAvatar, {}, { form })).avatar;
    },
    onSuccess: (avatar) => tell(queryClient, (me) => ({ ...me, avatar })),
  });
}

/** Turns one switch of the notifications: at once on the screen, and back when it cannot be saved. */
export function useSwitch() {
  const queryClient = useQueryClient();
  const turn = (name: keyof NotificationSettings, on: boolean) =>
    tell(queryClient, (me) => ({
      ...me,
      notification_settings: { ...me.notification_settings, [name]: on },
    }));
  return useMutation({
    scope: { id: 'notification-settings' },
    mutationFn: ({ name, on }: { name: keyof NotificationSettings; on: boolean }) =>
      call(updateMe, { body: { user: { notification_settings: { [name]: on } } } }),
    onMutate: ({ name, on }) => turn(name, on),
    onError: (_error, { name, on }) => turn(name, !on),
  });
}

/** Where the person is signed in. */
export const loginSessionsQuery = queryOptions({
  queryKey: ['login-sessions'],
  queryFn: async ({ signal }) => (await call(listLoginSessions, {}, { signal })).login_sessions,
  refetchOnMount: 'always',
});

/** Ends one login session by its id, or all others without one. */
export function useEndLoginSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string | undefined) =>
      (await call(endLoginSession, { body: id === undefined ? {} : { id } })).login_sessions,
    onSuccess: (sessions) => queryClient.setQueryData(loginSessionsQuery.queryKey, sessions),
    // It may be over already: the list then shows what there is.
    onError: () => queryClient.invalidateQueries(loginSessionsQuery),
  });
}

/** Changes the password; every other login session ends by it. */
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
export const statementQuery = (page: number) =>
  queryOptions({
    queryKey: ['statement', page],
    queryFn: ({ signal }) => call(getStatement, { query: { page, size: STATEMENT_PAGE } }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** The texts of the billing area. */
export const billingAreaQuery = queryOptions({
  queryKey: ['content', 'billing-area'],
  queryFn: ({ signal }) => call(getBillingArea, {}, { signal }),
  staleTime: 5 * 60_000,
});

/** The musician's own slots of some days in a zone, with who booked them. */
export const calendarQuery = (timezone: string, from: string, to: string) =>
  queryOptions({
    queryKey: ['musician-calendar', timezone, from, to],
    queryFn: async ({ signal }) =>
      (await call(musicianCalendar, { query: { timezone, from_date: from, to_date: to } }, { signal })).slots,
    refetchOnWindowFocus: 'always',
  });
