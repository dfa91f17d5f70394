import type Stripe from 'stripe';
import { invalid } from '../http/errors.ts';
import { addIntervals } from '../../lib/money/periods.ts';
import { idOf } from '../store/reference.ts';
import type { Work } from '../store/work.ts';
import { planOf } from './subscription-items.ts';
import { endSubscription, hasEnded, periodOf, saveSubscription } from './subscription-state.ts';

/** A phase that repeats what the subscription is now. */
export function phaseOf(subscription: Stripe.Subscription): Stripe.SubscriptionSchedule.Phase {
  const period = periodOf(subscription);
  return newPhase(
    subscription.currency,
    subscription.items.data.map((item) => ({
      price: item.price,
      quantity: item.quantity ?? 1,
      metadata: { ...item.metadata },
      taxRates: item.tax_rates ?? [],
    })),
    { start: period.start, end: period.end },
    'create_prorations',
    { taxRates: subscription.default_tax_rates ?? [] },
  );
}

export interface PhaseItem {
  readonly price: Stripe.Price;
  readonly quantity: number;
  readonly metadata: Record<string, string>;
  readonly taxRates: Stripe.TaxRate[];
}

export function newPhase(
  currency: string,
  items: readonly PhaseItem[],
  { start, end }: { start: number; end: number },
  proration: Stripe.SubscriptionSchedule.Phase.ProrationBehavior,
  about: {
    metadata?: Record<string, string>;
    trialEnd?: number | null;
    taxRates?: readonly Stripe.TaxRate[];
    discounts?: readonly string[];
  } = {},
): Stripe.SubscriptionSchedule.Phase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency,
    default_payment_method: null,
    default_tax_rates: [...(about.taxRates ?? [])],
    description: null,
    discounts: (about.discounts ?? []).map((discount) => ({ coupon: null, discount, promotion_code: null })),
    end_date: end,
    invoice_settings: null,
    items: items.map((item) => ({
      billing_thresholds: null,
      discounts: [],
      metadata: item.metadata,
      plan: planOf(item.price).id,
      price: item.price.id,
      quantity: item.quantity,
      tax_rates: item.taxRates,
    })),
    metadata: about.metadata ?? {},
    on_behalf_of: null,
    proration_behavior: proration,
    start_date: start,
    transfer_data: null,
    trial_end: about.trialEnd ?? null,
  };
}

/** Makes a schedule over a running subscription. */
export async function addSchedule(
  work: Work,
  subscription: Stripe.Subscription,
  at: number,
  metadata: Record<string, string>,
): Promise<Stripe.SubscriptionSchedule> {
  if (hasEnded(subscription) || subscription.status === 'incomplete')
    throw invalid(
      `You cannot migrate a subscription that is ${subscription.status} to a schedule.`,
      'from_subscription',
    );
  if (subscription.schedule !== null) {
    throw invalid(
      `You cannot migrate a subscription that is already attached to a schedule: ${idOf(subscription.schedule) ?? ''}.`,
      'from_subscription',
    );
  }
  const phase = phaseOf(subscription);
  const schedule: Stripe.SubscriptionSchedule = {
    id: work.id('subscription_schedule'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: structuredClone(subscription.billing_mode),
    canceled_at: null,
    completed_at: null,
    created: at,
    current_phase: { start_date: phase.start_date, end_date: phase.end_date },
    customer: idOf(subscription.customer),
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: idOf(subscription.default_payment_method),
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    metadata,
    pause_schedules: [],
    phases: [phase],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: subscription.test_clock,
  };
  work.add(schedule, { due: phase.end_date });
  subscription.schedule = schedule.id;
  await work.emit('subscription_schedule.created', schedule);
  await work.emit('customer.subscription.updated', subscription);
  return schedule;
}

/** Frees the subscription; it goes on as it is. */
export async function release(work: Work, schedule: Stripe.SubscriptionSchedule, at: number): Promise<void> {
  const id = idOf(schedule.subscription);
  const subscription = id === null ? null : await work.find('subscription', id);
  schedule.status = 'released';
  schedule.released_at = at;
  schedule.released_subscription = id;
  schedule.subscription = null;
  schedule.current_phase = null;
  work.hidden(schedule).due = null;
  await work.emit('subscription_schedule.released', schedule);
  if (subscription === null) return;
  subscription.schedule = null;
  await work.emit('customer.subscription.updated', subscription);
}

/** A phase ends: the next one begins, or the schedule is over. Runs before a renewal at the same instant. */
export async function scheduleDue(
  work: Work,
  schedule: Stripe.SubscriptionSchedule,
  at: number,
): Promise<void> {
  const phase = schedule.phases.find(({ start_date: start, end_date: end }) => start <= at && at < end);
  const id = idOf(schedule.subscription);
  const subscription = id === null ? null : await work.find('subscription', id);
  if (subscription === null || hasEnded(subscription)) {
    work.hidden(schedule).due = null;
    return;
  }
  if (phase === undefined) {
    if (schedule.end_behavior === 'cancel') {
      schedule.status = 'completed';
      schedule.completed_at = at;
      work.hidden(schedule).due = null;
      await work.emit('subscription_schedule.completed', schedule);
      await endSubscription(work, subscription, at, 'cancellation_requested');
    } else await release(work, schedule, at);
    return;
  }
  schedule.current_phase = { start_date: phase.start_date, end_date: phase.end_date };
  work.hidden(schedule).due = phase.end_date;
  await applyPhase(work, subscription, phase);
  await work.emit('subscription_schedule.updated', schedule);
}

async function applyPhase(
  work: Work,
  subscription: Stripe.Subscription,
  phase: Stripe.SubscriptionSchedule.Phase,
): Promise<void> {
  const was = subscription.items.data;
  const [first] = was;
  if (first === undefined) return;
  const items: Stripe.SubscriptionItem[] = [];
  for (const [nr, input] of phase.items.entries()) {
    const price = await work.get('price', idOf(input.price));
    const base = was[nr] ?? { ...structuredClone(first), id: `si_${work.id('subscription').slice(4, 18)}` };
    items.push({
      ...base,
      price: structuredClone(price),
      plan: planOf(price),
      quantity: input.quantity ?? 1,
      metadata: { ...base.metadata, ...input.metadata },
      tax_rates:
        input.tax_rates !== null && (input.tax_rates?.length ?? 0) > 0
          ? (input.tax_rates ?? [])
          : base.tax_rates,
    });
  }
  const before = first.price.recurring;
  const after = items[0]?.price.recurring;
  subscription.items.data = items;
  if (before !== null && after != null && before.interval !== after.interval)
    subscription.billing_cycle_anchor = phase.start_date;
  if (phase.metadata !== null) Object.assign(subscription.metadata, phase.metadata);
  subscription.default_tax_rates = phase.default_tax_rates ?? [];
  // Without any of its own a phase has those of the customer.
  if (phase.discounts.length > 0)
    subscription.discounts = phase.discounts.flatMap(({ discount }) => idOf(discount) ?? []);
  saveSubscription(work, subscription);
  await work.emit('customer.subscription.updated', subscription);
}

/** When a phase ends that lasts so long. */
export const phaseEnd = (
  start: number,
  duration: { interval: string; interval_count: number } | undefined,
  price: Stripe.Price,
): number => addIntervals(start, duration ?? price.recurring ?? { interval: 'month', interval_count: 1 }, 1);
