import { queryOptions } from '@tanstack/react-query';
import { createTopup, getQuote } from '#shared/billing/calls.ts';
import { call, type ArgsOf } from '../../lib/api.ts';

/** What a number of credits costs, with VAT. */
export const topUpQuoteQuery = (quantity: number, country: string | null) =>
  queryOptions({
    queryKey: ['quote', 'top-up', quantity, country],
    queryFn: ({ signal }) =>
      call(
        getQuote,
        { query: { kind: 'top-up', quantity, ...(country !== null && { country }) } },
        { signal },
      ),
    staleTime: 60_000,
    retry: 1,
  });

/** Begins a top-up and returns the address of the page to pay on. */
export async function sendTopUp(body: ArgsOf<typeof createTopup>['body'], key: string): Promise<string> {
  return (await call(createTopup, { body }, { idempotencyKey: key })).url;
}
