import type { Subscription, SubscriptionStatus } from '../store/kinds.ts';
import { time } from '../store/values.ts';
import type { Work } from '../store/work.ts';
import { plan } from './schedule.ts';
import { linksOf, tell } from './subscribe.ts';

const SUMMARIES: Readonly<Record<string, string>> = {
  ACTIVE: 'Subscription activated',
  CANCELLED: 'Subscription cancelled',
  SUSPENDED: 'Subscription suspended',
  EXPIRED: 'Subscription expired',
};

/** Gives a subscription another status and tells it. */
export function setStatus(
  work: Work,
  subscription: Subscription,
  status: SubscriptionStatus,
  at: number,
  note?: string,
): void {
  const hidden = work.hidden('subscription', subscription.id);
  subscription.status = status;
  subscription.status_update_time = time(at);
  subscription.update_time = time(at);
  if (note === undefined) delete subscription.status_change_note;
  else subscription.status_change_note = note;
  subscription.links = linksOf(work, subscription, hidden.approval.token);
  if (status !== 'ACTIVE') delete hidden.retry;
  if (status === 'CANCELLED' || status === 'EXPIRED') delete hidden.revision;
  plan(subscription, hidden);
  const what = status === 'ACTIVE' ? 'ACTIVATED' : status;
  tell(work, what, SUMMARIES[status] ?? status, subscription, hidden.person);
}

/** Now, for the person of a subscription. */
export const timeFor = (work: Work, { id }: Subscription): Promise<number> =>
  work.timeOf(work.hidden('subscription', id).person ?? id);
