import type { Stripe } from 'stripe';
import { PROVIDER_REFUSED } from '#shared/billing/texts.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { RefusedOutside } from '../../lib/refused.ts';
import type { Mode } from '#shared/billing/rules-provider.ts';
import { PayPalUnavailable } from '../paypal/client.ts';
import { modeOf, stripeOf } from './client.ts';
import { isStripeError } from './sdk.ts';

/** Stripe as this installation reaches it. */
export interface StripeAt {
  readonly stripe: Stripe;
  readonly mode: Mode;
  readonly sandbox: boolean;
}

/** null: this installation has no access to Stripe. */
export function stripeAt({ payments }: Pick<Ctx, 'payments'>): StripeAt | null {
  const access = payments.stripe;
  if (access === null) return null;
  return { stripe: stripeOf(access), mode: modeOf(access), sandbox: access.sandbox };
}

/** Whether a call to either provider got no answer, or one that says nothing about the call: it may be made again. */
export function isUnavailable(error: unknown): boolean {
  return (
    error instanceof PayPalUnavailable ||
    isStripeError(error, 'StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError')
  );
}

/** Stripe refused a call. Its own error, which the cause is, has an HTTP status that is not one of ours. */
class StripeRefused extends RefusedOutside {
  constructor(cause: Stripe.errors.StripeError) {
    const isMissing = cause.code === 'resource_missing';
    super(
      'the payment provider refused a call',
      isMissing ? PROVIDER_REFUSED.unknown : PROVIDER_REFUSED.said(cause.message),
      cause,
    );
  }
}

/** Whether a provider refused a call: the same call is refused again. */
export const isRefusedOutside = (error: unknown): boolean =>
  error instanceof RefusedOutside || isStripeError(error);

/** Calls Stripe, and turns no answer into a refusal. Everything else throws. */
export async function askStripe<T>(
  ctx: Pick<Ctx, 'log'>,
  call: () => Promise<T>,
): Promise<Result<T, 'provider_unavailable'>> {
  try {
    return ok(await call());
  } catch (error) {
    if (!isUnavailable(error)) throw isStripeError(error) ? new StripeRefused(error) : error;
    ctx.log.warn({ err: error }, 'the payment provider does not answer');
    return fail('provider_unavailable');
  }
}

const inner = (error: unknown): unknown => (error instanceof StripeRefused ? error.cause : error);

/** The provider's words about a declined card; null for another error. */
export function declineOf(error: unknown): string | null {
  const cause = inner(error);
  return isStripeError(cause, 'StripeCardError') ? cause.message : null;
}

/** What Stripe found wrong with a request; null for another error. */
export function refusalOf(error: unknown): { readonly param: string; readonly code: string } | null {
  const cause = inner(error);
  if (!isStripeError(cause, 'StripeInvalidRequestError')) return null;
  return { param: cause.param ?? '', code: cause.code ?? '' };
}

/** What Stripe answers; null: there is no object of an id in the request. */
export async function nullIfMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (refusalOf(error)?.code === 'resource_missing') return null;
    throw error;
  }
}
