import { queryOptions } from '@tanstack/react-query';
import { changeSubscription, downgradeSubscription, keepPlan, previewChange } from '#shared/billing/calls.ts';
import { call, type ReadOf } from '../../lib/api.ts';

export type Preview = ReadOf<typeof previewChange>;

/** What changing to a price costs. Asked anew each time: it is counted to the second. */
export const previewQuery = (priceId: string) =>
  queryOptions({
    queryKey: ['billing', 'change', priceId],
    queryFn: ({ signal }) => call(previewChange, { query: { priceId } }, { signal }),
    refetchOnMount: 'always',
    gcTime: 0,
  });

/** Changes at once as the preview says; returns what the bank has to confirm first, null for nothing. */
export async function sendChange(priceId: string, preview: Preview, key: string): Promise<string | null> {
  const { at, due_today_cents, balance_cents } = preview;
  const body = { priceId, at, due_today_cents, balance_cents };
  const { client_secret } = await call(changeSubscription, { body }, { idempotencyKey: key });
  return client_secret ?? null;
}

export async function sendDowngrade(priceId: string, key: string): Promise<void> {
  await call(downgradeSubscription, { body: { priceId } }, { idempotencyKey: key });
}

export async function sendKeep(key: string): Promise<void> {
  await call(keepPlan, {}, { idempotencyKey: key });
}
