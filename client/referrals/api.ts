import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { normalEmail } from '../../shared/accounts/rules.ts';
import { getReferralContent } from '../../shared/content/contract-documents.ts';
import { invite, listReferrals, remind, type Referral } from '../../shared/referrals/contract.ts';
import { call, ProblemError } from '../app/api.ts';
import { newKey } from '../app/new-key.ts';

const PAGE = 20;
const KEY = ['referrals'] as const;

/** Texts of the referral programme; they change rarely. */
export const referralContentQuery = queryOptions({
  queryKey: ['content', 'referral'],
  queryFn: async ({ signal }) => call(getReferralContent, {}, { signal }),
  staleTime: 5 * 60_000,
});

/** Whom the signed-in person invited, the last sent first, page by page. */
export const referralsQuery = infiniteQueryOptions({
  queryKey: KEY,
  queryFn: async ({ pageParam, signal }) =>
    call(listReferrals, { query: { page: pageParam, size: PAGE } }, { signal }),
  initialPageParam: 0,
  getNextPageParam: ({ total }, pages, page) => (pages.length * PAGE < total ? page + 1 : undefined),
});

/** Invites an address; after an answer that got lost the same address is sent under the same key. */
export function useInvite() {
  const queryClient = useQueryClient();
  const attempt = useRef({ email: '', key: '' });
  return useMutation({
    mutationFn: async (text: string): Promise<Referral> => {
      const email = normalEmail(text);
      if (attempt.current.email !== email) attempt.current = { email, key: newKey() };
      const sent = await call(invite, { body: { email } }, { idempotencyKey: attempt.current.key });
      attempt.current = { email: '', key: '' };
      return sent.referral;
    },
    onError: (error) => {
      // What was refused is judged anew the next time.
      if (isRefused(error)) attempt.current = { email: '', key: '' };
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}

/** Reminds the friend of an invitation; one reminder is one, however often its call is repeated. */
export function useRemind() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, createdAt, reminder_sent_at }: Referral) => {
      const key = `remind ${id} ${reminder_sent_at ?? createdAt}`;
      return (await call(remind, { body: { referral_id: id } }, { idempotencyKey: key })).referral;
    },
    // A refusal means that the screen was behind: it catches up either way.
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}

/** Whether the server itself said no, in words for the person. */
export function isRefused(error: unknown): error is ProblemError {
  return error instanceof ProblemError && error.problem.status >= 400 && error.problem.status < 500;
}
