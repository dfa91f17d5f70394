import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { getQuote, joinBundle } from '#shared/billing/calls.ts';
import { paths } from '../lib/paths.ts';
import { call, type ArgsOf, type ReadOf } from '../lib/api.ts';
import { meQuery } from '../lib/session.ts';

export type QuoteInput = ArgsOf<typeof getQuote>['query'];
export type Quote = ReadOf<typeof getQuote>;

/** What a purchase costs, with VAT and coupon. */
export const quoteQuery = (query: QuoteInput) =>
  queryOptions({
    queryKey: ['billing', 'quote', query],
    queryFn: async ({ signal }) => call(getQuote, { query }, { signal }),
  });

/**
 * Joins a free bundle and goes on to /thank-you. `key` is the Idempotency-Key and the purchase's id for analytics.
 * Throws ProblemError.
 */
export function useJoinBundle() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (bundleId: string, key: string): Promise<void> => {
    const joined = await call(joinBundle, { body: { bundle_id: bundleId } }, { idempotencyKey: key });
    // The next screen is for people with a plan, so their new status has to be loaded first.
    await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
    const purchase = {
      session_id: key,
      product_price: '0',
      product_name: joined.product_name,
      product_type: 'bundles',
      credits: String(joined.credits),
    };
    await navigate({ href: paths.thankYou(purchase), replace: true });
  };
}
