import { ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { audit, type AuditedChange } from '../../db/audit.ts';
import { transaction } from '../../db/transaction.ts';
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
  { payment, cents, credits, at, key }: RefundPlan,
): Promise<Result<{ readonly isTakenIn: boolean }, 'provider_unavailable' | 'refused'>> {
  const { id: payment_id, person_id } = payment;
  const record = (change: Pick<AuditedChange, 'what' | 'after'>) =>
    transaction({ db: ctx.db, now: ctx.now }, async (tx) => {
      await audit(tx, ctx, { ...change, object: { kind: 'payment', id: payment_id }, personId: person_id });
      return ok(null);
    });
  const refund = { refund_cents: cents, credits_taken_back: credits };
  // First, so that no refund is made without an entry; one whose outcome is unknown stays begun.
  await record({ what: 'refund.begun', after: refund });
  const made = await at.make(cents, key);
  if (!made.ok) {
    if (made.reason === 'refused') await record({ what: 'refund.refused', after: refund });
    return made;
  }
  await record({ what: 'refund.made', after: { ...refund, provider_refund: made.value } });
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
