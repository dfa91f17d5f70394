import { refused } from '../http/errors.ts';
import type { Subscription, SubscriptionStatus } from '../store/kinds.ts';
import type { Work } from '../store/work.ts';
import { nextCycle } from './schedule.ts';
import { setStatus, timeFor } from './status.ts';

const ALLOWED: Readonly<Record<string, readonly [readonly SubscriptionStatus[], string]>> = {
  cancel: [['ACTIVE', 'SUSPENDED'], 'active or suspended'],
  suspend: [['ACTIVE'], 'active'],
  activate: [['SUSPENDED'], 'suspended'],
  patch: [['ACTIVE', 'SUSPENDED'], 'either active or suspended'],
};

/** Refuses an action that the subscription's status does not allow. */
export function checkStatus({ status }: Subscription, action: string): void {
  const [statuses, names] = ALLOWED[action] ?? [[], ''];
  if (!statuses.includes(status))
    throw refused(
      'SUBSCRIPTION_STATUS_INVALID',
      `Invalid subscription status for ${action} action; subscription status should be ${names}.`,
    );
}

/** Ends a subscription at once. */
export async function cancel(work: Work, subscription: Subscription, reason: string): Promise<void> {
  checkStatus(subscription, 'cancel');
  setStatus(work, subscription, 'CANCELLED', await timeFor(work, subscription), reason);
}

export async function suspend(work: Work, subscription: Subscription, reason: string): Promise<void> {
  checkStatus(subscription, 'suspend');
  setStatus(work, subscription, 'SUSPENDED', await timeFor(work, subscription), reason);
}

/** Goes on after a suspension; cycles that began meanwhile are not charged. */
export async function activate(work: Work, subscription: Subscription, reason: string): Promise<void> {
  checkStatus(subscription, 'activate');
  const hidden = work.hidden('subscription', subscription.id);
  const { threshold } = hidden.terms;
  if (threshold > 0 && (subscription.billing_info?.failed_payments_count ?? 0) >= threshold)
    throw refused(
      'SUBSCRIPTION_CANNOT_BE_ACTIVATED',
      'Subscription cannot be activated after payment failure threshold has reached.',
    );
  const now = await timeFor(work, subscription);
  while (nextCycle(hidden) <= now) hidden.cycles += 1;
  setStatus(work, subscription, 'ACTIVE', now, reason);
}
