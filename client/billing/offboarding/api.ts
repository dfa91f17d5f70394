import { queryOptions } from '@tanstack/react-query';
import {
  cancelPaypalSubscription,
  cancelSubscription,
  getCancellation,
  renewSubscription,
} from '#shared/billing/calls.ts';
import type { Provider } from '#shared/billing/rules-provider.ts';
import { getOffboardingModal } from '#shared/content/calls-documents.ts';
import { call, type ReadOf } from '../../lib/api.ts';

export type CancellationTerms = ReadOf<typeof getCancellation>;
export type OffboardingTexts = ReadOf<typeof getOffboardingModal>;

/** What cancelling means for me. Read once for each opening: afterwards there is nothing to cancel. */
export const cancellationQuery = queryOptions({
  queryKey: ['cancellation'],
  queryFn: ({ signal }) => call(getCancellation, {}, { signal }),
  staleTime: Infinity,
  gcTime: 0,
});

/** Reasons, acknowledgements, benefits and the farewell. */
export const offboardingQuery = queryOptions({
  queryKey: ['content', 'offboarding-modal'],
  queryFn: ({ signal }) => call(getOffboardingModal, {}, { signal }),
  staleTime: 5 * 60_000,
});

/** Has the membership end with what is paid. */
export async function sendCancellation(
  provider: Provider | null,
  reason: { readonly value: string; readonly comments: string },
  key: string,
): Promise<void> {
  const cancel = provider === 'paypal' ? cancelPaypalSubscription : cancelSubscription;
  await call(cancel, { body: { reason } }, { idempotencyKey: key });
}

/** Takes a cancellation back. */
export async function sendResume(key: string): Promise<void> {
  await call(renewSubscription, { body: { what: 'resume' } }, { idempotencyKey: key });
}
