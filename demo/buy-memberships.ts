import { setTimeout as wait } from 'node:timers/promises';
import type { Stripe } from 'stripe';
import { createSubscription } from '#server/billing/buying/create-subscription.ts';
import { currentPrices } from '#server/billing/prices/queries-prices.ts';
import { stripeAt } from '#server/billing/stripe/ask-stripe.ts';
import { customerOf } from '#server/billing/stripe/queries-stripe.ts';
import { syncCustomer } from '#server/billing/sync.ts';
import type { Actor } from '#server/ctx/ctx.ts';
import type { DemoContext } from './context.ts';

/** A membership that somebody of the demo bought in the past. */
export interface PastMembership {
  readonly actor: Actor;
  readonly country: string;
  /** A plan's name. */
  readonly plan: string;
  readonly since: Temporal.Instant;
  readonly hasTrial: boolean;
  /** A test card of the provider. */
  readonly card: string;
}

const POLL_MS = 10;
const LIMIT_MS = 60_000;

/**
 * Buys memberships at the payment sandbox as their people would have done, and lets their time pass until now: paid
 * periods, credits and the bank follow by the product's own rules.
 */
export async function buyMemberships(
  demo: DemoContext,
  memberships: readonly PastMembership[],
): Promise<void> {
  await Promise.all(memberships.map((membership) => buyMembership(demo, membership)));
}

/** Whether members of the demo pay at the sandbox. */
export const paysAtSandbox = (demo: DemoContext): boolean =>
  stripeAt(demo.ctxAt(demo.now))?.sandbox === true;

async function buyMembership(demo: DemoContext, membership: PastMembership): Promise<void> {
  const { actor, country, plan, since, hasTrial, card } = membership;
  const then = demo.as(actor, since);
  const ctx = { ...then, flags: { ...then.flags, 'free-trial': hasTrial } };
  const at = stripeAt(ctx);
  if (at === null) throw new Error('there is no sandbox');
  const price = (await currentPrices(ctx.db, at.mode)).find(({ name }) => name === plan);
  if (price === undefined) throw new Error(`${plan} is not sold`);
  const bought = await createSubscription(ctx, {
    params: {},
    query: {},
    body: { paymentMethodId: card, priceId: price.price_id, country },
  });
  if (!bought.ok) throw new Error(`${plan} could not be bought: ${bought.reason}`);
  const customer_id = await customerOf(ctx.db, at.mode, actor.id);
  if (customer_id === undefined) throw new Error(`${actor.name} is no customer`);
  await passTime(at.stripe, customer_id, demo.now);
  await syncCustomer(demo.ctxAt(demo.now), { provider: 'stripe', mode: at.mode, customer_id });
}

/** Moves a customer's clock to an instant, two months at a time: no provider goes further at once. */
async function passTime(stripe: Stripe, customerId: string, until: Temporal.Instant): Promise<void> {
  const customer = await stripe.customers.retrieve(customerId);
  const id = customer.deleted === true ? null : customer.test_clock;
  if (typeof id !== 'string') throw new Error('the customer has no clock');
  const target = Math.floor(until.epochMilliseconds / 1000);
  for (;;) {
    const { frozen_time: from } = await stripe.testHelpers.testClocks.retrieve(id);
    if (from >= target) return;
    await stripe.testHelpers.testClocks.advance(id, { frozen_time: Math.min(target, from + 59 * 86_400) });
    const deadline = performance.now() + LIMIT_MS;
    while ((await stripe.testHelpers.testClocks.retrieve(id)).status !== 'ready') {
      if (performance.now() > deadline) throw new Error('the clock does not arrive');
      await wait(POLL_MS);
    }
  }
}
