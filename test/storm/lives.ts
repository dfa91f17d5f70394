import type { Stripe } from 'stripe';
import { setDelivery } from '#sandbox/stripe/commands.ts';
import { statusAt } from '#shared/billing/rules.ts';
import { reconcile } from '#server/billing/intake/jobs.ts';
import { membershipOf } from '#server/billing/queries.ts';
import { idOf } from '#server/billing/stripe/fetch-customer.ts';
import { inParallel } from '#server/lib/parallel.ts';
import { brokenInvariants } from '../api/invariants.ts';
import { creditsOf, type Store } from '../rooms/store.ts';
import { expectedOf } from './expected.ts';
import { LIFE_STEPS, type Life, type World } from './life-steps.ts';
import { Postman } from './postman.ts';
import { pick } from './random.ts';

const DAY = 86_400;
/** Days that pass after a step; one advance of a clock may be two months long at most. */
const DAYS = [0.1, 0.1, 1, 5, 16, 27] as const;
const choices = (isMember: boolean) =>
  LIFE_STEPS.flatMap(([name, step, without, within]) =>
    Array.from({ length: isMember ? within : without }, () => [name, step] as const),
  );
const [WITHOUT, WITHIN] = [choices(false), choices(true)];

/** Somebody does one more thing. */
async function act(world: World, life: Life): Promise<void> {
  const isMember = (await membershipsOf(world, life)) > 0;
  const [name, step] = pick(life.random, isMember ? WITHIN : WITHOUT);
  life.told.push(`${name}: ${await step(world, life)}`);
  if (life.customer === null) life.customer = await customerOf(world, life);
}

export async function customerOf({ app, stripe }: World, { person }: Life): Promise<Life['customer']> {
  const row = await app.db
    .selectFrom('billing_customers')
    .select('customer_id')
    .where('person_id', '=', person.id)
    .where('provider', '=', 'stripe')
    .executeTakeFirst();
  if (row === undefined) return null;
  const { test_clock } = (await stripe.customers.retrieve(row.customer_id)) as Stripe.Customer;
  return { id: row.customer_id, clock: idOf(test_clock) ?? '' };
}

/** Time passes for everybody alike, here and at the provider. */
export async function pass(
  { app, stripe, sandbox }: World,
  lives: readonly Life[],
  days: number,
): Promise<void> {
  const { testClocks } = stripe.testHelpers;
  app.clock.add({ seconds: Math.round(days * DAY) });
  const frozen_time = Math.floor(app.clock.now().epochMilliseconds / 1000);
  await inParallel(4, lives, async ({ customer }) => {
    if (customer === null) return;
    await testClocks.advance(customer.clock, { frozen_time });
    do await sandbox.settled(customer.id);
    while ((await testClocks.retrieve(customer.clock)).status !== 'ready');
  });
}

/** Lives of `lives`, `steps` things each, with webhooks in any order; what is wrong at the end or on the way. */
export async function live(
  world: World,
  store: Store,
  lives: readonly Life[],
  { random, steps }: { readonly random: () => number; readonly steps: number },
): Promise<string[]> {
  const { app, sandbox } = world;
  const wrong: string[] = [];
  await setDelivery(sandbox.context, { hold: true });
  const post = new Postman(app, sandbox.context, store, random);
  for (let step = 0; step < steps; step += 1) {
    await inParallel(3, lives, (life) => act(world, life));
    for (const life of lives) wrong.push(...(await twoAtOnce(world, life)));
    // Some of what happened is told now, in any order and twice, some later or never.
    await post.collect();
    await post.deliver(post.events.length, random());
    await app.queues.drain((queue) => queue === 'billing.sync');
    await pass(world, lives, pick(random, DAYS));
  }
  // What runs do at the provider brings events, too.
  for (let round = 0; round < 4; round += 1) {
    await post.collect();
    await post.deliver(0, 0.9);
    await drain(world);
    await reconcile.run(app.ctx(), {});
    await drain(world);
  }
  wrong.push(...post.wrongAnswers, ...(await brokenInvariants(app.db)));
  for (const life of lives) wrong.push(...(await judge(world, store, life)));
  return wrong;
}

const drain = ({ app }: World): Promise<number> => app.queues.drain((queue) => queue.startsWith('billing.'));

const RUNNING = new Set(['trialing', 'active', 'past_due']);

async function membershipsOf({ stripe }: World, { customer }: Life): Promise<number> {
  if (customer === null) return 0;
  const { data } = await stripe.subscriptions.list({ customer: customer.id, status: 'all', limit: 100 });
  return data.filter(({ status }) => RUNNING.has(status)).length;
}

/** Nobody has two memberships at the provider at any instant. */
async function twoAtOnce(world: World, life: Life): Promise<string[]> {
  const running = await membershipsOf(world, life);
  return running > 1 ? [`${running} memberships at once: ${life.told.join(', ')}`] : [];
}

export const sum = (all: readonly number[]): number => all.reduce((a, b) => a + b, 0);
export const sorted = (all: object): string => JSON.stringify(all, Object.keys(all).toSorted());

/** Status, credits and money of a life against what follows from the provider's objects. */
async function judge(world: World, store: Store, { person, customer, told }: Life): Promise<string[]> {
  if (customer === null) return [];
  const { app, stripe } = world;
  const expected = await expectedOf(stripe, store, customer.id);
  const row = await membershipOf(app.db, person.id);
  const { trial: _, refund: back = 0, ...credits } = await creditsOf(app, person.id);
  const found = {
    status: row === undefined ? 'signup' : statusAt(row, app.clock.now()),
    credits: Object.fromEntries(Object.entries({ ...credits, refund: back }).filter(([, some]) => some > 0)),
    money: await invoiced(world, person.id),
  };
  const wanted = {
    status: expected.status,
    credits: expected.credits,
    money: await received(stripe, customer.id),
  };
  if (
    sorted(found.credits) === sorted(wanted.credits) &&
    found.status === wanted.status &&
    found.money === wanted.money
  )
    return [];
  return [`${JSON.stringify(found)} instead of ${JSON.stringify(wanted)} after ${told.join(', ')}`];
}

/** Cents of a person's invoices and credit notes, which are negative. */
export async function invoiced({ app }: Pick<World, 'app'>, personId: string): Promise<number> {
  const rows = await app.db
    .selectFrom('invoices')
    .select('total_cents')
    .where('person_id', '=', personId)
    .execute();
  return sum(rows.map(({ total_cents }) => total_cents));
}

/** Cents that came and stayed, less what the provider keeps as balance. */
export async function received(stripe: Stripe, customer: string): Promise<number> {
  const all = { limit: 10_000 } as const;
  const charges = await stripe.charges.list({ customer, limit: 100 }).autoPagingToArray(all);
  const paid = charges.filter(({ status }) => status === 'succeeded');
  const disputed = paid.filter((charge) => charge.disputed);
  const lost: number[] = [];
  for (const { payment_intent } of disputed) {
    const { data } = await stripe.disputes.list({ payment_intent: idOf(payment_intent) ?? '' });
    lost.push(...data.filter(({ status }) => status === 'lost').map(({ amount }) => amount));
  }
  // What an unpaid invoice holds of the balance belongs to neither.
  const invoices = await stripe.invoices.list({ customer, limit: 100 }).autoPagingToArray(all);
  const held = invoices
    .filter(({ status }) => status === 'open' || status === 'uncollectible')
    .map(({ starting_balance: before, ending_balance: after }) => before - (after ?? before));
  const { balance } = (await stripe.customers.retrieve(customer)) as Stripe.Customer;
  return (
    sum(paid.map(({ amount, amount_refunded }) => amount - amount_refunded)) - sum(lost) + sum(held) + balance
  );
}
