import type { Mode } from '#shared/billing/rules-provider.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { PayPalUnavailable, paypalOf, type PayPal } from './client.ts';

/** PayPal as this installation reaches it. */
export interface PayPalAt {
  readonly paypal: PayPal;
  readonly mode: Mode;
}

/** null: this installation has no access to PayPal, or its flag is off. */
export function paypalAt({ payments, flags }: Pick<Ctx, 'payments' | 'flags'>): PayPalAt | null {
  return flags['paypal-payments'] ? paypalReach({ payments }) : null;
}

/** The same whatever the flag says: for what was begun before it was turned off. */
export function paypalReach({ payments }: Pick<Ctx, 'payments'>): PayPalAt | null {
  const access = payments.paypal;
  return access === null ? null : { paypal: paypalOf(access), mode: access.mode };
}

/** Calls PayPal, and turns no answer into a refusal. Everything else throws. */
export async function askPaypal<T>(
  ctx: Pick<Ctx, 'log'>,
  call: () => Promise<T>,
): Promise<Result<T, 'provider_unavailable'>> {
  try {
    return ok(await call());
  } catch (error) {
    if (!(error instanceof PayPalUnavailable)) throw error;
    ctx.log.warn({ err: error }, 'PayPal does not answer');
    return fail('provider_unavailable');
  }
}
