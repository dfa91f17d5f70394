import { expect } from 'vitest';
import { approve } from '#sandbox/paypal/commands.ts';
import { currentPrices } from '#server/billing/prices/queries-prices.ts';
import {
  applyState,
  makePayment,
  makeState,
  makeSubscription,
  openCredits,
  unique,
} from '#test/rooms/billing.ts';
import { beginAtPaypal, openPaypal } from '#test/rooms/paypal.ts';
import { test as base } from '#test/api/test.ts';
import type { TestApp } from '#test/api/app.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { reconcile } from '../intake/jobs.ts';
import { syncCustomer } from '../sync.ts';
import type { Subscription } from './objects.ts';

const test = base
  .extend('options', { scope: 'file' }, { sandbox: true })
  .extend('store', { scope: 'file' }, ({ app }) => openPaypal(app));

/** Stripe does not answer. */
function withoutStripe(app: TestApp): Ctx {
  const ctx = app.ctx();
  const { stripe } = ctx.payments;
  if (stripe === null) throw new Error('needs a sandbox');
  const away = { ...stripe, api: { protocol: 'http', host: '127.0.0.1', port: 9 } } as const;
  return { ...ctx, payments: { ...ctx.payments, stripe: away } };
}

test('a provider that is away does not hold up what is to be done at the other', async ({
  app,
  store,
  studio,
}) => {
  const { id: person } = await studio.makeClient({ status: 'signup', credits: 0 });
  const prices = await currentPrices(app.db, 'sandbox', 'stripe');
  const price_id = prices.find(({ offer_id }) => offer_id === 'studio_5')?.price_id ?? '';
  const [card, now] = [unique('sub'), app.clock.now()];
  const period = { period_start: now.subtract({ hours: 24 }), period_end: now.add({ hours: 24 }) };
  const paid = makePayment({
    provider_id: unique('pi'),
    subscription_id: card,
    item_id: card,
    price_id,
    paid_at: period.period_start,
    ...period,
  });
  const subscription = makeSubscription({ id: card, price_id, ...period });
  const stripeState = { provider: 'stripe', mode: 'sandbox', customer_id: unique('cus') } as const;
  await applyState(
    app,
    makeState(person, { ...stripeState, subscriptions: [subscription], payments: [paid] }),
  );
  const wish = { person, offer: 'studio_10' };
  const replaces = { replaces_provider: 'stripe', replaces_subscription: card, counted_at: now };
  const taken = await beginAtPaypal(app, store, { ...wish, more: replaces });
  await approve(store.context, taken.id);
  await app.db
    .updateTable('billing_checkouts')
    .set({ state: 'expired' })
    .where('id', '=', taken.checkout)
    .execute();
  const second = await beginAtPaypal(app, store, wish);
  await approve(store.context, second.id);

  const customer = { provider: 'paypal', mode: 'sandbox', customer_id: person } as const;
  await expect(syncCustomer(withoutStripe(app), customer)).rejects.toThrow('connect');
  const statusOf = async (id: string) =>
    (await store.at.paypal.call<Subscription>({ path: `/v1/billing/subscriptions/${id}` })).status;
  expect(await statusOf(taken.id)).toBe('ACTIVE');
  expect(await statusOf(second.id)).toBe('CANCELLED');
});

test('the hourly reconciliation reaches PayPal while Stripe is away', async ({ app, store, studio }) => {
  const { id: person } = await studio.makeClient({ status: 'signup', credits: 0 });
  const { id } = await beginAtPaypal(app, store, { person, offer: 'studio_5' });
  await approve(store.context, id);
  await app.db
    .updateTable('billing_checkouts')
    .set({ expires_at: app.clock.now() })
    .where('person_id', '=', person)
    .execute();
  await expect(reconcile.run(withoutStripe(app), {})).rejects.toThrow('connect');
  await app.queues.drain((queue) => queue === 'billing.sync');
  expect(await openCredits(app, person)).toEqual({ plan: 5 });
});
