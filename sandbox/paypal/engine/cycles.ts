import type { HiddenOfSubscription, Subscription } from '../store/kinds.ts';
import { money, time } from '../store/values.ts';
import type { Work } from '../store/work.ts';
import { infoOf, pay } from './charge.ts';
import { nextCycle, plan } from './schedule.ts';
import { setStatus } from './status.ts';
import { tell } from './subscribe.ts';
import { cycleAmount } from './terms.ts';

const RETRY_SECONDS = 5 * 86_400;

/** A subscription whose time has come: a cycle's payment, or another try of a failed one. */
export function subscriptionDue(work: Work, subscription: Subscription, at: number): void {
  const hidden = work.hidden('subscription', subscription.id);
  if (subscription.status !== 'ACTIVE') {
    hidden.due = null;
    return;
  }
  const isRetry = hidden.retry !== undefined && hidden.retry < nextCycle(hidden);
  if (!isRetry) hidden.cycles += 1;
  delete hidden.retry;
  takeCycle(work, subscription, hidden, at);
}

/** Takes one cycle's payment, or tries to. */
export function takeCycle(
  work: Work,
  subscription: Subscription,
  hidden: HiddenOfSubscription,
  at: number,
): void {
  const { gross, tax } = cycleAmount(hidden.terms);
  subscription.update_time = time(at);
  if (hidden.fails) {
    fail(work, subscription, hidden, at);
    return;
  }
  hidden.paid += 1;
  // PayPal has no payment of nothing.
  if (gross > 0) pay(work, subscription, { gross, tax, kind: 'cycle', at });
  const { total } = hidden.terms;
  if (total > 0 && hidden.paid >= total) setStatus(work, subscription, 'EXPIRED', at);
  else plan(subscription, hidden);
}

function fail(work: Work, subscription: Subscription, hidden: HiddenOfSubscription, at: number): void {
  const info = infoOf(subscription, hidden);
  const amount = money(cycleAmount(hidden.terms).gross, hidden.terms.currency);
  info.failed_payments_count += 1;
  info.outstanding_balance = amount;
  const { threshold } = hidden.terms;
  const isLast = threshold > 0 && info.failed_payments_count >= threshold;
  if (!isLast) hidden.retry = at + RETRY_SECONDS;
  info.last_failed_payment = {
    amount,
    time: time(at),
    reason_code: 'PAYMENT_DENIED',
    ...(isLast ? {} : { next_payment_retry_time: time(at + RETRY_SECONDS) }),
  };
  plan(subscription, hidden);
  tell(work, 'PAYMENT.FAILED', 'Payment failed for subscription', subscription, hidden.person);
  if (isLast) setStatus(work, subscription, 'SUSPENDED', at);
}

/** The setup fee is declined: the subscription ends before it began. */
export function declineSetupFee(
  work: Work,
  subscription: Subscription,
  hidden: HiddenOfSubscription,
  at: number,
): void {
  const amount = money(hidden.terms.setupFee, hidden.terms.currency);
  const info = infoOf(subscription, hidden);
  info.failed_payments_count = 1;
  info.last_failed_payment = { amount, time: time(at), reason_code: 'PAYMENT_DENIED' };
  tell(work, 'PAYMENT.FAILED', 'Payment failed for subscription', subscription, hidden.person);
  setStatus(work, subscription, 'CANCELLED', at, 'Setup fee payment failed');
}
