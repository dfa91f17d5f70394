import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { joinBundle } from '../../../shared/billing/contract.ts';
import { call, ProblemError } from '../../app/api.ts';
import { newKey } from '../../app/new-key.ts';
import { meQuery } from '../../app/session.ts';

/**
 * 'JOIN FREE': joins a bundle that costs nothing, then goes on to /thank-you (part 1 section 7). Its key is the
 * purchase's id for analytics.
 */
export function useJoinBundle() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  // One for each offer: a press after a lost answer repeats the same call; after an answer it is a new one.
  const kept = useRef({ id: '', key: '' });
  return useMutation({
    mutationFn: async (bundle_id: string) => {
      if (kept.current.id !== bundle_id) kept.current = { id: bundle_id, key: newKey() };
      const { key } = kept.current;
      return { key, ...(await call(joinBundle, { body: { bundle_id } }, { idempotencyKey: key })) };
    },
    onSuccess: async ({ key, product_name, credits }) => {
      // The next screen is for people with a plan: their new status has to be here before it is asked for.
      await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
      const told = new URLSearchParams({
        session_id: key,
        product_price: '0',
        product_name,
        product_type: 'bundles',
        credits: String(credits),
      });
      await navigate({ href: `/thank-you?${told.toString()}`, replace: true });
    },
    onError: (error) => {
      if (error instanceof ProblemError && error.problem.status > 0) kept.current = { id: '', key: '' };
    },
  });
}
