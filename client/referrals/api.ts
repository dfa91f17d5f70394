import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { normalizeEmail } from '#shared/accounts/rules.ts';
import { getReferralContent } from '#shared/content/calls-documents.ts';
import { invite, listReferrals, remind } from '#shared/referrals/calls.ts';
import type { Referral } from '#shared/referrals/contract.ts';
import { call, isRefusal } from '../lib/api.ts';
import { newKey } from '../lib/new-key.ts';

const PAGE = 20;
const KEY = ['referrals'] as const;

/** Content of the referral program; it changes rarely. */
export const referralContentQuery = queryOptions({
  queryKey: ['content', 'referral'],
  queryFn: async ({ signal }) => call(getReferralContent, {}, { signal }),
  staleTime: 5 * 60_000,
});

/** The person's invitations, the last sent first, page by page. */
export const referralsQuery = infiniteQueryOptions({
  queryKey: KEY,
  queryFn: async ({ pageParam, signal }) =>
    call(listReferrals, { query: { page: pageParam, size: PAGE } }, { signal }),
  initialPageParam: 0,
  getNextPageParam: ({ total }, pages, page) => (pages.length * PAGE < total ? page + 1 : undefined),
});

/** Invites an address; a retry of the same address uses the same idempotency key. */
export function useInvite() {
  const queryClient = useQueryClient();
  const attempt = useRef({ email: '', key: '' });
  return useMutation({
    mutationFn: async (text: string): Promise<Referral> => {
      const email = normalizeEmail(text);
      if (attempt.current.email !== email) attempt.current = { email, key: newKey() };
      const sent = await call(invite, { body: { email } }, { idempotencyKey: attempt.current.key });
      attempt.current = { email: '', key: '' };
      return sent.referral;
    },
    onError: (error) => {
      // After a refusal the next try gets a new key.
      if (isRefusal(error)) attempt.current = { email: '', key: '' };
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}

/** Sends a reminder; repeated calls send one. */
export function useRemind() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, createdAt, reminder_sent_at }: Referral) => {
      const key = `remind ${id} ${reminder_sent_at ?? createdAt}`;
      return (await call(remind, { body: { referral_id: id } }, { idempotencyKey: key })).referral;
    },
    // A refusal means that the screen was outdated.
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
