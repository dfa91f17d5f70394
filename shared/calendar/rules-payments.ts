import { monthKey, type YearMonth } from './rules-pay.ts';

/** The longest reference of a payment to a musician. */
export const REFERENCE_MAX = 100;

/** A payment to a musician of a closed month (docs/product/invoice.md#marking-as-paid). */
export interface MonthPayment {
  readonly id: string;
  /** YYYY-MM-DD. */
  readonly paid_on: string;
  readonly reference: string;
}

/** Why a month cannot be marked as paid. */
export type MarkingRefusal = 'not_closed' | 'nothing_to_pay' | 'paid';

/** Whether a month can be marked as paid: null, else why not (docs/product/invoice.md#marking-as-paid). */
export function markingRefusal(month: {
  readonly isClosed: boolean;
  readonly payment_cents: number | null;
  readonly isPaid: boolean;
}): MarkingRefusal | null {
  if (!month.isClosed) return 'not_closed';
  if (month.isPaid) return 'paid';
  return (month.payment_cents ?? 0) > 0 ? null : 'nothing_to_pay';
}

/** Whether a month can have been paid on a day: from its first one to today, both YYYY-MM-DD. */
export function isPayDay(day: string, month: YearMonth, today: string): boolean {
  return day >= monthKey(month) && day <= today;
}
