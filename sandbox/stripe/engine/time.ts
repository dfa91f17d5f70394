import type Stripe from 'stripe';
import { invalid } from '../http/errors.ts';
import { addIntervals } from '../../lib/money/periods.ts';
import type { Kind, Kinds } from '../store/kinds.ts';
import type { Work } from '../store/work.ts';
import { expireCheckout } from './checkout.ts';
import { invoiceDue, subscriptionDue } from './renew.ts';
import { scheduleDue } from './schedules.ts';
import { intervalOf } from './subscription-items.ts';
import { hasEnded } from './subscription-state.ts';

/** Plans the advance of a clock; `stepClock` makes it. */
export async function advanceClock(
  work: Work,
  clock: Stripe.TestHelpers.TestClock,
  to: number,
): Promise<void> {
  if (clock.status !== 'ready')
    throw invalid('Test clock advancement underway - cannot advance it again.', 'frozen_time');
  if (to <= clock.frozen_time)
    throw invalid('The frozen_time must be after the current frozen time of the test clock.', 'frozen_time');
  const furthest = await furthestFrom(work, clock);
  if (to > furthest) {
    throw invalid(
      `Cannot advance test clock more than two intervals of the shortest subscription on it: at most to ${furthest}.`,
      'frozen_time',
    );
  }
  clock.status = 'advancing';
  clock.status_details = { advancing: { target_frozen_time: to } };
  Object.assign(work.hidden(clock), { target: to, clock: clock.id });
  await work.emit('test_helpers.test_clock.advancing', clock);
}

/** Two intervals of the shortest subscription; two years where there is none. */
export async function furthestFrom(work: Work, clock: Stripe.TestHelpers.TestClock): Promise<number> {
  const subscriptions = await work.select('subscription', [{ sql: 'clock = $', values: [clock.id] }]);
  const ends = subscriptions
    .filter((one) => !hasEnded(one))
    .map((one) => addIntervals(clock.frozen_time, intervalOf(one.items.data), 2));
  return Math.min(addIntervals(clock.frozen_time, { interval: 'year', interval_count: 1 }, 2), ...ends);
}

interface Due {
  readonly id: string;
  readonly kind: Kind;
  readonly due: string;
}

async function nextDue(work: Work, clock: string | null, until: number): Promise<Due | undefined> {
  const { rows } = await work.client.query<Due>(
    `select id, kind, due from sandbox_stripe.objects
     where clock is not distinct from $1 and due <= $2 and not deleted
     order by due, (kind = 'subscription_schedule') desc, seq limit 1`,
    [clock, until],
  );
  return rows[0];
}

/** Moves an advancing clock to what happens next, or to its target. False when it stands there. */
export async function stepClock(work: Work, id: string): Promise<boolean> {
  const clock = await work.find('test_helpers.test_clock', id);
  const target = clock === null ? undefined : work.hidden(clock).target;
  if (clock === null || clock.status !== 'advancing' || target === undefined) return false;
  const next = await nextDue(work, id, target);
  if (next !== undefined) {
    clock.frozen_time = Math.max(clock.frozen_time, Number(next.due));
    await happen(work, next, clock.frozen_time);
    return true;
  }
  clock.frozen_time = target;
  clock.status = 'ready';
  clock.status_details = {};
  delete work.hidden(clock).target;
  await work.emit('test_helpers.test_clock.ready', clock);
  return true;
}

/** Lets the next thing of the wall clock's time happen. False when nothing is due. */
export async function stepWallClock(work: Work): Promise<boolean> {
  const next = await nextDue(work, null, work.now);
  if (next === undefined) return false;
  await happen(work, next, Number(next.due));
  return true;
}

async function happen(work: Work, { id, kind }: Due, at: number): Promise<void> {
  const object = await work.find(kind, id);
  if (object === null) return;
  if (kind === 'subscription') await subscriptionDue(work, object as Kinds['subscription'], at);
  else if (kind === 'invoice') await invoiceDue(work, object as Kinds['invoice'], at);
  else if (kind === 'subscription_schedule')
    await scheduleDue(work, object as Kinds['subscription_schedule'], at);
  else if (kind === 'checkout.session') await expireCheckout(work, object as Kinds['checkout.session']);
  else work.hidden(object as Kinds['invoice']).due = null;
}
