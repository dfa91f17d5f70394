import type { ProviderAction } from '#shared/billing/rules-provider.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { stripeOf } from './client.ts';
import { isStripeError } from './sdk.ts';

/** Codes of what is done already. */
const DONE = new Set(['resource_missing', 'charge_already_refunded']);

/**
 * Does at Stripe what a stored state asks for. Each has its own idempotency key, and finding it done is success, so that
 * it may be repeated at any time.
 */
export async function performStripe(
  ctx: Pick<Ctx, 'payments' | 'log'>,
  action: ProviderAction,
): Promise<void> {
  const access = ctx.payments.stripe;
  if (access === null) return;
  const stripe = stripeOf(access);
  try {
    if (action.do === 'cancel') {
      const idempotencyKey = `cancel:${action.subscription_id}`;
      await stripe.subscriptions.cancel(action.subscription_id, {}, { idempotencyKey });
    } else if (action.do === 'resume') {
      await stripe.subscriptions.update(action.subscription_id, {
        cancel_at_period_end: false,
        cancel_at: '',
      });
    } else if (action.do === 'pay') {
      const { invoice_id, card } = action;
      const idempotencyKey = `pay:${invoice_id}:${card}`;
      await stripe.invoices.pay(invoice_id, { payment_method: card, off_session: true }, { idempotencyKey });
    } else if (action.do === 'refund' && action.provider_id.startsWith('pi_')) {
      const idempotencyKey = `refund:${action.provider_id}`;
      const refund = { payment_intent: action.provider_id, reason: 'duplicate' } as const;
      await stripe.refunds.create(refund, { idempotencyKey });
    }
    ctx.log.info({ action }, 'done at the payment provider');
  } catch (error) {
    // A refused card, or paid by then: the next read tells.
    if (action.do === 'pay' && isStripeError(error, 'StripeCardError', 'StripeInvalidRequestError')) return;
    if (!isStripeError(error, 'StripeInvalidRequestError') || !DONE.has(error.code ?? '')) throw error;
  }
}
