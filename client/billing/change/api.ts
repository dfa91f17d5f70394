import { queryOptions } from '@tanstack/react-query';
import {
  changeSubscription,
  downgradePaypalSubscription,
  downgradeSubscription,
  keepPlan,
  previewChange,
  upgradePaypalSubscription,
} from '#shared/billing/calls.ts';
import { call, type ReadOf } from '../../lib/api.ts';

export type Preview = ReadOf<typeof previewChange>;

/**
 * What changing to a price costs. Asked anew each time: it is counted to the second. Not one of the keys of billing,
 * since what was just changed can be asked for no more.
 */
export const previewQuery = (priceId: string) =>
  queryOptions({
    queryKey: ['change-preview', priceId],
    queryFn: ({ signal }) => call(previewChange, { query: { priceId } }, { signal }),
    refetchOnMount: 'always',
    gcTime: 0,
  });

/** What a change asks for before it takes effect: the bank's confirmation, or the approval at an address of PayPal. */
export type Asked = { readonly secret: string } | { readonly url: string };

/** Changes as the preview says; null: it is done. */
export async function sendChange(priceId: string, preview: Preview, key: string): Promise<Asked | null> {
  const { kind, provider, at, due_today_cents, balance_cents } = preview;
  const options = { idempotencyKey: key };
  if (provider === 'paypal') {
    if (isAtPeriodEnd(preview)) return call(downgradePaypalSubscription, { body: { priceId } }, options);
    return call(upgradePaypalSubscription, { body: { priceId, at, due_today_cents } }, options);
  }
  if (kind === 'downgrade') {
    await call(downgradeSubscription, { body: { priceId } }, options);
    return null;
  }
  const body = { priceId, at, due_today_cents, balance_cents };
  const { client_secret: secret } = await call(changeSubscription, { body }, options);
  return secret === undefined ? null : { secret };
}

/** A downgrade waits for the period's end, unless another provider bills the new plan. */
export const isAtPeriodEnd = ({ kind, moves }: Pick<Preview, 'kind' | 'moves'>): boolean =>
  kind === 'downgrade' && !moves;

/** Takes a planned downgrade back; the address where that is approved at PayPal, null: it is done. */
export async function sendKeep(key: string): Promise<string | null> {
  return (await call(keepPlan, {}, { idempotencyKey: key })).url ?? null;
}
