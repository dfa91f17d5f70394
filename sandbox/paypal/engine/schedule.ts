import { addIntervals } from '../../lib/money/periods.ts';
import type { HiddenOfSubscription, Subscription } from '../store/kinds.ts';
import { time } from '../store/values.ts';
import { infoOf } from './charge.ts';

/** When a cycle begins, by its number from 0 on. */
const cycleStart = ({ anchor, terms }: HiddenOfSubscription, number: number): number =>
  addIntervals(anchor, { interval: terms.unit.toLowerCase(), interval_count: terms.count }, number);

/** When the next cycle begins. */
export const nextCycle = (hidden: HiddenOfSubscription): number => cycleStart(hidden, hidden.cycles);

/** Plans what time brings next, and tells when the next cycle is. */
export function plan(subscription: Subscription, hidden: HiddenOfSubscription): void {
  const info = infoOf(subscription, hidden);
  hidden.clock = hidden.person ?? subscription.id;
  hidden.due = null;
  delete info.next_billing_time;
  if (subscription.status === 'ACTIVE') {
    const next = nextCycle(hidden);
    info.next_billing_time = time(next);
    hidden.due = Math.min(next, hidden.retry ?? next);
  }
}
