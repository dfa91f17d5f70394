import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { joinBundle } from '../../shared/billing/contract.ts';
import { call } from '../app/api.ts';
import { meQuery } from '../app/session.ts';

/**
 * Joins a bundle that costs nothing and goes on to /thank-you. `key` makes a repeat answer as the first time, and is the
 * purchase's id for analytics. Throws ProblemError.
 */
export function useJoinBundle() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (bundleId: string, key: string): Promise<void> => {
    const joined = await call(joinBundle, { body: { bundle_id: bundleId } }, { idempotencyKey: key });
    // The next screen is for people with a plan: their new status has to be here before it is asked for.
    await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
    const told = new URLSearchParams({
      session_id: key,
      product_price: '0',
      product_name: joined.product_name,
      product_type: 'bundles',
      credits: String(joined.credits),
    });
    await navigate({ href: `/thank-you?${told.toString()}`, replace: true });
  };
}
