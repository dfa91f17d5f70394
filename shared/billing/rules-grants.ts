import { bankMaxOf, TRIAL_CREDITS, trialEnd } from './rules.ts';
import { REFUND_LOT_DAYS } from '../credits/rules.ts';
import type { Book, LedgerLot } from '../credits/rules-ledger.ts';
import { compareEvents, type MoneyEvent, type Payment } from './rules-events.ts';
import { disputeOpened, disputeWon, refunded } from './rules-withdrawals.ts';

/** What the events of a customer do to the credits of a person (docs/product/billing.md#grants). */
export function settle(
  book: Book,
  events: readonly MoneyEvent[],
  payments: ReadonlyMap<string, Payment>,
  now: Temporal.Instant,
): void {
  for (const event of events.toSorted(compareEvents)) {
    if (event.what === 'paid') paid(book, event.payment, payments, now);
    else if (event.what === 'refunded') refunded(book, event);
    else if (event.what === 'disputed') disputeOpened(book, event.payment, event.dispute_id);
    else if (event.what === 'won') disputeWon(book, event, now);
    else if (event.what === 'ended')
      closeMembershipLots(book, { subscriptionId: event.subscription_id, payments });
  }
}

function paid(
  book: Book,
  payment: Payment,
  payments: ReadonlyMap<string, Payment>,
  now: Temporal.Instant,
): void {
  if (!payment.counts || book.hasGrant(payment.grant_key)) return;
  const lot = { grant_key: payment.grant_key, payment_id: payment.id, amount: payment.credits };
  if (payment.is_trial) {
    const expires_at = payment.trial_end ?? trialEnd(now);
    book.grant({ ...lot, source: 'trial', amount: TRIAL_CREDITS, expires_at });
    return;
  }
  const missing = payment.kind === 'plan' ? closePeriods(book, payment, payments, now) : 0;
  if (payment.credits === 0) return;
  book.grant({ ...lot, source: payment.kind, expires_at: null });
  const delta = -Math.min(missing, payment.credits);
  book.move(payment.grant_key, { delta, reason: 'withdrawal', payment_id: payment.id, cause: 'change' });
}

/**
 * A paid period ends those before it (docs/product/credits.md#renewal). Returns the credits that a change at once has
 * given back in money and that were spent before it was paid.
 */
function closePeriods(
  book: Book,
  next: Payment,
  payments: ReadonlyMap<string, Payment>,
  now: Temporal.Instant,
): number {
  let missing = 0;
  for (const lot of book.lots) {
    const before = lot.payment_id === null ? undefined : payments.get(lot.payment_id);
    if (lot.source !== 'plan' || before === undefined || !book.isOpen(lot) || !isBefore(before, next))
      continue;
    if (isImmediateChange(before, next)) {
      const taken = {
        delta: -lot.remaining,
        reason: 'withdrawal',
        payment_id: next.id,
        cause: 'change',
      } as const;
      book.move(lot.id, taken);
      keepReturned(book, lot, next, now);
      missing += Math.max(0, (next.credited_unspent ?? 0) - lot.remaining);
    } else rollOver(book, lot.id, before, next);
    book.close(lot.id, 'closed');
  }
  return missing;
}

/** Credits that came back after a change at once was counted are not in its money: they stay, as for a closed lot. */
function keepReturned(book: Book, lot: LedgerLot, next: Payment, now: Temporal.Instant): void {
  const amount = lot.remaining - (next.credited_unspent ?? lot.remaining);
  if (amount <= 0) return;
  const expires_at = now.add({ hours: REFUND_LOT_DAYS * 24 });
  const grant_key = `returned:${next.id}:${lot.grant_key}`;
  book.grant({ source: 'refund', amount, expires_at, grant_key, payment_id: null });
}

/** At one instant the payment that was stored first comes first: ids are in that order. */
function isBefore(a: Payment, b: Payment): boolean {
  if (a.period_start === null || b.period_start === null) return false;
  const order = Temporal.Instant.compare(a.period_start, b.period_start);
  return order < 0 || (order === 0 && a.id < b.id);
}

/** Another price within the period that was paid: an upgrade or a switch. */
function isImmediateChange(before: Payment, next: Payment): boolean {
  if (before.price_id === next.price_id || before.period_end === null || next.period_start === null)
    return false;
  return Temporal.Instant.compare(next.period_start, before.period_end) < 0;
}

/** The ended plan decides whether credits roll, the starting one how many the bank may hold. */
function rollOver(book: Book, lotId: string, before: Payment, next: Payment): void {
  if (!before.has_rollover) return;
  const lot = book.lots.find(({ id }) => id === lotId);
  const bank = book.lots
    .filter((one) => one.source === 'rollover' && book.isOpen(one))
    .reduce((sum, { remaining }) => sum + remaining, 0);
  const moved = Math.min(lot?.remaining ?? 0, Math.max(0, bankMaxOf(next) - bank));
  if (moved === 0) return;
  book.move(lotId, { delta: -moved, reason: 'rollover', payment_id: null, cause: '' });
  const grant_key = `rollover:${before.id}`;
  book.grant({ source: 'rollover', amount: moved, expires_at: null, grant_key, payment_id: before.id });
}

/**
 * A membership's end closes its plan lots and the bank (docs/product/credits.md#renewal). `of`: the subscription that has
 * ended, whose lots are told from another's by their payments; without it no provider kept the membership.
 */
export function closeMembershipLots(
  book: Book,
  of: { readonly subscriptionId: string; readonly payments: ReadonlyMap<string, Payment> } | null,
): void {
  for (const lot of book.lots) {
    if (!book.isOpen(lot)) continue;
    const payment = lot.payment_id === null ? undefined : of?.payments.get(lot.payment_id);
    const isOfOther = payment !== undefined && payment.subscription_id !== of?.subscriptionId;
    if (lot.source === 'rollover' || (lot.source === 'plan' && !isOfOther)) book.close(lot.id, 'closed');
  }
}

/** Ends the trial lots whose subscription is no longer in its trial (docs/product/billing.md#trial-credit). */
export function closeTrials(
  book: Book,
  payments: ReadonlyMap<string, Payment>,
  trialing: ReadonlySet<string>,
): void {
  for (const lot of book.lots) {
    const payment = lot.payment_id === null ? undefined : payments.get(lot.payment_id);
    if (lot.source !== 'trial' || payment === undefined || !book.isOpen(lot)) continue;
    if (!trialing.has(payment.subscription_id ?? '')) book.close(lot.id, 'closed');
  }
}

/** Takes back the credit of a trial that should not have begun (docs/product/billing.md#one-trial). */
export function withdrawTrial(book: Book, lotId: string, paymentId: string): void {
  const lot = book.lots.find(({ id }) => id === lotId);
  if (lot === undefined || !book.isOpen(lot)) return;
  const why = { reason: 'withdrawal', payment_id: paymentId, cause: 'trial-used' } as const;
  book.move(lotId, { delta: -lot.remaining, ...why });
  book.close(lotId, 'closed');
}
