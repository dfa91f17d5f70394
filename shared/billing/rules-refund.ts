import { fail, ok, type Result } from '../lib/result.ts';

/** What is known of a payment, as its provider says it. */
interface Refundable {
  readonly paid_cents: number;
  /** In cents, one each. */
  readonly refunds: readonly number[];
  readonly disputes: readonly string[];
}

interface Wanted {
  /** null: all that is left. */
  readonly cents: number | null;
  /** Also where the same amount was refunded before. */
  readonly again: boolean;
}

export type RefundRefusal = 'nothing_paid' | 'disputed' | 'refunded_wholly' | 'made_already' | 'too_much';

/** How many cents an operator's refund pays back (docs/product/operator.md#refunds). */
export function refundCents(
  { paid_cents, refunds, disputes }: Refundable,
  { cents, again }: Wanted,
): Result<number, RefundRefusal> {
  if (paid_cents === 0) return fail('nothing_paid');
  if (disputes.some((state) => state !== 'won')) return fail('disputed');
  const left = paid_cents - refunds.reduce((sum, one) => sum + one, 0);
  if (left <= 0) return fail('refunded_wholly');
  if (cents === null) return ok(left);
  if (!again && refunds.includes(cents)) return fail('made_already');
  return cents > left ? fail('too_much') : ok(cents);
}
