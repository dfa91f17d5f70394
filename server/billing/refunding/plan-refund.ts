import type { Payment } from '#shared/billing/rules-events.ts';
import { refundCents, type RefundRefusal } from '#shared/billing/rules-refund.ts';
import { refunded } from '#shared/billing/rules-withdrawals.ts';
import { openBook } from '#shared/credits/rules-ledger.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { lockPerson } from '../../accounts/steps.ts';
import { ledgerOf } from '../../credits/steps.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { transaction } from '../../db/transaction.ts';
import { findPayment, type FindRefusal } from './find-payment.ts';
import type { PaymentRow } from './queries-refunding.ts';
import type { ProviderRefunds } from './provider-refunds.ts';
import { refundsAt } from './refunds-at.ts';

export interface RefundInput {
  /** A receipt's number, a payment's id here or at the provider, or a person's e-mail. */
  readonly find: string;
  readonly cents: number | null;
  readonly again: boolean;
}

/** What a refund would do. */
export interface RefundPlan {
  readonly payment: PaymentRow;
  readonly cents: number;
  /** Of the payment, afterwards. */
  readonly left_cents: number;
  /** Credits that are taken back; what is spent stays spent. */
  readonly credits: number;
  readonly at: ProviderRefunds;
  /** The idempotency key at the provider. */
  readonly key: string;
}

export type PlanRefusal = FindRefusal | RefundRefusal | 'not_here' | 'provider_unavailable';

/** What a refund would pay back and take back, by what the provider says now (docs/product/operator.md#refunds). */
export async function planRefund(
  ctx: Ctx,
  { find, cents: wanted, again }: RefundInput,
): Promise<Result<RefundPlan, PlanRefusal>> {
  const found = await findPayment(ctx, find);
  if (!found.ok) return found;
  const payment = found.value;
  if (payment.total_cents === 0) return fail('nothing_paid');
  const at = refundsAt(ctx, payment);
  if (at === null) return fail('not_here');
  const read = await at.read();
  if (!read.ok) return read;
  const { paid_cents, refunds } = read.value;
  const cents = refundCents({ paid_cents, refunds, disputes: payment.disputes }, { cents: wanted, again });
  if (!cents.ok) return cents;
  const before = refunds.reduce((sum, one) => sum + one, 0);
  const same = refunds.filter((one) => one === cents.value).length;
  return ok({
    payment,
    cents: cents.value,
    left_cents: paid_cents - before - cents.value,
    credits: await creditsTaken(ctx, payment, before + cents.value),
    at,
    // Runs at once and after a crash see the same refunds, so they make one.
    key: `operator:${payment.provider_id}:${cents.value}:${same + 1}`,
  });
}

/** Credits that refunds of `cents` in all take back beyond what they have taken already. */
async function creditsTaken(ctx: Ctx, row: PaymentRow, cents: number): Promise<number> {
  const payment: Payment = {
    ...row,
    grant_key: '',
    credits: row.credits * row.quantity,
    has_rollover: false,
    counts: true,
    trial_end: null,
  };
  const { value } = await transaction({ db: ctx.db, now: ctx.now }, async (tx) => {
    await lockPerson(tx, row.person_id);
    const { lots, settled } = await ledgerOf(tx, row.person_id);
    const book = openBook(lots, settled, ctx.now);
    refunded(book, { payment, cents, refund_id: 'planned' });
    return ok(book.steps.reduce((sum, step) => sum + (step.do === 'move' ? -step.delta : 0), 0));
  });
  return value;
}
