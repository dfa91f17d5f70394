import { wholeShareOf } from '../lib/money.ts';
import type { UserStatus } from './rules.ts';

/** What a change from one plan to another is. */
export type ChangeKind = 'upgrade' | 'switch' | 'downgrade';

/** What decides the kind of a change. */
interface Terms {
  readonly tier: number | null;
  readonly is_annual: boolean | null;
}

/** A change of period, or within a tier, is a switch (docs/product/buying.md#plan-buttons). */
export function changeKind(from: Terms, to: Terms): ChangeKind {
  if ((from.is_annual ?? false) !== (to.is_annual ?? false) || from.tier === to.tier) return 'switch';
  return (from.tier ?? 0) > (to.tier ?? 0) ? 'downgrade' : 'upgrade';
}

/** The same day of the next month or year in UTC, as the providers count; the last one where there is none. */
export const afterPeriod = (from: Temporal.Instant, isAnnual: boolean | null): Temporal.Instant =>
  from
    .toZonedDateTimeISO('UTC')
    .add(isAnnual === true ? { years: 1 } : { months: 1 })
    .toInstant();

/** The period of a plan that was paid. */
export interface PaidPeriod {
  /** What its plan cost, discounts taken off and without VAT, in cents. */
  readonly net_cents: number;
  /** Of the payment, with VAT. */
  readonly total_cents: number;
  readonly refunded_cents: number;
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  /** Credits that it granted, and what is left of them. */
  readonly granted: number;
  readonly unspent: number;
}

/** Whole seconds between two instants; 0 after the second. */
const seconds = (from: Temporal.Instant, to: Temporal.Instant): number =>
  Math.max(
    0,
    from.until(to, { largestUnit: 'second', smallestUnit: 'second', roundingMode: 'floor' }).seconds,
  );

/**
 * Cents before VAT that a change at once gives back: the smaller of the shares of time and of credits that are left,
 * rounded down (docs/product/plan-changes.md#upgrade-and-switch).
 */
export function changeCredit(period: PaidPeriod, at: Temporal.Instant): number {
  const { net_cents, total_cents, refunded_cents, start, end, granted, unspent } = period;
  const kept =
    refunded_cents === 0 ? net_cents : wholeShareOf(net_cents, total_cents - refunded_cents, total_cents);
  // A refund has taken its credits back already (docs/product/billing.md#refunds-and-disputes).
  const paid = granted - wholeShareOf(granted, Math.min(refunded_cents, total_cents), total_cents);
  const whole = seconds(start, end);
  const byTime = wholeShareOf(kept, Math.min(seconds(at, end), whole), whole);
  return Math.min(byTime, wholeShareOf(kept, Math.min(unspent, paid), paid));
}

/** Which of the notices about the bank a change needs (docs/product/plan-changes.md#rollover-notices). */
export type RolloverNotice = 'downgrade_with_rollover' | 'downgrade_without_rollover' | 'switch';

interface Rolling {
  readonly has_rollover: boolean | null;
}

export function rolloverNotice(kind: ChangeKind, from: Rolling, to: Rolling): RolloverNotice | null {
  if (from.has_rollover !== true) return null;
  if (kind === 'downgrade')
    return to.has_rollover === true ? 'downgrade_with_rollover' : 'downgrade_without_rollover';
  return to.has_rollover === true ? null : 'switch';
}

/** Why a running plan cannot be changed. */
export type UnableReason = 'last_payment_failed' | 'change_pending' | 'no_price' | 'credit_above_price';

interface Changing {
  readonly lastPayment: 'success' | 'failed' | null;
  readonly hasPendingChange: boolean;
  /** The price at the person's provider; null: none there. */
  readonly priceId: string | null;
  /** At PayPal, of a change at once: what is given back and what the new plan costs, before VAT. */
  readonly paypal?: { readonly credit_cents: number; readonly price_cents: number } | null;
}

/** null: the plan can be changed (docs/product/plan-changes.md#unable-to-switch). */
export function unableReason({
  lastPayment,
  hasPendingChange,
  priceId,
  paypal = null,
}: Changing): UnableReason | null {
  if (lastPayment === 'failed') return 'last_payment_failed';
  if (hasPendingChange) return 'change_pending';
  if (priceId === null) return 'no_price';
  // PayPal keeps no balance that could pay later.
  return paypal !== null && paypal.credit_cents >= paypal.price_cents ? 'credit_above_price' : null;
}

/**
 * How the running plan can be paid by another provider instead: `change` counts what is left of the paid period, a `trial`
 * moves without a charge. null: it cannot be moved now (docs/product/plan-changes.md#moving-between-card-and-paypal).
 */
export function moveKind(status: UserStatus | null, changing: Changing): 'change' | 'trial' | null {
  if (unableReason(changing) !== null) return null;
  if (status === 'subscriber') return 'change';
  return status === 'trial' ? 'trial' : null;
}
