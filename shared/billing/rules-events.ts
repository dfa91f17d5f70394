import type { PaymentState } from './rules-provider.ts';

/** A payment with what its price gives. */
export interface Payment extends Pick<
  PaymentState,
  'kind' | 'price_id' | 'subscription_id' | 'period_start' | 'period_end' | 'is_trial' | 'paid_at'
> {
  readonly id: string;
  /** What the grant is for (docs/product/billing.md#grants). */
  readonly grant_key: string;
  readonly credits: number;
  readonly has_rollover: boolean;
  readonly total_cents: number;
  /** False for that of a second subscription, which is refunded. */
  readonly counts: boolean;
  /** The trial's end as the provider says it. */
  readonly trial_end: Temporal.Instant | null;
}

/** Something of a customer that changes credits once; `at` is the provider's time. */
export type MoneyEvent = { readonly at: Temporal.Instant } & (
  | { readonly what: 'paid'; readonly payment: Payment }
  | {
      readonly what: 'refunded';
      readonly payment: Payment;
      readonly refund_id: string;
      /** Of the payment in all, this refund included. */
      readonly cents: number;
    }
  | { readonly what: 'disputed'; readonly payment: Payment; readonly dispute_id: string }
  | { readonly what: 'won'; readonly payment: Payment; readonly dispute_id: string }
  | { readonly what: 'ended'; readonly subscription_id: string }
);

const ORDER = { paid: 0, refunded: 1, disputed: 2, won: 3, ended: 4 } as const;

/** Compares events by the provider's time. */
export function compareEvents(a: MoneyEvent, b: MoneyEvent): number {
  return Temporal.Instant.compare(a.at, b.at) || ORDER[a.what] - ORDER[b.what];
}

/** Of an event whose time the provider does not say: after all others. */
export const LAST = Temporal.Instant.from('9999-12-31T00:00:00Z');

/** How far a payment is settled here. */
export interface Settlement {
  readonly refunded_cents: number;
  readonly dispute: 'open' | 'won' | 'lost' | null;
}

/**
 * What is new of a payment since it was stored (`before`; null: never), and how far it is settled then; null: no
 * change. The same state again brings nothing.
 */
export function moneyEvents(
  payment: Payment,
  state: PaymentState,
  before: Settlement | null,
): { readonly news: readonly MoneyEvent[]; readonly settled: Settlement | null } {
  const news: MoneyEvent[] = before === null ? [{ what: 'paid', at: state.paid_at, payment }] : [];
  const known = before?.refunded_cents ?? 0;
  let cents = 0;
  for (const refund of state.refunds.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at))) {
    cents = Math.min(cents + refund.cents, state.total_cents);
    if (cents > known) news.push({ what: 'refunded', at: refund.at, payment, refund_id: refund.id, cents });
  }
  const refunded_cents = Math.max(cents, known);
  const disputed = before?.dispute ?? null;
  const { dispute } = state;
  if (dispute !== null && disputed !== 'won' && disputed !== 'lost') {
    const dispute_id = dispute.id;
    if (disputed === null) news.push({ what: 'disputed', at: dispute.opened_at, payment, dispute_id });
    if (dispute.state === 'won')
      news.push({ what: 'won', at: dispute.closed_at ?? LAST, payment, dispute_id });
  }
  const isSettled = disputed === 'won' || disputed === 'lost';
  const settled = { refunded_cents, dispute: isSettled ? disputed : (dispute?.state ?? disputed) };
  const isSame =
    before !== null ? settled.refunded_cents === known && settled.dispute === disputed : news.length === 1;
  return { news, settled: isSame ? null : settled };
}
