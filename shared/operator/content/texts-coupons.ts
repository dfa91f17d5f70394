import type { CouponState } from '../../billing/coupons/rules-coupons.ts';
import { formatUsd } from '../../lib/money.ts';

export const COUPON_TEXTS = {
  none: 'Coupons are for cards. Set the variables of Stripe first (docs/operating.md, Paying).',
  away: 'Stripe does not answer. Nothing was changed; try again in a moment.',
  open: 'Stripe does not answer, so it may have happened or not. Press again: it happens once.',
  busy: 'Somebody else is changing coupons right now. Try again in a moment.',
  taken:
    'There is a coupon with this code that can still be used. Choose another code, or end that one first.',
  endLead:
    'Nobody can use the code from now on. Memberships that began with it keep what it takes off. It cannot be taken back.',
} as const;

export const COUPON_STATE_LABELS: Readonly<Record<CouponState, string>> = {
  open: 'Can be used',
  'used-up': 'Used up',
  expired: 'Expired',
  ended: 'Ended',
};

interface Off {
  readonly percent: number | null;
  readonly cents: number | null;
  readonly duration: 'once' | 'repeating' | 'forever';
  readonly months: number | null;
}

/** What a coupon takes off: "25% off", "$20 off". */
export function offText({ percent, cents }: Pick<Off, 'percent' | 'cents'>): string {
  if (percent !== null) return `${percent}% off`;
  return cents === null ? 'Another currency, not taken here' : `${formatUsd(cents)} off`;
}

/** For how long, on memberships. */
export function durationText({ duration, months }: Pick<Off, 'duration' | 'months'>): string {
  if (duration === 'once') return 'Of the first payment';
  if (duration === 'forever') return 'Of every payment';
  return months === 1 ? 'Of payments of 1 month' : `Of payments of ${months ?? 0} months`;
}

/** How often it was used: "Used once", "Used 3 of 10 times". */
export function usedText({
  redeemed,
  max_redemptions: max,
}: {
  readonly redeemed: number;
  readonly max_redemptions: number | null;
}): string {
  if (max !== null) return `Used ${redeemed} of ${max} ${max === 1 ? 'time' : 'times'}`;
  if (redeemed === 0) return 'Not used yet';
  return redeemed === 1 ? 'Used once' : `Used ${redeemed} times`;
}
