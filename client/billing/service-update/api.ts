import { queryOptions } from '@tanstack/react-query';
import { getRestart, markServiceUpdate, renewSubscription } from '#shared/billing/calls.ts';
import { getServiceUpdate } from '#shared/content/calls-documents.ts';
import { call, type ReadOf } from '../../lib/api.ts';

export type ServiceUpdateTexts = ReadOf<typeof getServiceUpdate>;
export type RestartTerms = ReadOf<typeof getRestart>;

/** What a new billing cycle costs today, asked of the provider for each opening of the dialog. */
export const restartQuery = queryOptions({
  queryKey: ['restart'],
  queryFn: ({ signal }) => call(getRestart, {}, { signal }),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
});

/** Begins the cycle anew at the total that the dialog named; returns what the bank has to confirm first, null for nothing. */
export async function sendRestart(total_cents: number, key: string): Promise<string | null> {
  const body = { what: 'restart', total_cents } as const;
  return (await call(renewSubscription, { body }, { idempotencyKey: key })).client_secret ?? null;
}

/** What has changed about the services. */
export const serviceUpdateQuery = queryOptions({
  queryKey: ['content', 'service-update'],
  queryFn: ({ signal }) => call(getServiceUpdate, {}, { signal }),
  staleTime: 5 * 60_000,
});

/** Has a service update not open again by itself. */
export async function sendSeen(version: number): Promise<void> {
  await call(markServiceUpdate, { body: { version } });
}
