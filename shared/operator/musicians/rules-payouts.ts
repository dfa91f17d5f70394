import type { ClosingRefusal, MonthState } from '../../calendar/rules-pay.ts';

/** How a musician's month stands for who pays it. */
export const PAYOUT_STATES = ['planned', 'running', 'over', 'closed', 'paid'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/** The most musicians whose months are closed or marked by one call. */
export const PAYOUTS_AT_ONCE = 200;

/** How a month stands: a closed one that is marked is paid (docs/product/operator.md#payouts). */
export const payoutState = (state: MonthState, isPaid: boolean): PayoutState =>
  state === 'closed' && isPaid ? 'paid' : state;

/** A month of one musician, as it is added up. */
interface Payout {
  readonly state: PayoutState;
  readonly payment_cents: number | null;
  readonly refusal: ClosingRefusal | null;
}

export interface PayoutTotals {
  /** Of all months with a payment. */
  readonly cents: number;
  readonly paid_cents: number;
  /** Closed and not paid. */
  readonly due_cents: number;
  /** Not closed: may still change. */
  readonly open_cents: number;
  /** Months that can be closed now. */
  readonly closable: number;
  /** Closed months with something to pay. */
  readonly payable: number;
  /** Months without a payment, since a day has no rate. */
  readonly without_rate: number;
}

/** Whether a month can be marked as paid. */
export const isPayable = ({ state, payment_cents }: Payout): boolean =>
  state === 'closed' && (payment_cents ?? 0) > 0;

/** What the months of several musicians add up to. */
export function payoutTotals(payouts: readonly Payout[]): PayoutTotals {
  const sum = (fits: (payout: Payout) => boolean) =>
    payouts.reduce((cents, payout) => cents + (fits(payout) ? (payout.payment_cents ?? 0) : 0), 0);
  const count = (fits: (payout: Payout) => boolean) => payouts.filter(fits).length;
  return {
    cents: sum(() => true),
    paid_cents: sum(({ state }) => state === 'paid'),
    due_cents: sum(({ state }) => state === 'closed'),
    open_cents: sum(({ state }) => state !== 'paid' && state !== 'closed'),
    closable: count(({ refusal }) => refusal === null),
    payable: count(isPayable),
    without_rate: count(({ payment_cents }) => payment_cents === null),
  };
}
