import type { Stripe } from 'stripe';
import { fail, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { ProviderPayment, ProviderRefunds } from '../refunding/provider-refunds.ts';
import { askStripe, refusalOf, stripeAt } from './ask-stripe.ts';

/** Refunds that failed or were taken back pay nothing. */
const GONE = new Set(['failed', 'canceled']);

/** The refunds of a payment at Stripe; null: this installation has no access, or nothing was charged. */
export function stripeRefunds(
  ctx: Pick<Ctx, 'payments' | 'log'>,
  { mode, provider_id }: ProviderPayment,
): ProviderRefunds | null {
  const at = stripeAt(ctx);
  if (at === null || at.mode !== mode || !provider_id.startsWith('pi_')) return null;
  const { stripe } = at;
  return {
    read: () =>
      askStripe(ctx, async () => {
        const intent = await stripe.paymentIntents.retrieve(provider_id);
        const refunds: Stripe.Refund[] = [];
        for await (const refund of stripe.refunds.list({ payment_intent: provider_id, limit: 100 }))
          refunds.push(refund);
        const made = refunds.filter(({ status }) => !GONE.has(status ?? ''));
        return { paid_cents: intent.amount_received, refunds: made.map(({ amount }) => amount) };
      }),
    async make(amount, idempotencyKey): Promise<Result<string, 'provider_unavailable' | 'refused'>> {
      try {
        const refund = { payment_intent: provider_id, amount, reason: 'requested_by_customer' } as const;
        return await askStripe(ctx, async () => (await stripe.refunds.create(refund, { idempotencyKey })).id);
      } catch (error) {
        if (refusalOf(error) === null || !(error instanceof Error)) throw error;
        const words = error.cause instanceof Error ? error.cause.message : error.message;
        return fail('refused', { detail: words });
      }
    },
  };
}
