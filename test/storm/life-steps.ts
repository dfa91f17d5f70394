import type { Stripe } from 'stripe';
import * as buying from '#shared/billing/contract-buying.ts';
import * as changing from '#shared/billing/contract-changing.ts';
import * as leaving from '#shared/billing/contract-leaving.ts';
import { decideDispute, dispute } from '#sandbox/stripe/commands.ts';
import type { Sandbox } from '../../sandbox/main.ts';
import type { TestApp } from '../api/app.ts';
import type { TestPerson } from '../api/people.ts';
import { formOf, open, submit, typed } from '../sandbox/browser.ts';
import { pick } from './random.ts';

/** Somebody who presses what the studio offers. */
export interface Life {
  readonly person: TestPerson;
  readonly random: () => number;
  /** Their customer at the provider and its clock; null before the first purchase. */
  customer: { readonly id: string; readonly clock: string } | null;
  /** What was pressed and how it was answered, for who reads a failure. */
  readonly told: string[];
}

export interface World {
  readonly app: TestApp;
  readonly stripe: Stripe;
  readonly sandbox: Sandbox;
  readonly priceOf: (offer: string) => string;
}

/** One thing that somebody does, or that befalls them. Impossible ones are refused by the studio. */
export type LifeStep = (world: World, life: Life) => Promise<string | number>;

const PLANS = ['studio_2', 'studio_5', 'studio_10', 'studio_24'] as const;

const card = (number: string): Stripe.PaymentMethodCreateParams => ({
  type: 'card',
  card: { number, exp_month: 12, exp_year: 2040, cvc: '123' },
});

/** A membership by a card typed in the studio; two presses are one. */
const buy: LifeStep = async ({ app, stripe, priceOf }, { person, random }) => {
  const { id } = await stripe.paymentMethods.create(card('4242424242424242'));
  const body = { paymentMethodId: id, priceId: priceOf(pick(random, PLANS)), withoutTrial: true };
  const press = () => app.call(buying.createSubscription, { body }, person);
  const [first] = await Promise.all(random() < 0.2 ? [press(), press()] : [press()]);
  return first?.problem.code ?? 200;
};

/** The dialog of another plan and its press, now or at the period's end. */
const change: LifeStep = async (world, life) => {
  const { app, priceOf } = world;
  const { person, random } = life;
  const priceId = priceOf(pick(random, PLANS));
  const asks = random() < 0.2;
  if (asks) await useCard(world, life, 'pm_card_authenticationRequired');
  const { status, body, problem } = await app.call(changing.previewChange, { query: { priceId } }, person);
  if (status !== 200) return problem.code;
  if (body.kind === 'downgrade') {
    const planned = await app.call(changing.downgradeSubscription, { body: { priceId } }, person);
    return planned.problem.code ?? 'downgrade';
  }
  const { at, due_today_cents, balance_cents } = body;
  const press = () =>
    app.call(changing.changeSubscription, { body: { priceId, at, due_today_cents, balance_cents } }, person);
  const [changed] = await Promise.all(random() < 0.2 ? [press(), press()] : [press()]);
  const secret = changed?.body.client_secret;
  if (secret !== undefined && random() < 0.7)
    await confirm(world, secret, random() < 0.7 ? 'passed' : 'failed');
  return changed?.problem.code ?? body.kind;
};

async function confirm({ sandbox }: World, secret: string, outcome: string): Promise<void> {
  const [id = ''] = secret.split('_secret_');
  await submit(formOf(await open(`${sandbox.url}/authenticate/${id}?client_secret=${secret}`)), { outcome });
}

const keepPlan: LifeStep = async ({ app }, { person }) => {
  const { problem } = await app.call(changing.keepPlan, {}, person);
  return problem.code ?? 200;
};

const cancel: LifeStep = async ({ app }, { person }) => {
  const body = { reason: { value: 'break' } };
  return (await app.call(leaving.cancelSubscription, { body }, person)).problem.code ?? 200;
};

const resume: LifeStep = async ({ app }, { person }) => {
  const body = { what: 'resume' } as const;
  return (await app.call(leaving.renewSubscription, { body }, person)).problem.code ?? 200;
};

const restart: LifeStep = async ({ app }, { person }) => {
  const told = await app.call(leaving.getRestart, {}, person);
  if (told.status !== 200) return told.problem.code;
  const body = { what: 'restart', total_cents: told.body.total_cents } as const;
  return (await app.call(leaving.renewSubscription, { body }, person)).problem.code ?? 200;
};

const topUp: LifeStep = async ({ app }, { person, random }) => {
  const body = { amount: 1 + Math.floor(random() * 9), country: 'PT' };
  const { body: page, problem } = await app.call(buying.createTopup, { body }, person);
  return problem.code ?? pay(page.url, random);
};

const bundle: LifeStep = async ({ app }, { person, random }) => {
  const body = { bundle_id: 'bundle-3', country: 'PT' };
  const { body: page, problem } = await app.call(buying.purchaseBundle, { body }, person);
  return problem.code ?? pay(page.url, random);
};

/** Pays a hosted page, by a good card mostly; some leave it. */
async function pay(url: string, random: () => number): Promise<string> {
  if (random() < 0.15) return 'left';
  const page = await open(url);
  const number = random() < 0.85 ? '4242424242424242' : '4000000000000002';
  await submit(formOf(page, new URL(url).pathname.split('/').at(-1)), typed(number));
  return 'paid';
}

/** From now on another card is charged. */
async function useCard({ stripe }: World, { customer }: Life, method: string): Promise<void> {
  if (customer === null) return;
  const { id } = await stripe.paymentMethods.attach(method, { customer: customer.id });
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: id } });
  const { data } = await stripe.subscriptions.list({ customer: customer.id });
  for (const one of data) await stripe.subscriptions.update(one.id, { default_payment_method: id });
}

const badCard: LifeStep = async (world, life) => {
  await useCard(world, life, 'pm_card_chargeCustomerFail');
  return 'bad card';
};

const goodCard: LifeStep = async (world, life) => {
  await useCard(world, life, 'pm_card_visa');
  return 'good card';
};

/** A part of the newest payment is paid back, or the cardholder disputes a purchase by the piece. */
const refund: LifeStep = async ({ stripe }, { customer, random }) => {
  if (customer === null) return 'nothing';
  const intents = await stripe.paymentIntents.list({
    customer: customer.id,
    limit: 1,
    expand: ['data.latest_charge'],
  });
  const [last] = intents.data;
  const charge = last?.latest_charge as Stripe.Charge | null | undefined;
  if (last?.status !== 'succeeded' || charge == null || charge.disputed) return 'nothing';
  const left = charge.amount - charge.amount_refunded;
  const amount = Math.min(left, 1 + Math.floor(charge.amount * random()));
  if (amount > 0) await stripe.refunds.create({ payment_intent: last.id, amount });
  return amount;
};

const complain: LifeStep = async ({ stripe, sandbox }, { customer, random }) => {
  if (customer === null) return 'nothing';
  const { data } = await stripe.checkout.sessions.list({ customer: customer.id, limit: 1 });
  const intent = data[0]?.payment_intent;
  if (typeof intent !== 'string') return 'nothing';
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intent, {
    expand: ['latest_charge'],
  });
  const { status, disputed, amount_refunded } = charge as Stripe.Charge;
  if (status !== 'succeeded' || disputed || amount_refunded > 0) return 'nothing';
  const id = await dispute(sandbox.context, intent);
  const outcome = random();
  if (outcome < 0.8) await decideDispute(sandbox.context, id, outcome < 0.4);
  return outcome < 0.4 ? 'won' : outcome < 0.8 ? 'lost' : 'open';
};

const wait: LifeStep = async () => 'waits';

/** All that can be done, and how likely without a membership and with one. Steps of other providers are added here. */
export const LIFE_STEPS: readonly (readonly [string, LifeStep, number, number])[] = [
  ['buy', buy, 12, 1],
  ['change', change, 1, 10],
  ['keep plan', keepPlan, 0, 2],
  ['cancel', cancel, 1, 2],
  ['resume', resume, 1, 2],
  ['restart', restart, 0, 2],
  ['top-up', topUp, 3, 2],
  ['bundle', bundle, 3, 1],
  ['bad card', badCard, 0, 1],
  ['good card', goodCard, 1, 2],
  ['refund', refund, 1, 2],
  ['complain', complain, 1, 1],
  ['wait', wait, 1, 2],
];
