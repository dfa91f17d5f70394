import { createRequire } from 'node:module';
import type { Stripe } from 'stripe';

const require = createRequire(import.meta.url);

/** Stripe's SDK, loaded when it is first needed: most of it is never used, and a start would take a sixth longer. */
export const stripeSdk = (): typeof Stripe => require('stripe') as typeof Stripe;

type ErrorType =
  `Stripe${'Card' | 'InvalidRequest' | 'API' | 'RateLimit' | 'Connection' | 'SignatureVerification'}Error`;

/** Whether Stripe's SDK threw this; of the named types, if any. Told by its `type`, so that the SDK need not be loaded. */
export function isStripeError(
  error: unknown,
  ...types: readonly ErrorType[]
): error is Stripe.errors.StripeError {
  if (!(error instanceof Error) || !('type' in error) || !('rawType' in error)) return false;
  return types.length === 0 || types.some((type) => type === error.type);
}
