import { Stripe } from 'stripe';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { Mode } from '#shared/billing/rules-provider.ts';
import { modeOf, stripeOf } from './client.ts';

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

/** Whether a call got no answer, or one that says nothing about the call: it may be made again. */
function isUnavailable(error: unknown): boolean {
  const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors;
  return (
    error instanceof StripeConnectionError ||
    error instanceof StripeAPIError ||
    error instanceof StripeRateLimitError
  );
}

/** Calls Stripe, and turns no answer into a refusal. Everything else throws. */
export async function askStripe<T>(
  ctx: Pick<Ctx, 'log'>,
  call: () => Promise<T>,
): Promise<Result<T, 'provider_unavailable'>> {
  try {
    return ok(await call());
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    ctx.log.warn({ err: error }, 'the payment provider does not answer');
    return fail('provider_unavailable');
  }
}

/** The provider's words about a declined card; null for another error. */
export function declineOf(error: unknown): string | null {
  return error instanceof Stripe.errors.StripeCardError ? error.message : null;
}

/** Whether Stripe refused a request because of what it asks for. */
export function isRefused(
  error: unknown,
): error is InstanceType<typeof Stripe.errors.StripeInvalidRequestError> {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}
