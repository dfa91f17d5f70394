import type { Ctx } from '../../ctx/ctx.ts';
import { paypalRefunds } from '../paypal/refunds.ts';
import { stripeRefunds } from '../stripe/refunds.ts';
import type { ProviderPayment, ProviderRefunds } from './provider-refunds.ts';

/** null: this installation cannot reach the payment's provider, or nothing was charged there. */
export function refundsAt(
  ctx: Pick<Ctx, 'db' | 'now' | 'payments' | 'log'>,
  payment: ProviderPayment,
): ProviderRefunds | null {
  return payment.provider === 'stripe' ? stripeRefunds(ctx, payment) : paypalRefunds(ctx, payment);
}
