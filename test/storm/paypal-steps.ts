import * as paypal from '#sandbox/paypal/commands.ts';
import type { PayerKey } from '#sandbox/paypal/engine/payers.ts';
import * as buying from '#shared/billing/contract-buying.ts';
import * as changing from '#shared/billing/contract-changing.ts';
import * as leaving from '#shared/billing/contract-leaving.ts';
import * as calls from '#shared/billing/contract-paypal.ts';
import { LIFE_STEPS, type Life, type LifeStep, type World } from './life-steps.ts';
import { paymentsAt, subscriptionsAt } from './paypal-facts.ts';
import { pick } from './random.ts';

/** Somebody who can pay by card and through PayPal. */
export interface PayPalLife extends Life {
  /** Pages at PayPal that were left open: somebody may still agree there. */
  readonly left: string[];
  /** Payments that were paid back in PayPal's dashboard. */
  readonly refunded: Set<string>;
}

export interface PayPalWorld extends World {
  readonly paypal: paypal.PayPalContext;
  readonly paypalPrice: (offer: string) => string;
}

type Step = (world: PayPalWorld, life: PayPalLife) => ReturnType<LifeStep>;

const PLANS = ['studio_2', 'studio_5', 'studio_10', 'studio_24'] as const;
const PAYERS: readonly PayerKey[] = [
  ...Array.from({ length: 8 }, () => 'pays' as const),
  ...Array.from({ length: 3 }, () => 'pays_too' as const),
  'renewal_fails',
  'declined',
  'insufficient_funds',
  'bank',
];

const isPage = (url: string): boolean => new URL(url).pathname.includes('/paypal/approve/');
const tokenOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';

/** What a payer can no longer do is refused by PayPal, like to somebody who comes too late. */
async function tried(act: () => Promise<string>): Promise<string> {
  try {
    return await act();
  } catch (error) {
    return `refused (${(error as Error).message})`;
  }
}

const agree = ({ paypal: at }: PayPalWorld, url: string, payer: PayerKey): Promise<string> =>
  tried(async () => (await paypal.approve(at, tokenOf(url), payer)).is);

/** A page at PayPal: mostly agreed to, sometimes broken off or left for later. */
async function atPage(world: PayPalWorld, { left, random }: PayPalLife, url: string): Promise<string> {
  if (!isPage(url)) return 'dialog';
  const what = random();
  if (what < 0.08) return tried(async () => (await paypal.refuse(world.paypal, tokenOf(url)), 'broken off'));
  if (what < 0.25) {
    left.push(url);
    return 'left';
  }
  return agree(world, url, pick(random, PAYERS));
}

const buy: Step = async (world, life) => {
  const priceId = world.paypalPrice(pick(life.random, PLANS));
  const press = () => world.app.call(calls.createPaypalSubscription, { body: { priceId } }, life.person);
  const [first] = await Promise.all(life.random() < 0.2 ? [press(), press()] : [press()]);
  return first?.problem.code ?? atPage(world, life, first?.body.url ?? '');
};

/** The dialog of a plan at PayPal: an upgrade, a switch, a downgrade, or the way from card to PayPal. */
const change: Step = async (world, life) => {
  const { app, paypalPrice } = world;
  const { person } = life;
  const priceId = paypalPrice(pick(life.random, PLANS));
  const { status, body, problem } = await app.call(changing.previewChange, { query: { priceId } }, person);
  if (status !== 200) return problem.code;
  const { kind, at, due_today_cents } = body;
  const pressed =
    kind === 'downgrade'
      ? await app.call(calls.downgradePaypalSubscription, { body: { priceId } }, person)
      : await app.call(calls.upgradePaypalSubscription, { body: { priceId, at, due_today_cents } }, person);
  return pressed.problem.code ?? `${kind} ${await atPage(world, life, pressed.body.url)}`;
};

/** From PayPal to card, as the dialog says. */
const toCard: Step = async ({ app, stripe, priceOf }, { person, random }) => {
  const priceId = priceOf(pick(random, PLANS));
  const { status, body, problem } = await app.call(changing.previewChange, { query: { priceId } }, person);
  if (status !== 200) return problem.code;
  const { moves, at, due_today_cents, balance_cents } = body;
  if (!moves) return 'stays';
  const number = random() < 0.85 ? '4242424242424242' : '4000000000000341';
  const card = { number, exp_month: 12, exp_year: 2040, cvc: '123' };
  const { id: paymentMethodId } = await stripe.paymentMethods.create({ type: 'card', card });
  const more = { change: { at, due_today_cents, balance_cents } };
  const made = await app.call(
    buying.createSubscription,
    { body: { paymentMethodId, priceId, ...more } },
    person,
  );
  return made.problem.code ?? body.kind;
};

const keepPlan: Step = async (world, life) => {
  const { problem, body } = await world.app.call(changing.keepPlan, {}, life.person);
  return problem.code ?? (body.url === undefined ? 200 : atPage(world, life, body.url));
};

const cancel: Step = async ({ app }, { person }) => {
  const body = { reason: { value: 'break' } };
  return (await app.call(leaving.cancelPaypalSubscription, { body }, person)).problem.code ?? 200;
};

const startNow: Step = async (world, life) => {
  const body = { priceId: world.paypalPrice(pick(life.random, PLANS)) };
  const { body: page, problem } = await world.app.call(calls.startPaypalSubscription, { body }, life.person);
  return problem.code ?? atPage(world, life, page.url);
};

const agreeLate: Step = async (world, { left, random }) => {
  const [url] = left.splice(Math.floor(random() * left.length), 1);
  return url === undefined ? 'nothing' : agree(world, url, 'pays');
};

const active = async ({ paypal: at }: PayPalWorld, { person }: PayPalLife): Promise<string | undefined> =>
  (await subscriptionsAt(at.pool, person.id)).findLast(({ status }) => status === 'ACTIVE')?.id;

const cancelThere: Step = async (world, life) => {
  const id = await active(world, life);
  if (id === undefined) return 'nothing';
  return tried(async () => (await paypal.cancelByPayer(world.paypal, id), 'cancelled'));
};

const fails =
  (does: boolean): Step =>
  async (world, life) => {
    const id = await active(world, life);
    if (id === undefined) return 'nothing';
    await paypal.setFails(world.paypal, id, does);
    return does ? 'will fail' : 'will pay';
  };

/** Some come back to the studio's page, which asks for the payment, some never do. */
async function afterOrder(world: PayPalWorld, life: PayPalLife, url: string): Promise<string> {
  const said = await atPage(world, life, url);
  if (said !== 'done' || life.random() < 0.4) return said;
  const body = { orderId: tokenOf(url) };
  const check = () => world.app.call(calls.checkPaypalOrder, { body }, life.person);
  const [checked] = await Promise.all(life.random() < 0.3 ? [check(), check()] : [check()]);
  return `${said}, ${checked?.problem.code ?? checked?.body.paid}`;
}

const topUp: Step = async (world, life) => {
  const body = { amount: 1 + Math.floor(life.random() * 9), country: 'PT' };
  const { body: page, problem } = await world.app.call(calls.createPaypalTopup, { body }, life.person);
  return problem.code ?? afterOrder(world, life, page.url);
};

const bundle: Step = async (world, life) => {
  const body = { bundle_id: 'bundle-3', country: 'PT' };
  const { body: page, problem } = await world.app.call(calls.purchasePaypalBundle, { body }, life.person);
  return problem.code ?? afterOrder(world, life, page.url);
};

const refund: Step = async ({ paypal: at }, { person, random, refunded }) => {
  const last = (await paymentsAt(at.pool, person.id)).findLast(({ isPaid, left }) => isPaid && left > 0);
  if (last === undefined || last.isDisputed) return 'nothing';
  const cents = Math.min(last.left, 1 + Math.floor(last.gross * random()));
  refunded.add(last.id);
  return tried(async () => (await paypal.refundPayment(at, last.id, cents), `${cents}`));
};

const complain: Step = async ({ paypal: at }, { person, random, refunded }) => {
  const last = (await paymentsAt(at.pool, person.id)).findLast(({ isPaid }) => isPaid);
  if (last === undefined || last.isDisputed || last.left < last.gross) return 'nothing';
  refunded.add(last.id);
  const id = await paypal.dispute(at, last.id);
  const outcome = random();
  if (outcome < 0.8) await paypal.decideDispute(at, id, outcome < 0.4);
  return outcome < 0.4 ? 'won' : outcome < 0.8 ? 'lost' : 'open';
};

/** Somebody agrees on a page that was left open. */
export const AGREE_LATE = ['agree late', agreeLate] as const;

type Weighted = readonly [string, Step, number, number];

/** All that can be done at both providers, and how likely without a membership and with one. */
export const BOTH_STEPS: readonly Weighted[] = [
  ...LIFE_STEPS.map(([name, step, without, within]): Weighted => [
    name,
    (world, life) => step(world, life),
    Math.ceil(without / 2),
    Math.ceil(within / 2),
  ]),
  ['PayPal buy', buy, 14, 4],
  ['PayPal change', change, 1, 9],
  ['to card', toCard, 0, 4],
  ['PayPal keep plan', keepPlan, 0, 2],
  ['PayPal cancel', cancel, 0, 2],
  ['PayPal start now', startNow, 0, 1],
  ['cancel in the account', cancelThere, 0, 1],
  ['PayPal fails', fails(true), 0, 1],
  ['PayPal recovers', fails(false), 0, 2],
  ['PayPal top-up', topUp, 3, 2],
  ['PayPal bundle', bundle, 3, 1],
  ['PayPal refund', refund, 1, 2],
  ['PayPal complain', complain, 1, 1],
];
