import { setTimeout as wait } from 'node:timers/promises';
import type { Stripe } from 'stripe';
import { createSubscription } from '#server/billing/buying/create-subscription.ts';
import { currentPrices } from '#server/billing/prices/queries-prices.ts';
import { stripeAt } from '#server/billing/stripe/ask-stripe.ts';
import { customerOf } from '#server/billing/stripe/queries-stripe.ts';
import { syncCustomer } from '#server/billing/sync.ts';
import { receipt } from '#server/billing/events.ts';
import { issueInvoice } from '#server/billing/invoices/jobs.ts';
import type { Actor, Ctx } from '#server/ctx/ctx.ts';
import type { DemoContext } from './context.ts';

/** A membership that somebody of the demo bought in the past. */
export interface PastMembership {
  readonly actor: Actor;
  readonly country: string;
  /** A plan's name. */
  readonly plan: string;
  readonly since: Temporal.Instant;
  /** When its paid periods began. */
  readonly periods: readonly Temporal.Instant[];
  readonly hasTrial: boolean;
  /** A test card of the provider. */
  readonly card: string;
}

/** A renewal is paid an hour after its period has begun. */
const PAID_AFTER = { hours: 2 };
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
  const bought = await Promise.all(memberships.map((membership) => buyMembership(demo, membership)));
  const receipts = bought.flat().toSorted((a, b) => Temporal.Instant.compare(a.at, b.at));
  for (const { payment_id, at } of receipts) await issueInvoice.run(demo.ctxAt(at), { payment_id });
}

interface Receipt {
  readonly payment_id: string;
  readonly at: Temporal.Instant;
}

/** The context with events that only note the payments that came; the demo has no queues. */
function recording<C extends Ctx>(ctx: C, receipts: Receipt[]): C {
  const emit: Ctx['events']['emit'] = async (_tx, { event }, payload) => {
    if (event === receipt.event && 'payment_id' in payload)
      receipts.push({ payment_id: payload.payment_id, at: ctx.now });
  };
  return { ...ctx, events: { ...ctx.events, emit } };
}

/** Whether members of the demo pay at the sandbox. */
export const paysAtSandbox = (demo: DemoContext): boolean => stripeAt(demo.ctxAt(demo.now))?.sandbox === true;

async function buyMembership(demo: DemoContext, membership: PastMembership): Promise<Receipt[]> {
  const { actor, country, plan, since, hasTrial, card } = membership;
  const then = demo.as(actor, since);
  const receipts: Receipt[] = [];
  const ctx = recording({ ...then, flags: { ...then.flags, 'free-trial': hasTrial } }, receipts);
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
  const customer = { provider: 'stripe', mode: at.mode, customer_id } as const;
  const clock = await clockOf(at.stripe, customer_id);
  for (const period of [...membership.periods.slice(1).map((start) => start.add(PAID_AFTER)), demo.now]) {
    await moveClock(at.stripe, clock, period);
    await syncCustomer(recording(demo.ctxAt(period), receipts), customer);
  }
  return receipts;
}

async function clockOf(stripe: Stripe, customerId: string): Promise<string> {
  const customer = await stripe.customers.retrieve(customerId);
  const clock = customer.deleted === true ? null : customer.test_clock;
  if (typeof clock !== 'string') throw new Error('the customer has no clock');
  return clock;
}

/** Moves a clock and waits until all that happens on the way has happened. */
async function moveClock({ testHelpers }: Stripe, id: string, to: Temporal.Instant): Promise<void> {
  const clocks = testHelpers.testClocks;
  const frozen_time = Math.floor(to.epochMilliseconds / 1000);
  if ((await clocks.retrieve(id)).frozen_time >= frozen_time) return;
  await clocks.advance(id, { frozen_time });
  const deadline = performance.now() + LIMIT_MS;
  while ((await clocks.retrieve(id)).status !== 'ready') {
    if (performance.now() > deadline) throw new Error('the clock does not arrive');
    await wait(POLL_MS);
  }
}
