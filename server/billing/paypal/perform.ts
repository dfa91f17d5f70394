import type { ProviderAction } from '#shared/billing/rules-provider.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { paypalReach } from './ask-paypal.ts';
import { PayPalRefused, type Call } from './client.ts';
import { keepObject } from './queries-paypal.ts';

/** Issues of what is done already, or can no longer be done. */
const DONE = new Set([
  'SUBSCRIPTION_STATUS_INVALID',
  'CAPTURE_FULLY_REFUNDED',
  'ORDER_ALREADY_CAPTURED',
  'INVALID_RESOURCE_ID',
]);

/**
 * Does at PayPal what a stored state asks for. Each has its own request id, and finding it done is success, so that it
 * may be repeated at any time.
 */
export async function performPaypal(
  ctx: Pick<Ctx, 'db' | 'now' | 'payments' | 'log'>,
  action: ProviderAction,
  person_id: string,
): Promise<void> {
  const at = paypalReach(ctx);
  const call = callOf(action);
  if (at === null || call === null) return;
  try {
    const made = await at.paypal.call<{ id?: string } | undefined>(call);
    const refund = action.do === 'refund' ? made?.id : undefined;
    if (refund !== undefined)
      await keepObject(ctx.db, {
        mode: at.mode,
        object_id: refund,
        kind: 'refund',
        person_id,
        now: ctx.now,
      });
    ctx.log.info({ action }, 'done at the payment provider');
  } catch (error) {
    if (!(error instanceof PayPalRefused)) throw error;
    if (error.issues.some((issue) => DONE.has(issue))) return;
    // The payer has to choose another way of paying; nothing that is tried here again helps.
    if (action.do !== 'capture' || error.status !== 422) throw error;
    ctx.log.warn({ err: error, action }, "an order's money does not come");
  }
}

const REASONS = {
  second: 'Another membership is running',
  unpaid: 'The last payment failed',
  'trial-used': 'The trial was used before',
  replaced: 'Another membership took its place',
} as const;

/** A trial's payment is ours alone: nothing was charged, so nothing goes back. */
function callOf(action: ProviderAction): Call | null {
  const method = 'POST';
  if (action.do === 'cancel') {
    const path = `/v1/billing/subscriptions/${action.subscription_id}/cancel`;
    return { method, path, body: { reason: REASONS[action.why] } };
  }
  if (action.do === 'refund') {
    const path = `/v2/payments/captures/${action.provider_id}/refund`;
    return { method, path, body: {}, requestId: `refund:${action.provider_id}` };
  }
  if (action.do === 'capture') {
    const path = `/v2/checkout/orders/${action.order_id}/capture`;
    return { method, path, body: {}, requestId: `capture:${action.order_id}` };
  }
  return null;
}
