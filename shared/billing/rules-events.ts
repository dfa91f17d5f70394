import type { DisputeState, PaymentState } from './rules-provider.ts';

/** A payment with what its price gives. */
export interface Payment extends Pick<
  PaymentState,
  | 'kind'
  | 'price_id'
  | 'subscription_id'
  | 'period_start'
  | 'period_end'
  | 'is_trial'
  | 'paid_at'
  | 'credited_unspent'
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
  | { readonly what: 'lost'; readonly payment: Payment; readonly dispute_id: string }
  | { readonly what: 'ended'; readonly subscription_id: string }
);

const ORDER = { paid: 0, refunded: 1, disputed: 2, won: 3, lost: 4, ended: 5 } as const;

/** Compares events by the provider's time. */
export function compareEvents(a: MoneyEvent, b: MoneyEvent): number {
  return Temporal.Instant.compare(a.at, b.at) || ORDER[a.what] - ORDER[b.what];
}

/** Of an event whose time the provider does not say: after all others. */
export const LAST = Temporal.Instant.from('9999-12-31T00:00:00Z');

/** How far a payment is settled here. */
export interface Settlement {
  readonly refunded_cents: number;
  /** Ids of the refunds that it counts. */
  readonly refunds: ReadonlySet<string>;
  /** By their ids. */
  readonly disputes: ReadonlyMap<string, DisputeState['state']>;
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
  const refunds = new Set(before?.refunds);
  // One that failed later is counted already, so that the one made in its place counts nothing.
  const most = Math.min(
    state.refunds.reduce((sum, { cents }) => sum + cents, 0),
    state.total_cents,
  );
  let refunded_cents = known;
  for (const { id, cents, at } of state.refunds.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at))) {
    if (refunds.has(id)) continue;
    refunds.add(id);
    const sum = Math.min(refunded_cents + cents, most);
    if (sum <= refunded_cents) continue;
    refunded_cents = sum;
    news.push({ what: 'refunded', at, payment, refund_id: id, cents: sum });
  }
  const disputes = new Map(before?.disputes);
  for (const dispute of state.disputes) {
    const settled = disputes.get(dispute.id) ?? null;
    news.push(...disputeEvents(payment, dispute, settled));
    // What is won stays won.
    if (settled !== 'won') disputes.set(dispute.id, dispute.state);
  }
  const isSame =
    before === null
      ? news.length === 1
      : refunds.size === before.refunds.size &&
        [...disputes].every(([id, settled]) => before.disputes.get(id) === settled);
  return { news, settled: isSame ? null : { refunded_cents, refunds, disputes } };
}

/** Each dispute takes credits once, and gives them back once if it is won. */
function disputeEvents(
  payment: Payment,
  { id: dispute_id, state, opened_at, closed_at }: DisputeState,
  settled: DisputeState['state'] | null,
): readonly MoneyEvent[] {
  const at = closed_at ?? LAST;
  const isDecided = state !== 'open' && state !== settled && settled !== 'won';
  return [
    ...(settled === null ? [{ what: 'disputed', at: opened_at, payment, dispute_id } as const] : []),
    ...(isDecided ? [{ what: state, at, payment, dispute_id } as const] : []),
  ];
}
