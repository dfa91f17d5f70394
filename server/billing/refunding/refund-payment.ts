import { ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { PayPalUnavailable } from '../paypal/client.ts';
import { isUnavailable } from '../stripe/ask-stripe.ts';
import { syncCustomer } from '../sync.ts';
import type { RefundPlan } from './plan-refund.ts';
import * as queries from './queries-refunding.ts';

/**
 * Pays back what was planned and takes it in: credits at once, credit note and mail by their jobs
 * (docs/product/operator.md#refunds). `isTakenIn` is false where the webhook does it later.
 */
export async function refundPayment(
  ctx: Ctx,
  { payment, cents, at, key }: RefundPlan,
): Promise<Result<{ readonly isTakenIn: boolean }, 'provider_unavailable' | 'refused'>> {
  const made = await at.make(cents, key);
  if (!made.ok) return made;
  const { id: payment_id, person_id } = payment;
  ctx.log.info({ payment_id, person_id, cents, refund: made.value }, 'payment refunded by the operator');
  return ok({ isTakenIn: await takeIn(ctx, payment) });
}

async function takeIn(ctx: Ctx, payment: RefundPlan['payment']): Promise<boolean> {
  const customer = await queries.customerOfPayment(ctx.db, payment);
  if (customer === undefined) return false;
  try {
    await syncCustomer(ctx, customer);
    return true;
  } catch (error) {
    if (!isUnavailable(error) && !(error instanceof PayPalUnavailable)) throw error;
    ctx.log.warn({ err: error }, 'a refund is taken in later, by its webhook');
    return false;
  }
}
