import type { MoneyEvent, Payment } from './rules-grants.ts';
import type { PaymentState } from './rules-provider.ts';

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
