import { describe, expect } from 'vitest';
import * as contract from '#shared/content/contract-documents.ts';
import type { Catalogue } from '#shared/content/contract-store.ts';
import { catalogue, resetDocument, writeDocument } from '../../content/service.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { test as base } from '../../../test/api/test.ts';
import { buyAtPaypal, openPaypal } from '#test/rooms/paypal.ts';
import { paypalReach } from '../paypal/ask-paypal.ts';
import { currentPrices } from './queries-prices.ts';
import { planPrices, syncPrices } from './sync.ts';

const test = base
  .extend('options', { scope: 'file' }, { sandbox: true })
  .extend('plans', ({ app }) => async (query: object = {}) => {
    const { body } = await app.call(contract.getPricingPlans, { query });
    return body.plans;
  })
  /** Changes the offers as an operator does. */
  .extend('change', ({ app }) => async (change: (offers: Catalogue) => void) => {
    const offers = structuredClone(await catalogue(app.ctx()));
    change(offers);
    expect(await writeDocument(app.ctx(), 'pricing', offers)).toMatchObject({ ok: true });
  });

test.beforeEach(async ({ app }) => {
  await resetDocument(app.ctx(), 'pricing');
  await syncPrices(app.ctx());
});

const NONE = { make: [], revive: [], rename: [], retire: [] };
const NOTHING = { stripe: NONE, paypal: NONE };

describe('prices sync', () => {
  test('makes a price for all that costs something, once', async ({ app, stripe, plans }) => {
    expect(await planPrices(app.ctx())).toEqual({ ok: true, value: NOTHING });
    const { data } = await stripe.prices.list({ active: true, limit: 100 });
    expect(data.map(({ lookup_key: key }) => key ?? '').toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'bundle:bundle-10',
      'bundle:bundle-3',
      'plan:studio_10',
      'plan:studio_120',
      'plan:studio_2',
      'plan:studio_24',
      'plan:studio_5',
      'plan:studio_60',
      'top-up:credit',
    ]);
    const [studio2] = await plans();
    const price = data.find(({ id }) => id === studio2?.priceId);
    expect(price).toMatchObject({ unit_amount: 9900, recurring: { interval: 'month' } });
    expect(studio2?.stripeProdPriceId).toBe(studio2?.priceId);
  });

  test('twice at once makes each price once', async ({ app, stripe, change }) => {
    await change(({ bundles }) => Object.assign(bundles[2] ?? {}, { price: 229 }));
    await Promise.all([syncPrices(app.ctx()), syncPrices(app.ctx())]);
    const { data } = await stripe.prices.list({ lookup_keys: ['bundle:bundle-3'], active: true });
    expect(data.map(({ unit_amount: cents }) => cents)).toEqual([22_900]);
    const entries = await auditOf(app.db, 'prices', 'stripe');
    expect(entries.at(-1)).toMatchObject({
      what: 'prices.synced',
      after: { make: [{ unit_cents: 22_900, credits: 3 }] },
    });
    expect(await planPrices(app.ctx())).toEqual({ ok: true, value: NOTHING });
  });

  test('a changed plan gets a new price; the old one still names what it sold', async ({
    app,
    stripe,
    plans,
    change,
  }) => {
    const before = (await plans()).find(({ id }) => id === 'studio_5');
    await change((offers) =>
      Object.assign(offers.plans.find(({ id }) => id === 'studio_5') ?? {}, {
        price: 209,
        credits: 6,
        concurrency: 12,
      }),
    );
    expect((await plans()).find(({ id }) => id === 'studio_5')?.priceId).toBeNull();
    await syncPrices(app.ctx());
    const after = (await plans()).find(({ id }) => id === 'studio_5');
    expect(after?.priceId).not.toBe(before?.priceId);
    expect((await stripe.prices.retrieve(before?.priceId ?? '')).active).toBe(false);
    expect(await plans({ stripeProdPriceId_eq: before?.priceId })).toMatchObject([
      { id: 'studio_5', price: 199, credits: 5, concurrency: 30, priceId: null },
    ]);
    expect(after?.concurrency).toBe(12);
  });

  test('what is put back is sold by its old price', async ({ app, stripe, plans, change }) => {
    const idOf = async () => (await plans()).find(({ id }) => id === 'studio_10')?.priceId ?? '';
    const before = await idOf();
    await change((offers) => Object.assign(offers.plans[2] ?? {}, { has_rollover: false }));
    await syncPrices(app.ctx());
    expect(await idOf()).not.toBe(before);
    await change((offers) => Object.assign(offers.plans[2] ?? {}, { has_rollover: true }));
    await syncPrices(app.ctx());
    expect(await idOf()).toBe(before);
    expect((await stripe.prices.retrieve(before)).active).toBe(true);
  });

  test('a new name renames the product', async ({ app, stripe, plans, change }) => {
    await change((offers) => Object.assign(offers.plans[0] ?? {}, { name: 'Studio Two' }));
    await syncPrices(app.ctx());
    const [plan] = await plans();
    const { product } = await stripe.prices.retrieve(plan?.priceId ?? '', { expand: ['product'] });
    expect(product).toMatchObject({ name: 'Studio Two' });
  });

  test('finds the provider’s prices again after the database was lost', async ({ app, plans }) => {
    const before = await plans();
    await app.db.deleteFrom('billing_prices').execute();
    await syncPrices(app.ctx());
    expect(await plans()).toEqual(before);
  });
});

test('bundles name their prices, in every catalogue', async ({ app }) => {
  const { body } = await app.call(contract.getPricingCatalogue, {});
  const priced = body.bundles.map(({ id, priceId }) => [id, priceId !== null]);
  expect(priced).toEqual([
    ['free-trial', false],
    ['bundle-3', true],
    ['bundle-10', true],
  ]);
  const { body: pricing } = await app.call(contract.getPricing, {});
  expect(pricing.cancelled.bundles.every(({ priceId }) => priceId !== null)).toBe(true);
  expect(pricing.public.plans.every(({ priceId }) => priceId !== null)).toBe(true);
});

describe('at PayPal', () => {
  test('every membership has a plan there, all else an id of ours', async ({ app, plans }) => {
    const sold = await currentPrices(app.db, 'sandbox', 'paypal');
    const [plan] = await plans({ paypalProdPriceId_eq: sold.find(({ kind }) => kind === 'plan')?.price_id });
    expect(plan?.paypalProdPriceId).toMatch(/^P-/);
    expect((await plans()).every(({ paypalProdPriceId: id }) => id?.startsWith('P-'))).toBe(true);
    const own = sold.filter(({ kind }) => kind !== 'plan').map(({ price_id }) => price_id);
    expect(own.toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'bundle:bundle-10:69000:10',
      'bundle:bundle-3:21900:3',
      'top-up:credit:7900',
    ]);
    expect(new Set(sold.filter(({ kind }) => kind === 'plan').map(({ product_id }) => product_id)).size).toBe(
      1,
    );
  });

  test('a changed plan gets a new one there, and the old one is taken from sale', async ({
    app,
    plans,
    change,
  }) => {
    const paypal = paypalReach(app.ctx())?.paypal;
    const statusOf = async (id: string) =>
      (await paypal?.call<{ status: string }>({ path: `/v1/billing/plans/${id}` }))?.status;
    const idOf = async () => (await plans()).find(({ id }) => id === 'studio_2')?.paypalProdPriceId ?? '';
    const before = await idOf();
    await change((offers) => Object.assign(offers.plans[0] ?? {}, { price: 109 }));
    await syncPrices(app.ctx());
    const after = await idOf();
    expect(after).not.toBe(before);
    expect([await statusOf(before), await statusOf(after)]).toEqual(['INACTIVE', 'ACTIVE']);
    await resetDocument(app.ctx(), 'pricing');
    await syncPrices(app.ctx());
    expect([await idOf(), await statusOf(before)]).toEqual([before, 'ACTIVE']);
  });

  test('a member is shown the prices of their provider', async ({ app, studio }) => {
    const store = await openPaypal(app);
    const person = await studio.makeClient({ status: 'signup', credits: 0 });
    const offered = async () => {
      const { body } = await app.call(contract.getPricingPlans, { query: {} }, person);
      return body.plans.every((plan) => plan.priceId === plan.paypalProdPriceId);
    };
    expect(await offered()).toBe(false);
    await buyAtPaypal(app, store, { person: person.id, offer: 'studio_5' });
    expect(await offered()).toBe(true);
  });
});
