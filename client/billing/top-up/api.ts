import { queryOptions } from '@tanstack/react-query';
import { createPaypalTopup, createTopup, getQuote } from '#shared/billing/calls.ts';
import type { Provider } from '#shared/billing/rules-provider.ts';
import { call, type ArgsOf } from '../../lib/api.ts';

/** What a number of credits costs, with VAT. */
export const topUpQuoteQuery = (quantity: number, country: string | null, provider: Provider) =>
  queryOptions({
    queryKey: ['quote', 'top-up', quantity, country, provider],
    queryFn: ({ signal }) =>
      call(
        getQuote,
        { query: { kind: 'top-up', quantity, provider, ...(country !== null && { country }) } },
        { signal },
      ),
    staleTime: 60_000,
    retry: 1,
  });

/** Begins a top-up and returns the address of the page to pay on. */
export async function sendTopUp(
  provider: Provider,
  body: ArgsOf<typeof createTopup>['body'],
  key: string,
): Promise<string> {
  const begin = provider === 'paypal' ? createPaypalTopup : createTopup;
  return (await call(begin, { body }, { idempotencyKey: key })).url;
}
