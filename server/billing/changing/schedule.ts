import type { Stripe } from 'stripe';
import { dropPending } from '../buying/first-payment.ts';
import { refusalOf } from '../stripe/ask-stripe.ts';
import { idOf, objectOf } from '../stripe/fetch-customer.ts';
import { instantOf, pendingOf } from '../stripe/to-subscription.ts';
import type { LiveTerms } from './queries-changing.ts';

type Phase = Stripe.SubscriptionScheduleUpdateParams.Phase;
type Schedule = Stripe.SubscriptionSchedule;

/** Takes a schedule off its subscription, which goes on as it is; one that is off already is success. */
export async function releaseSchedule(
  stripe: Stripe,
  { schedule }: Pick<Stripe.Subscription, 'schedule'>,
): Promise<void> {
  const id = idOf(schedule);
  if (id === null) return;
  await stripe.subscriptionSchedules.release(id).catch(async (error: unknown) => {
    if (refusalOf(error) === null || isStanding(await stripe.subscriptionSchedules.retrieve(id))) throw error;
  });
}

const isStanding = ({ status }: Schedule): boolean => status === 'active' || status === 'not_started';

/**
 * Takes off a schedule by which nothing follows: that of a downgrade which has come stays for one more period, and would
 * end in the midst of a period that began since. False where another plan follows. The schedule has to be expanded.
 */
export async function releaseIdle(stripe: Stripe, subscription: Stripe.Subscription): Promise<boolean> {
  const [item] = subscription.items.data;
  if (item === undefined || pendingOf(subscription, item) !== null) return false;
  await releaseSchedule(stripe, subscription);
  return true;
}

/**
 * Puts the smaller plan behind the running period. Safe to repeat: a schedule of this period is used again. null: the
 * plan is no longer the one that is known here.
 */
export async function planDowngrade(
  stripe: Stripe,
  { subscription_id, price_id }: LiveTerms,
  priceId: string,
): Promise<Temporal.Instant | null> {
  const read = () => stripe.subscriptions.retrieve(subscription_id, { expand: ['schedule'] });
  let subscription = await read();
  if (subscription.pending_update !== null) {
    // A restart of the cycle: confirmed later, the smaller plan would come in the midst of the new period.
    await dropPending(stripe, subscription);
    subscription = await read();
  }
  const [item] = subscription.items.data;
  if (subscription.pending_update !== null || item?.price.id !== price_id) return null;
  const schedule = await scheduleOf(stripe, subscription, item);
  const current = schedule.phases.find(({ start_date }) => start_date === schedule.current_phase?.start_date);
  if (current === undefined) throw new Error('a schedule without a running phase');
  const taxes = (subscription.default_tax_rates ?? []).map(({ id }) => id);
  const discounts = subscription.discounts.flatMap((one) => idOf(one) ?? []);
  // What a phase does not name it does not have.
  const common = {
    default_tax_rates: taxes,
    proration_behavior: 'none',
    ...(discounts.length === 0 ? {} : { discounts: discounts.map((discount) => ({ discount })) }),
  } satisfies Partial<Phase>;
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    phases: [
      {
        ...common,
        items: [{ price: item.price.id, quantity: 1 }],
        start_date: current.start_date,
        end_date: current.end_date,
      },
      {
        ...common,
        items: [{ price: priceId, quantity: 1 }],
        duration: { interval: item.price.recurring?.interval ?? 'month', interval_count: 1 },
      },
    ],
  });
  return instantOf(current.end_date);
}

/** The schedule of the running period: one that ends with it, or a new one. */
async function scheduleOf(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  { current_period_end: end }: Stripe.SubscriptionItem,
): Promise<Schedule> {
  const isOfPeriod = (one: Schedule) => one.current_phase?.end_date === end;
  const standing = objectOf(subscription.schedule);
  if (standing !== null && isOfPeriod(standing)) return standing;
  await releaseSchedule(stripe, subscription);
  const { id } = subscription;
  return stripe.subscriptionSchedules.create({ from_subscription: id }).catch(async (error: unknown) => {
    // Made by another press at this moment.
    const read = await stripe.subscriptions.retrieve(id, { expand: ['schedule'] });
    const other = objectOf(read.schedule);
    if (refusalOf(error) === null || other === null || !isOfPeriod(other)) throw error;
    return other;
  });
}
