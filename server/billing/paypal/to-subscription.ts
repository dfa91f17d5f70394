import type { PaymentState, SubscriptionState, SubscriptionStatus } from '#shared/billing/rules-provider.ts';
import { percentOf } from '#shared/lib/money.ts';
import { isApproved } from './fetch-customer.ts';
import { centsOf, instantOf } from './objects.ts';
import { cyclePeriod, DRIFT, type Period } from './periods.ts';
import type { Plan } from './plan-of.ts';

interface Facts {
  /** Of this subscription. */
  readonly payments: readonly PaymentState[];
  /** Until when its person has paid by the time they cancelled here; null: they did not. */
  readonly cancelledUntil: Temporal.Instant | null;
  /** It was ended from here before its time. */
  readonly isEndedAtOnce: boolean;
  /** PayPal's time of the read. */
  readonly now: Temporal.Instant;
}

/** An approval that nobody has given by then is not given any more. */
const APPROVAL_HOURS = 24;

/** When an approval that was not given is over. */
const lapse = ({ subscription: { create_time } }: Plan): Temporal.Instant =>
  instantOf(create_time).add({ hours: APPROVAL_HOURS });

const compare = (a: Temporal.Instant, b: Temporal.Instant) => Temporal.Instant.compare(a, b);

/** A subscription in our words (docs/product/paypal.md#status). */
export function toSubscription(plan: Plan, facts: Facts): SubscriptionState {
  const { subscription, cycles, sold, began_at } = plan;
  const { payments } = facts;
  const cyclesPaid = payments.filter(
    ({ is_trial, period_start }) =>
      !is_trial && period_start !== null && compare(period_start, cycles.from) >= 0,
  );
  const isFailing = hasFailed(subscription);
  const paid = latest(cyclesPaid.map(({ period_end }) => period_end)) ?? cycles.from;
  const current = running(plan, { paid, isPaid: cyclesPaid.length > 0, isFailing });
  const begun = latest(cyclesPaid.map(({ period_start }) => period_start));
  const over = overOf(plan, facts, { paid, begun });
  const isTrial = sold?.is_trial === true && cyclesPaid.length === 0 && !isFailing;
  const status = statusOf(plan, facts, { over, isTrial });
  const isLive = status === 'trialing' || status === 'active' || status === 'past_due';
  const pending = isLive && over === null ? plan.pendingAfter(current.start) : null;
  const price_id = plan.priceAt(current.start);
  const hasMoney = payments.some(({ total_cents }) => total_cents > 0);
  const failed = subscription.billing_info?.last_failed_payment;
  const retry = failed?.next_payment_retry_time;
  return {
    id: subscription.id,
    status,
    item_id: subscription.id,
    price_id,
    created_at: began_at ?? instantOf(subscription.create_time),
    period_start: current.start,
    period_end: current.end,
    trial_end: sold?.is_trial === true ? cycles.from : null,
    cancel_at_period_end: false,
    cancel_at: isLive ? over : null,
    ended_at: isLive || status === 'incomplete' || status === 'unpaid' ? null : (over ?? lapse(plan)),
    pending,
    last_payment: isFailing ? 'failed' : hasMoney ? 'success' : null,
    failing: isFailing
      ? {
          invoice_id: `${subscription.id}:${current.start.toString()}`,
          attempts: subscription.billing_info?.failed_payments_count ?? 1,
          next_attempt_at: retry === undefined ? null : instantOf(retry),
        }
      : null,
    next: isLive && over === null ? nextOf(plan, pending?.price_id ?? price_id) : null,
    checkout_id: sold?.id ?? null,
  };
}

/** A cycle's charge has failed and is still owed. */
function hasFailed({ billing_info: said }: Plan['subscription']): boolean {
  const owed = said?.outstanding_balance;
  return (said?.failed_payments_count ?? 0) > 0 || (owed !== undefined && (centsOf(owed) ?? 0) > 0);
}

const latest = (instants: readonly (Temporal.Instant | null)[]): Temporal.Instant | undefined =>
  instants
    .filter((one) => one !== null)
    .toSorted(compare)
    .at(-1);

/** The paid period, or the one whose charge has failed; before the first cycle that until it. */
function running(
  { subscription, cycles, began_at }: Plan,
  {
    paid,
    isPaid,
    isFailing,
  }: { readonly paid: Temporal.Instant; readonly isPaid: boolean; readonly isFailing: boolean },
): Period {
  let cycle = -1;
  const hasBegun = (next: number): boolean =>
    compare(cyclePeriod(cycles, next).start, paid) < (isFailing ? 1 : isPaid ? 0 : -1);
  while (hasBegun(cycle + 1)) cycle += 1;
  const begin = began_at ?? instantOf(subscription.create_time);
  const { start, end } = cycle < 0 ? { start: begin, end: cycles.from } : cyclePeriod(cycles, cycle);
  const next = subscription.billing_info?.next_billing_time;
  const says = subscription.status === 'ACTIVE' && !isFailing && next !== undefined ? instantOf(next) : end;
  return { start, end: compare(says, start) > 0 ? says : end };
}

/** When a subscription that does not renew is or was over; null: it renews, or has not begun. */
function overOf(
  { subscription: { status, status_update_time, create_time } }: Plan,
  { cancelledUntil, isEndedAtOnce, now }: Facts,
  { paid, begun }: { readonly paid: Temporal.Instant; readonly begun: Temporal.Instant | undefined },
): Temporal.Instant | null {
  if (status !== 'CANCELLED' && status !== 'EXPIRED' && status !== 'SUSPENDED') return null;
  const since = instantOf(status_update_time ?? create_time);
  if (isEndedAtOnce) return compare(since, now) < 0 ? since : now;
  // A cancellation that never reached PayPal says nothing about the periods that were paid after it.
  const isPassed =
    cancelledUntil !== null && begun !== undefined && compare(cancelledUntil, begun.add(DRIFT)) <= 0;
  return isPassed ? paid : (cancelledUntil ?? paid);
}

function statusOf(
  plan: Plan,
  { payments, isEndedAtOnce, now }: Facts,
  { over, isTrial }: { readonly over: Temporal.Instant | null; readonly isTrial: boolean },
): SubscriptionStatus {
  const { subscription, sold } = plan;
  const { status } = subscription;
  if (!isApproved(subscription)) return compare(now, lapse(plan)) < 0 ? 'incomplete' : 'incomplete_expired';
  // What is charged at the approval makes the membership; without it there is none.
  const isOwed = (sold?.net_cents ?? 0) + (sold?.vat_cents ?? 0) > 0;
  if (isOwed && payments.length === 0) return status === 'ACTIVE' ? 'incomplete' : 'incomplete_expired';
  if (over === null) {
    if (isTrial) return 'trialing';
    return hasFailed(subscription) ? 'past_due' : 'active';
  }
  if (!isEndedAtOnce && compare(now, over) < 0) return isTrial ? 'trialing' : 'active';
  return status === 'SUSPENDED' ? 'unpaid' : 'canceled';
}

/** What is charged next: the plan's price and the VAT that PayPal adds to it. */
function nextOf({ terms, vat_basis_points }: Plan, priceId: string): SubscriptionState['next'] {
  const net_cents = terms.get(priceId)?.unit_cents;
  if (net_cents === undefined) return null;
  const vat_cents = percentOf(net_cents, vat_basis_points);
  return { net_cents, vat_cents, total_cents: net_cents + vat_cents };
}
