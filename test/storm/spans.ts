import type { Stripe } from 'stripe';
import { addIntervals } from '#sandbox/lib/money/periods.ts';
import { statusOf } from './expected.ts';
import { secondsOf, type PaymentFacts, type SubscriptionFacts } from './paypal-facts.ts';

/** A membership at either provider, in seconds. */
export interface Span {
  readonly id: string;
  readonly begin: number;
  /** Infinity while it goes on. */
  readonly end: number;
  /** Its provider has it running; at PayPal one that is paid for a while may have ended. */
  readonly isRunning: boolean;
  /** Its status while it runs. */
  readonly status: () => string;
  readonly isTrialAt: (at: number) => boolean;
}

/** A membership at PayPal: what ended there goes on until it is paid. */
export function paypalSpan(
  {
    id,
    begun,
    status,
    status_change_note: note = '',
    status_update_time,
    billing_info,
    hidden,
  }: SubscriptionFacts,
  payments: readonly PaymentFacts[],
  now: number,
  coveredBy: (at: number) => Span | undefined,
): Span {
  const begin = begun ?? 0;
  const { anchor, terms, cycles } = hidden;
  const isFailing = (billing_info?.failed_payments_count ?? 0) > 0;
  const every = { interval: terms.unit.toLowerCase(), interval_count: terms.count };
  const paidUntil = addIntervals(anchor, every, Math.max(0, cycles - (isFailing ? 1 : 0)));
  const since = secondsOf(status_update_time);
  const isAtOnce = ['Another membership took its place', 'The trial was used before'].includes(note);
  const end =
    status === 'ACTIVE'
      ? Infinity
      : isAtOnce
        ? since
        : status === 'SUSPENDED'
          ? since
          : Math.max(paidUntil, begin);
  const isFree =
    !payments.some((one) => one.subscription === id && one.at < anchor) && hidden.terms.setupFee === 0;
  const before = coveredBy(begin);
  const isTrial = isFree && (before === undefined || before.isTrialAt(begin));
  const firstCycle = payments.find((one) => one.subscription === id && one.at >= anchor)?.at ?? Infinity;
  const isTrialAt = (at: number): boolean => isTrial && at < firstCycle && !(isFailing && at >= anchor);
  return {
    id,
    begin,
    end,
    isRunning: status === 'ACTIVE',
    isTrialAt,
    status: () =>
      status === 'ACTIVE'
        ? isTrialAt(now)
          ? 'trial'
          : 'subscriber'
        : now < end
          ? 'pending_cancellation'
          : '',
  };
}

interface CardSubscription {
  readonly subscription: Stripe.Subscription;
  /** All that it took came back at once: it was a second one. */
  readonly isPaidBack: boolean;
}

export async function cardSubscriptions(stripe: Stripe, customer: string): Promise<CardSubscription[]> {
  const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
  const begun = data.filter(({ status }) => status !== 'incomplete' && status !== 'incomplete_expired');
  return Promise.all(
    begun.map(async (subscription) => {
      const { id: of, status, ended_at, start_date } = subscription;
      const { data: invoices } = await stripe.invoices.list({ subscription: of, status: 'paid', limit: 100 });
      const [first] = invoices.toReversed();
      const charges =
        status === 'canceled' && first !== undefined && first.amount_paid > 0
          ? (await stripe.charges.list({ customer, limit: 100 })).data.filter(
              ({ created, amount, status: word }) =>
                word === 'succeeded' && amount === first.amount_paid && created >= start_date,
            )
          : [];
      const isPaidBack = charges.some(
        ({ amount, amount_refunded, created }) =>
          amount === amount_refunded && (ended_at ?? 0) - created < 3 * 86_400,
      );
      return { subscription, isPaidBack };
    }),
  );
}

export const cardSpan = (one: Stripe.Subscription): Span => ({
  id: one.id,
  begin: one.start_date,
  end: one.ended_at ?? Infinity,
  isRunning: one.ended_at === null,
  status: () => statusOf(one),
  isTrialAt: (at) => at < (one.trial_end ?? 0),
});
