import { checkPaypalOrder, checkPaypalSubscription } from '#shared/billing/calls.ts';
import { call } from '../../lib/api.ts';

/** What PayPal adds to the address that it leads back to. */
export const PAYPAL_KEYS = ['subscription_id', 'ba_token', 'token', 'PayerID'] as const;

/** What the browser was at PayPal for. */
export interface PaypalReturn {
  /** `agreement`: PayPal names no subscription, so none was approved. */
  readonly kind: 'subscription' | 'order' | 'agreement';
  readonly id: string;
}

/** What PayPal names in the address; null for nothing. */
export function readPaypalReturn(values: Readonly<Record<string, unknown>>): PaypalReturn | null {
  const { subscription_id: subscription, ba_token: agreement, token } = values;
  if (isId(subscription)) return { kind: 'subscription', id: subscription };
  if (isId(agreement)) return { kind: 'agreement', id: agreement };
  return isId(token) ? { kind: 'order', id: token } : null;
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{1,255}$/.test(value);

/**
 * `done`: it runs or is paid; `open`: not approved; `refused`: PayPal has ended it; `trial_used`: its payer had a trial
 * before; `unknown`: no answer, what comes is read as after any payment.
 */
export type PaypalOutcome = 'done' | 'open' | Refused | 'unknown';

/** Why what was approved does not begin. */
export type Refused = 'refused' | 'trial_used';
export const isRefused = (outcome: PaypalOutcome): outcome is Refused =>
  outcome === 'refused' || outcome === 'trial_used';

const OPEN: ReadonlySet<string> = new Set(['incomplete']);

/** Has the server ask PayPal, so that what was approved is there at once (docs/product/buying.md#payment-return). */
export async function checkPaypal({ kind, id }: PaypalReturn): Promise<PaypalOutcome> {
  if (kind === 'agreement') return 'open';
  try {
    if (kind === 'order') {
      const { paid } = await call(checkPaypalOrder, { body: { orderId: id } });
      return paid ? 'done' : 'open';
    }
    const { active, status, trial_used } = await call(checkPaypalSubscription, {
      body: { subscriptionId: id },
    });
    if (active) return 'done';
    if (trial_used) return 'trial_used';
    return OPEN.has(status) ? 'open' : 'refused';
  } catch {
    return 'unknown';
  }
}
