import type { Ctx } from '../../ctx/ctx.ts';
import { paypalReach } from '../paypal/ask-paypal.ts';
import { modeOf, stripeOf } from '../stripe/client.ts';
import { paypalFigures, paypalRefund } from './paypal-figures.ts';
import { isOf, type PaidItem } from './queries.ts';
import { readFigures, readRefund, type Figures, type PaidBack } from './read-figures.ts';

/** What a payment's provider says of its money. */
export interface Books {
  figures(): Promise<Figures>;
  /** Of a refund or a lost dispute. */
  paidBack(refundId: string): Promise<PaidBack>;
}

/** null: this installation cannot reach the payment's provider. */
export function booksOf(ctx: Pick<Ctx, 'db' | 'payments'>, payment: PaidItem): Books | null {
  const { stripe: access } = ctx.payments;
  if (access !== null && isOf(payment, 'stripe', modeOf(access))) {
    const stripe = stripeOf(access);
    return {
      figures: () => readFigures(stripe, payment),
      paidBack: (refundId) => readRefund(stripe, refundId),
    };
  }
  const at = paypalReach(ctx);
  if (at === null || !isOf(payment, 'paypal', at.mode)) return null;
  return {
    figures: () => paypalFigures(ctx, at, payment),
    paidBack: (refundId) => paypalRefund(ctx, at, payment, refundId),
  };
}
