import type Stripe from 'stripe';
import { idOf } from '../store/reference.ts';
import { equals, type Work } from '../store/work.ts';

const DAY = 86_400;
/** A first payment, or that of a pending update, may take this long. */
export const PAYMENT_SECONDS = 23 * 3600;

export const hasEnded = ({ status }: Stripe.Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

/** The period that ends next. */
export const periodOf = (subscription: Stripe.Subscription): { start: number; end: number } => ({
  start: Math.max(...subscription.items.data.map((item) => item.current_period_start)),
  end: Math.min(...subscription.items.data.map((item) => item.current_period_end)),
});

/** Plans when time alone changes the subscription next. */
export function saveSubscription(work: Work, subscription: Stripe.Subscription): void {
  const hidden = work.hidden(subscription);
  hidden.due = dueOf(subscription, hidden.noticed === true);
}

function dueOf(subscription: Stripe.Subscription, noticed: boolean): number | null {
  if (hasEnded(subscription) || subscription.status === 'paused' || subscription.status === 'unpaid')
    return null;
  if (subscription.status === 'incomplete') return subscription.created + PAYMENT_SECONDS;
  const moments = [periodOf(subscription).end];
  if (subscription.cancel_at !== null) moments.push(subscription.cancel_at);
  if (subscription.pending_update !== null) moments.push(subscription.pending_update.expires_at);
  if (subscription.status === 'trialing' && subscription.trial_end !== null && !noticed)
    moments.push(subscription.trial_end - 3 * DAY);
  return Math.min(...moments);
}

/** Ends a subscription for good; its open invoices are no longer collected. */
export async function endSubscription(
  work: Work,
  subscription: Stripe.Subscription,
  at: number,
  reason: Stripe.Subscription.CancellationDetails.Reason,
): Promise<void> {
  subscription.status = 'canceled';
  subscription.ended_at = at;
  subscription.canceled_at ??= at;
  subscription.cancel_at_period_end =
    subscription.cancel_at_period_end && reason === 'cancellation_requested';
  subscription.cancellation_details = {
    comment: null,
    feedback: null,
    feedback_option: null,
    ...subscription.cancellation_details,
    reason: subscription.cancellation_details?.reason ?? reason,
  };
  saveSubscription(work, subscription);
  const schedule = idOf(subscription.schedule);
  if (schedule !== null) await endSchedule(work, schedule, at);
  for (const invoice of await work.select('invoice', [
    equals('parent.subscription_details.subscription', subscription.id),
    equals('status', 'open'),
  ])) {
    invoice.auto_advance = false;
    invoice.next_payment_attempt = null;
    work.hidden(invoice).due = null;
  }
  await work.emit('customer.subscription.deleted', subscription);
}

async function endSchedule(work: Work, id: string, at: number): Promise<void> {
  const schedule = await work.find('subscription_schedule', id);
  if (schedule === null || schedule.status !== 'active') return;
  schedule.status = 'canceled';
  schedule.canceled_at = at;
  schedule.current_phase = null;
  work.hidden(schedule).due = null;
  await work.emit('subscription_schedule.canceled', schedule);
}
