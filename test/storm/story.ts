import type { Stripe } from 'stripe';
import type { Sandbox } from '../../sandbox/main.ts';
import { decideDispute, dispute } from '#sandbox/stripe/commands.ts';
import {
  beginPurchase,
  paymentOf,
  payHosted,
  setCard,
  type Store,
  type TestCustomer,
} from '../rooms/store.ts';
import { pick } from './random.ts';

const DAY = 86_400;

/** A card by its name at the sandbox and its number. */
export interface StoryCard {
  readonly name: string;
  readonly number: string;
}

/** A generated life of one customer at the provider. */
export interface Story {
  readonly customer: TestCustomer;
  readonly card: StoryCard;
  /** A trial is only for those whose card nobody else uses. */
  readonly mayTry: boolean;
  readonly random: () => number;
  /** The running subscription, as far as the story knows. */
  subscription: string | null;
  hadTrial: boolean;
  /** Subscriptions begun beside a running one. */
  readonly seconds: Set<string>;
  /** Nothing may follow what only the studio can settle. */
  isOver: boolean;
  /** Payments by the piece that may be refunded or disputed. */
  readonly pieces: string[];
}

export interface Stage {
  readonly stripe: Stripe;
  readonly sandbox: Sandbox;
  readonly store: Store;
}

type Step = (stage: Stage, story: Story) => Promise<void>;

/** Moves the customer's time, in steps that one advance allows. */
async function travel({ stripe, sandbox }: Stage, { customer }: Story, days: number): Promise<void> {
  const { testClocks } = stripe.testHelpers;
  let { frozen_time: now } = await testClocks.retrieve(customer.clock);
  for (const target = now + days * DAY; now < target;) {
    now = Math.min(target, now + 28 * DAY);
    await testClocks.advance(customer.clock, { frozen_time: now });
    do await sandbox.settled(customer.id);
    while ((await testClocks.retrieve(customer.clock)).status !== 'ready');
  }
}

const PLANS = ['studio-2', 'studio-5', 'studio-10'] as const;

const subscribe: Step = async ({ stripe, store }, story) => {
  const { random } = story;
  const tries = story.mayTry && !story.hadTrial && random() < 0.7;
  story.hadTrial ||= tries;
  const coupon = random() < 0.15 ? await stripe.coupons.create({ percent_off: 100, duration: 'once' }) : null;
  const { id } = await stripe.subscriptions.create({
    customer: story.customer.id,
    items: [{ price: store.prices[pick(random, PLANS)] }],
    ...(random() < 0.5 ? { default_tax_rates: [store.vat] } : {}),
    ...(tries ? { trial_period_days: 14 } : {}),
    ...(coupon === null ? {} : { discounts: [{ coupon: coupon.id }] }),
  });
  story.subscription = id;
};

const piece: Step = async ({ stripe, store }, story) => {
  const offer = story.random() < 0.6 ? 'credit' : 'bundle-3';
  const quantity = offer === 'credit' ? 1 + Math.floor(story.random() * 9) : 1;
  const session = await beginPurchase(stripe, store, story.customer, { offer, quantity });
  if (story.random() < 0.2) await stripe.checkout.sessions.expire(session.id);
  else {
    await payHosted(session, story.card.number);
    story.pieces.push(await paymentOf(stripe, session));
  }
};

const refund: Step = async ({ stripe }, story) => {
  const payment = story.pieces.shift();
  if (payment === undefined) return;
  const { amount } = await stripe.paymentIntents.retrieve(payment);
  const part = Math.max(1, Math.floor(amount * story.random()));
  await stripe.refunds.create({ payment_intent: payment, ...(story.random() < 0.3 ? {} : { amount: part }) });
};

const complain: Step = async ({ sandbox }, story) => {
  const payment = story.pieces.shift();
  if (payment === undefined) return;
  const id = await dispute(sandbox.context, payment);
  if (story.random() < 0.7) await decideDispute(sandbox.context, id, story.random() < 0.5);
};

/** Money that says it is ours and was never asked for. */
const stray: Step = async ({ stripe, store }, { customer, card }) => {
  await stripe.paymentIntents.create({
    customer: customer.id,
    amount: 100,
    currency: 'usd',
    payment_method: `pm_card_${card.name}`,
    confirm: true,
    metadata: { kind: 'top-up', price_id: store.prices.credit, quantity: '100' },
  });
};

const month: Step = (stage, story) => travel(stage, story, 31 + Math.floor(story.random() * 10));

const fail: Step = async (stage, story) => {
  if (story.mayTry) return month(stage, story);
  await setCard(stage.stripe, story.customer.id, 'pm_card_chargeCustomerFail');
  await travel(stage, story, 32);
  const recovers = story.random() < 0.6;
  if (recovers) await setCard(stage.stripe, story.customer.id, `pm_card_${story.card.name}`);
  await travel(stage, story, 10);
  if (!recovers) await setCard(stage.stripe, story.customer.id, `pm_card_${story.card.name}`);
};

const change: Step = async (stage, story) => {
  const { stripe, store } = stage;
  const { subscription, random } = story;
  const current = await stripe.subscriptions.retrieve(subscription ?? '');
  const [item] = current.items.data;
  if (item === undefined || current.status !== 'active' || current.schedule !== null) return;
  const others = PLANS.filter((plan) => store.prices[plan] !== item.price.id);
  await stripe.subscriptions.update(current.id, {
    items: [{ id: item.id, price: store.prices[pick(random, others)] }],
    billing_cycle_anchor: { type: 'now' },
    proration_behavior: 'none',
    payment_behavior: 'pending_if_incomplete',
  });
  // A period is known by its price and its first second.
  await travel(stage, story, 1);
};

const end: Step = async (stage, story) => {
  const { stripe } = stage;
  const id = story.subscription ?? '';
  if (story.random() < 0.7) {
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    return;
  }
  // What is bought in the second of an end may count as before or after it.
  await travel(stage, story, 1);
  if ((await stripe.subscriptions.retrieve(id)).ended_at === null) await stripe.subscriptions.cancel(id);
  await travel(stage, story, 1);
};

const resume: Step = async ({ stripe }, { subscription }) => {
  await stripe.subscriptions.update(subscription ?? '', { cancel_at_period_end: false });
};

/** A second membership, from another tab; the studio cancels and refunds it. */
const double: Step = async (stage, story) => {
  const { stripe, store } = stage;
  // Of two begun in one second either may be the second.
  await travel(stage, story, 1);
  const { ended_at } = await stripe.subscriptions.retrieve(story.subscription ?? '');
  if (ended_at !== null) return;
  const { id } = await stripe.subscriptions.create({
    customer: story.customer.id,
    items: [{ price: store.prices[pick(story.random, PLANS)] }],
  });
  story.seconds.add(id);
  story.isOver = true;
};

const WITHOUT: readonly Step[] = [subscribe, subscribe, subscribe, piece, refund, complain, stray, month];
const WITH: readonly Step[] = [
  month,
  month,
  fail,
  change,
  change,
  end,
  resume,
  piece,
  refund,
  complain,
  stray,
];
const LAST: readonly Step[] = [...WITH, double];

/** Plays one more step of a story. */
export async function play(stage: Stage, story: Story, isLast: boolean): Promise<void> {
  if (story.isOver) return;
  const running =
    story.subscription === null
      ? null
      : (await stage.stripe.subscriptions.retrieve(story.subscription)).ended_at === null;
  if (running !== true) story.subscription = null;
  const steps = story.subscription === null ? WITHOUT : isLast ? LAST : WITH;
  await pick(story.random, steps)(stage, story);
}
