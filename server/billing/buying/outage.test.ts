import { describe, expect } from 'vitest';
import * as calls from '#shared/billing/contract-buying.ts';
import { cancelSubscription } from '#shared/billing/contract-leaving.ts';
import type { TestApp } from '#test/api/app.ts';
import type { TestPerson } from '#test/api/people.ts';
import { test as base } from '#test/rooms/buying.ts';
import { eachFailing, outageFixture, throughOutage } from '#test/rooms/outage.ts';
import { creditsOf, settle } from '#test/rooms/store.ts';
import { often } from '#test/thorough.ts';

type Call = (
  person: TestPerson,
  headers: Record<string, string>,
) => Promise<{ readonly status: number; readonly problem: { readonly code: string } }>;

interface Verb {
  /** What the person has to have before. */
  readonly before?: (person: TestPerson) => Promise<void>;
  readonly call: Call;
  /** What the provider has after one success: pages, subscriptions, payments. */
  readonly leaves: readonly [sessions: number, subscriptions: number, paid: number];
}

const VERBS = [
  'quote',
  'create-checkout-session',
  'create-subscription-v2',
  'create-session',
  'create-topup',
  'purchase-bundle',
  'create-subscription',
  'start-subscription',
  'portal',
] as const;

const test = base
  .extend('outage', { scope: 'file' }, outageFixture)
  .extend('options', { scope: 'file' }, throughOutage)
  .extend('card', { scope: 'file' }, ({ stripe }) => async () => {
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' };
    return (await stripe.paymentMethods.create({ type: 'card', card })).id;
  })
  .extend(
    'verbs',
    { scope: 'file' },
    async ({ app, stripe, prices, press, pay, card }): Promise<Record<(typeof VERBS)[number], Verb>> => {
      const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'once' });
      await stripe.promotionCodes.create({
        code: 'TENOFF',
        promotion: { type: 'coupon', coupon: coupon.id },
      });
      const sold = await app.db
        .selectFrom('billing_prices')
        .select('product_id')
        .where('price_id', '=', prices('studio_5'))
        .executeTakeFirstOrThrow();
      const body = { priceId: prices('studio_5'), coupon: 'TENOFF' };
      const cards = new Map<string, string>();
      const subscribe: Call = async (person, headers) => {
        const paymentMethodId = cards.get(person.id) ?? (await card());
        cards.set(person.id, paymentMethodId);
        const bought = { paymentMethodId, priceId: body.priceId, couponId: 'TENOFF', withoutTrial: true };
        return app.call(calls.createSubscription, { body: bought, headers }, person);
      };
      return {
        quote: {
          before: async (person) => {
            await press(person);
          },
          call: (person) =>
            app.call(
              calls.getQuote,
              { query: { kind: 'plan', offer_id: 'studio_5', quantity: 1, coupon: 'TENOFF' } },
              person,
            ),
          leaves: [1, 0, 0],
        },
        'create-checkout-session': {
          call: (person, headers) => app.call(calls.createCheckoutSession, { body, headers }, person),
          leaves: [1, 0, 0],
        },
        'create-subscription-v2': {
          call: (person, headers) => app.call(calls.createSubscriptionCheckout, { body, headers }, person),
          leaves: [1, 0, 0],
        },
        'create-session': {
          call: (person, headers) =>
            app.call(
              calls.createProviderSession,
              {
                params: { provider: 'stripe' },
                body: { product_id: sold.product_id, country: 'PT' },
                headers,
              },
              person,
            ),
          leaves: [1, 0, 0],
        },
        'create-topup': {
          call: (person, headers) => app.call(calls.createTopup, { body: { amount: 3 }, headers }, person),
          leaves: [1, 0, 0],
        },
        'purchase-bundle': {
          call: (person, headers) =>
            app.call(calls.purchaseBundle, { body: { bundle_id: 'bundle-3' }, headers }, person),
          leaves: [1, 0, 0],
        },
        'create-subscription': { call: subscribe, leaves: [0, 1, 1] },
        'start-subscription': {
          before: async (person) => {
            await pay((await press(person)).body.url);
          },
          call: (person, headers) => app.call(calls.startSubscription, { headers }, person),
          leaves: [1, 1, 1],
        },
        portal: {
          before: async (person) => {
            await press(person);
          },
          call: (person, headers) =>
            app.call(
              calls.createPortalSession,
              { body: { returnUrl: 'http://localhost:4000/profile' }, headers },
              person,
            ),
          leaves: [1, 0, 0],
        },
      };
    },
  );

/** Everybody pays by the same card, which would use up the trial. */
async function forgetCards(app: TestApp): Promise<void> {
  await settle(app);
  await app.db.deleteFrom('billing_fingerprints').execute();
}

test.beforeEach(({ app }) => forgetCards(app));
test.afterEach(({ outage }) => outage.end());

const MOST_CALLS = 20;
/** One call in so many fails. */
const EVERY = often('EVERY', { thorough: 1, quick: 12 });
/** They are made as `create-subscription-v2`: the first call stands for all. */
const ALIKE = new Set<string>(['create-checkout-session', 'create-session', 'purchase-bundle']);

const FAILING = eachFailing(VERBS, ['error', 'limited']);

describe.for(FAILING)('without an answer of the provider, %s', ([name, how]) => {
  test('says so at each of its calls, leaves nothing half done, and works again', async ({
    app,
    buyer,
    verbs,
    outage,
    atProvider,
  }) => {
    const { before, call, leaves } = verbs[name];
    let failed = 0;
    for (let passed = 0; passed < (ALIKE.has(name) ? 1 : MOST_CALLS); passed += EVERY) {
      const ada = await buyer();
      await forgetCards(app);
      await before?.(ada);
      const headers = { 'idempotency-key': `${name}-${passed}` };
      outage.fail('lost', passed);
      const first = await call(ada, headers);
      outage.end();
      // What is taken in after a purchase may wait for the webhook.
      if (first.status === 200) break;
      expect([first.status, first.problem.code]).toEqual([503, 'provider_unavailable']);
      failed += 1;
      expect((await call(ada, headers)).status).toBe(200);
      const { customers, sessions, subscriptions, paid } = await atProvider(ada);
      expect([customers, sessions.length, subscriptions.length, paid.length]).toEqual([1, ...leaves]);
      const { plan = 0 } = await creditsOf(app, ada.id);
      expect(plan).toBe(leaves[2] * 5);
    }
    expect(failed).toBeGreaterThan(0);
    expect(failed).toBeLessThan(MOST_CALLS);
  });

  test(`says so for "${how}", too`, async ({ buyer, verbs, outage }) => {
    const { before, call } = verbs[name];
    const ada = await buyer();
    await before?.(ada);
    outage.fail(how);
    const { status, problem } = await call(ada, {});
    expect([status, problem.code]).toEqual([503, 'provider_unavailable']);
  });
});

test('a dropped connection is no answer', async ({ buyer, verbs, outage }) => {
  const ada = await buyer();
  outage.fail('dropped');
  expect((await verbs.quote.call(ada, {})).problem).toMatchObject({
    status: 503,
    code: 'provider_unavailable',
    detail: 'Our payment provider does not answer. Nothing was charged; please try again in a minute.',
  });
});

test('a refund that is refused does not make the call fail, and is made again', async ({
  app,
  stripe,
  prices,
  buyer,
  press,
  pay,
  outage,
  atProvider,
}) => {
  const ada = await buyer({ hadTrial: true });
  await pay((await press(ada)).body.url);
  const { customer, subscriptions } = await atProvider(ada);
  const card = subscriptions[0]?.default_payment_method;
  const second = await stripe.subscriptions.create({
    customer,
    items: [{ price: prices('studio_5') }],
    ...(typeof card === 'string' ? { default_payment_method: card } : {}),
  });
  expect(second.status).toBe('active');
  const refunds = async () => (await stripe.refunds.list({ limit: 100 })).data.length;
  outage.fail('refunds');
  const body = { reason: { value: 'break' } };
  expect((await app.call(cancelSubscription, { body }, ada)).status).toBe(200);
  expect(await refunds()).toBe(0);
  outage.end();
  await settle(app);
  expect(await refunds()).toBe(1);
  const after = (await atProvider(ada)).subscriptions.map(({ status }) => status);
  expect(after.toSorted()).toEqual(['active', 'canceled']);
  expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 5 });
});
