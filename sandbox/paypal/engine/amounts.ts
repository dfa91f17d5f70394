import type { Capture } from '../store/orders.ts';
import { money } from '../store/values.ts';
import { feeOf } from './charge.ts';

/** What a capture says of its money. */
export const amountsOf = (
  gross: number,
  currency: string,
): Pick<Capture, 'amount' | 'final_capture' | 'seller_protection' | 'seller_receivable_breakdown'> => ({
  amount: money(gross, currency),
  final_capture: true,
  seller_protection: {
    status: 'ELIGIBLE',
    dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
  },
  seller_receivable_breakdown: {
    gross_amount: money(gross, currency),
    paypal_fee: money(feeOf(gross), currency),
    net_amount: money(gross - feeOf(gross), currency),
  },
});
