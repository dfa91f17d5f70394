import { wholeShareOf } from '../lib/money.ts';
import { REFUND_LOT_DAYS, type LotSource } from '../credits/rules.ts';
import type { Payment } from './rules-events.ts';
import type { Book, LedgerLot } from '../credits/rules-ledger.ts';

/** The lot that was bought first, then the bank's, then what came back of it. */
const RANK: Partial<Record<LotSource, number>> = { rollover: 1, refund: 2 };
const rank = ({ source }: LedgerLot) => RANK[source] ?? 0;

const lotsOf = (book: Book, payment: Payment) =>
  book.lots.filter(({ payment_id }) => payment_id === payment.id).toSorted((a, b) => rank(a) - rank(b));

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

/** How many credits of a payment are withdrawn for refunds and disputes, without those that came back. */
function withdrawn(book: Book, payment: Payment): number {
  const own = new Set(lotsOf(book, payment).map(({ id }) => id));
  const net = sum(
    book.settled
      .filter((one) => one.payment_id === payment.id && own.has(one.lot_id))
      .map(({ delta }) => -delta),
  );
  const back = lotsOf(book, payment).filter(({ source }) => source === 'refund');
  return net - sum(back.map(({ amount }) => amount));
}

function withdraw(book: Book, payment: Payment, credits: number, cause: string): void {
  let left = credits;
  for (const lot of lotsOf(book, payment)) {
    const taken = book.isOpen(lot) ? Math.min(Math.max(left, 0), lot.remaining) : 0;
    book.move(lot.id, { delta: -taken, reason: 'withdrawal', payment_id: payment.id, cause });
    left -= taken;
  }
}

/** How many credits the refund of `cents` withdraws in all (docs/product/billing.md#refunds-and-disputes). */
export function withdrawnFor(
  { credits, total_cents }: Pick<Payment, 'credits' | 'total_cents'>,
  cents: number,
): number {
  return wholeShareOf(credits, Math.min(cents, total_cents), total_cents);
}

/** Takes back what a refund paid for, as far as it is unspent. */
export function refunded(
  book: Book,
  {
    payment,
    cents,
    refund_id,
  }: { readonly payment: Payment; readonly cents: number; readonly refund_id: string },
): void {
  withdraw(book, payment, withdrawnFor(payment, cents) - withdrawn(book, payment), `refund:${refund_id}`);
}

/** A dispute counts as a full refund when it is opened. */
export function disputeOpened(book: Book, payment: Payment, disputeId: string): void {
  withdraw(book, payment, payment.credits - withdrawn(book, payment), `dispute:${disputeId}`);
}

/** A won dispute gives back the same, once; what belonged to a closed lot comes as one of 30 days. */
export function disputeWon(
  book: Book,
  { payment, dispute_id }: { readonly payment: Payment; readonly dispute_id: string },
  now: Temporal.Instant,
): void {
  const cause = `dispute:${dispute_id}`;
  const taken = book.settled.filter((one) => one.payment_id === payment.id && one.cause === cause);
  if (taken.some(({ delta }) => delta > 0)) return;
  for (const { lot_id, delta } of taken) {
    const lot = book.lots.find(({ id }) => id === lot_id);
    if (lot === undefined) continue;
    const grant_key = `return:${dispute_id}:${lot.grant_key}`;
    if (book.isOpen(lot))
      book.move(lot_id, { delta: -delta, reason: 'return', payment_id: payment.id, cause });
    else if (!book.hasGrant(grant_key)) {
      const expires_at = now.add({ hours: REFUND_LOT_DAYS * 24 });
      book.grant({ source: 'refund', amount: -delta, expires_at, grant_key, payment_id: payment.id });
    }
  }
}
