import * as fc from 'fast-check';
import type { CustomerState, PaymentState, SubscriptionState } from '#shared/billing/rules-provider.ts';
import { makePayment, makeSubscription, PRICES, type PriceName } from './billing.ts';

/** What happens to a customer at their provider. */
export type Act =
  | { readonly act: 'subscribe'; readonly price: PriceName; readonly trial: boolean }
  | { readonly act: 'renew' | 'fail' | 'cancel' | 'resume' | 'end' | 'give-up' }
  | { readonly act: 'change'; readonly price: PriceName; readonly now: boolean }
  | { readonly act: 'buy'; readonly price: 'bundle3' | 'credit'; readonly quantity: number }
  | { readonly act: 'refund'; readonly payment: number; readonly share: number }
  | { readonly act: 'dispute'; readonly payment: number }
  | { readonly act: 'close-dispute'; readonly payment: number; readonly won: boolean };

const plan = fc.constantFrom<PriceName>('studio2', 'studio5', 'studio10', 'studio60');
const which = fc.nat(20);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('subscribe' as const), price: plan, trial: fc.boolean() }),
  },
  { weight: 8, arbitrary: fc.record({ act: fc.constant('renew' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constantFrom('fail', 'cancel', 'resume', 'end', 'give-up' as const) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('change' as const), price: plan, now: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('buy' as const),
      price: fc.constantFrom('bundle3' as const, 'credit' as const),
      quantity: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('refund' as const),
      payment: which,
      share: fc.double({ min: 0.01, max: 1, noNaN: true }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('dispute' as const), payment: which }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('close-dispute' as const), payment: which, won: fc.boolean() }),
  },
);

/** A life story that begins with a subscription, and deliveries of its states in some order with repetitions. */
export const story = fc.record({
  acts: fc
    .tuple(
      fc.record({ act: fc.constant('subscribe' as const), price: plan, trial: fc.boolean() }),
      fc.array(act, { maxLength: 14 }),
    )
    .map(([first, rest]): readonly Act[] => [first, ...rest]),
  order: fc.array(fc.nat(100), { maxLength: 24 }),
});

type Said = Pick<CustomerState, 'subscriptions' | 'payments'>;

const BEGIN = Temporal.Instant.from('2026-11-21T12:00:00Z');
const MONTH = { hours: 30 * 24 };

const isLive = (one: SubscriptionState | undefined) =>
  one !== undefined && ['trialing', 'active', 'past_due'].includes(one.status);

/** Tells a story: what the provider says after each act. Acts that are impossible are left out. */
export function tell(id: string, acts: readonly Act[]): Said[] {
  const subscriptions: SubscriptionState[] = [];
  const payments: PaymentState[] = [];
  const said: Said[] = [];
  let now = BEGIN;

  const current = () => subscriptions.at(-1);
  const update = (more: Partial<SubscriptionState>) => {
    const last = subscriptions.pop();
    if (last !== undefined) subscriptions.push({ ...last, ...more });
  };
  const replace = (index: number, more: Partial<PaymentState>) => {
    const payment = payments[index];
    if (payment !== undefined) payments[index] = { ...payment, ...more };
  };
  const pay = (more: Partial<PaymentState>) => {
    const provider_id = `${id}-payment-${payments.length}`;
    payments.push(makePayment({ provider_id, paid_at: now, subscription_id: null, item_id: null, ...more }));
  };
  const payPeriod = (price: string, more: Partial<PaymentState> = {}) => {
    const { id: subscription_id = '', item_id = '' } = current() ?? {};
    pay({
      price_id: price,
      subscription_id,
      item_id,
      period_start: now,
      period_end: now.add(MONTH),
      ...more,
    });
    update({
      status: 'active',
      price_id: price,
      period_start: now,
      period_end: now.add(MONTH),
      last_payment: 'success',
    });
  };

  for (const one of acts) {
    now = now.add({ hours: 25 });
    const live = isLive(current());
    const target = 'payment' in one ? payments.length > 0 && one.payment % payments.length : false;
    const payment = target === false ? undefined : payments[target];
    if (one.act === 'subscribe' && !live) {
      const subscription = makeSubscription({
        id: `${id}-sub-${subscriptions.length}`,
        price_id: one.price,
        period_start: now,
      });
      subscriptions.push(subscription);
      const trial = one.trial && subscriptions.length === 1;
      if (trial) {
        const trial_end = now.add({ hours: 14 * 24 });
        payPeriod(one.price, { is_trial: true, total_cents: 0, net_cents: 0, period_end: trial_end });
        update({ status: 'trialing', trial_end, period_end: trial_end });
      } else payPeriod(one.price);
    } else if (one.act === 'renew' && live) {
      now = current()?.period_end ?? now;
      payPeriod(current()?.pending?.price_id ?? current()?.price_id ?? '');
      update({ pending: null });
    } else if (one.act === 'fail' && current()?.status === 'active') {
      now = current()?.period_end ?? now;
      update({ status: 'past_due', last_payment: 'failed', period_start: now, period_end: now.add(MONTH) });
    } else if (one.act === 'give-up' && current()?.status === 'past_due') update({ status: 'unpaid' });
    else if (one.act === 'cancel' && live) update({ cancel_at_period_end: true });
    else if (one.act === 'resume' && live) update({ cancel_at_period_end: false });
    else if (one.act === 'end' && (live || current()?.status === 'unpaid'))
      update({ status: 'canceled', ended_at: now });
    else if (one.act === 'change' && current()?.status === 'active' && current()?.price_id !== one.price) {
      if (one.now) payPeriod(one.price);
      else update({ pending: { price_id: one.price, from: current()?.period_end ?? now } });
    } else if (one.act === 'buy') pay({ price_id: one.price, quantity: one.quantity });
    else if (
      one.act === 'refund' &&
      payment !== undefined &&
      target !== false &&
      payment.disputes.length === 0
    ) {
      const left = payment.total_cents - payment.refunds.reduce((sum, { cents }) => sum + cents, 0);
      const cents = Math.min(left, Math.ceil(payment.total_cents * one.share));
      const refund = { id: `${payment.provider_id}-refund-${payment.refunds.length}`, cents, at: now };
      if (cents > 0) replace(target, { refunds: [...payment.refunds, refund] });
    } else if (
      one.act === 'dispute' &&
      payment?.disputes.length === 0 &&
      target !== false &&
      payment.total_cents > 0
    ) {
      const dispute = {
        id: `${payment.provider_id}-dispute`,
        state: 'open',
        opened_at: now,
        closed_at: null,
      } as const;
      replace(target, { disputes: [dispute] });
    } else if (one.act === 'close-dispute' && payment?.disputes[0]?.state === 'open' && target !== false) {
      const dispute = {
        ...payment.disputes[0],
        state: one.won ? ('won' as const) : ('lost' as const),
        closed_at: now,
      };
      replace(target, { disputes: [dispute] });
    } else continue;
    said.push({ subscriptions: [...subscriptions], payments: [...payments] });
  }
  return said;
}

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);

interface Held {
  readonly price: PriceName;
  readonly end: Temporal.Instant | null;
  readonly credits: number;
  plan: number;
  bank: number;
  taken: number;
  disputed: [plan: number, bank: number];
  returned: number;
  closed: boolean;
}

/**
 * Counts by hand what a person has after the last of a story's states, each taken in the moment it was said: credits
 * of plans, in the bank, and all others.
 */
export function countByHand(said: readonly Said[]): {
  plan: number;
  bank: number;
  other: number;
  trial: number;
} {
  const held = new Map<string, Held>();
  const all = () => [...held.values()];
  const bank = () => all().reduce((sum, { bank: some }) => sum + some, 0);
  let trial = 0;
  let before: Said = { subscriptions: [], payments: [] };

  const take = (one: Held, credits: number): [number, number] => {
    const plan = Math.min(Math.max(credits, 0), one.plan);
    const rest = Math.min(Math.max(credits - plan, 0), one.bank);
    one.plan -= plan;
    one.bank -= rest;
    one.taken += plan + rest;
    return [plan, rest];
  };

  for (const state of said) {
    for (const [index, payment] of state.payments.entries()) {
      const price = payment.price_id as PriceName;
      const terms = PRICES[price];
      const old = before.payments[index];
      if (payment.is_trial) {
        if (old === undefined) trial = 1;
        continue;
      }
      if (old === undefined && terms.kind === 'plan') {
        trial = 0;
        const cap = terms.has_rollover ? 6 * terms.credits : 0;
        for (const one of all().filter(
          ({ closed, price: name }) => !closed && PRICES[name].kind === 'plan',
        )) {
          const isChange =
            one.price !== price && Temporal.Instant.compare(payment.paid_at, one.end ?? payment.paid_at) < 0;
          if (!isChange && PRICES[one.price].has_rollover)
            one.bank += Math.min(one.plan, Math.max(0, cap - bank()));
          one.plan = 0;
          one.closed = true;
        }
      }
      const one: Held = held.get(payment.provider_id) ?? {
        price,
        end: payment.period_end,
        credits: terms.credits * payment.quantity,
        plan: terms.credits * payment.quantity,
        bank: 0,
        taken: 0,
        disputed: [0, 0],
        returned: 0,
        closed: false,
      };
      held.set(payment.provider_id, one);
      const cents = payment.refunds.reduce((sum, refund) => sum + refund.cents, 0);
      if (payment.refunds.length > (old?.refunds.length ?? 0))
        take(one, Math.floor((one.credits * cents) / payment.total_cents) - one.taken);
      if (payment.disputes.length > (old?.disputes.length ?? 0))
        one.disputed = take(one, one.credits - one.taken);
      if (payment.disputes[0]?.state === 'won' && old?.disputes[0]?.state === 'open') {
        const [plan, banked] = one.disputed;
        one.taken -= plan + banked;
        if (one.closed) one.returned += plan;
        else one.plan += plan;
        if (banked > 0 && bankIsClosed.has(one)) one.returned += banked;
        else one.bank += banked;
      }
    }
    const last = state.subscriptions.at(-1);
    const isOver = last !== undefined && ['canceled', 'unpaid'].includes(last.status);
    if (isOver && before.subscriptions.at(-1)?.status !== last.status) {
      trial = 0;
      for (const one of all().filter(({ price }) => PRICES[price].kind === 'plan')) {
        one.plan = 0;
        one.bank = 0;
        one.closed = true;
        bankIsClosed.add(one);
      }
    }
    before = state;
  }
  const plans = all().filter(({ price }) => PRICES[price].kind === 'plan');
  return {
    trial,
    plan: sum(plans.map(({ plan }) => plan)),
    bank: bank(),
    other:
      sum(
        all()
          .filter((one) => !plans.includes(one))
          .map(({ plan }) => plan),
      ) + sum(all().map(({ returned }) => returned)),
  };
}
const bankIsClosed = new WeakSet<Held>();
