import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, paypalShop, subscribe, testPayPal, usd, type TestPayPal } from '#test/sandbox/paypal.ts';
import { approve } from './commands.ts';
import type { Plan, Product, Subscription } from './store/kinds.ts';

let at: TestPayPal;
let shop: { product: string; small: Plan; large: Plan; yearly: Plan };
beforeAll(async () => {
  at = await testPayPal();
  shop = await paypalShop(at);
});
afterAll(() => at.close());

test('lists products and plans, page by page', async () => {
  const own = { id: 'MEMBERSHIP', name: 'Membership', type: 'SERVICE' };
  expect((await at.call('POST', '/v1/catalogs/products', own)).status).toBe(201);
  expect((await at.call('POST', '/v1/catalogs/products', own)).body).toMatchObject({
    details: [{ issue: 'DUPLICATE_RESOURCE_IDENTIFIER' }],
  });
  const change = [{ op: 'replace', path: '/description', value: 'All plans' }];
  expect((await at.call('PATCH', '/v1/catalogs/products/MEMBERSHIP', change)).status).toBe(204);
  const product = (await at.call('GET', '/v1/catalogs/products/MEMBERSHIP')).body as Product;
  expect(product.description).toBe('All plans');
  expect((await at.call('GET', '/v1/catalogs/products')).body).toMatchObject({ products: [{}, {}] });
  const path = `/v1/billing/plans?product_id=${shop.product}&page_size=2&total_required=true`;
  const { body } = await at.call('GET', path);
  expect(body).toMatchObject({
    plans: [{ id: shop.yearly.id }, { id: shop.large.id }],
    total_items: 3,
    total_pages: 2,
    links: [{ rel: 'self' }, { rel: 'next' }],
  });
  expect((await at.call('GET', `${path}&page=2`)).body).toMatchObject({ plans: [{ id: shop.small.id }] });
});

test("a subscription's tax may change; its plan is answered on demand", async () => {
  const { id } = await subscribe(at, shop.small, { tax: '23', custom_id: newPerson().custom_id });
  const path = `/v1/billing/subscriptions/${id}`;
  const change = [{ op: 'replace', path: '/plan/taxes/percentage', value: '19' }];
  expect((await at.call('PATCH', path, change)).body).toMatchObject({
    details: [{ issue: 'SUBSCRIPTION_STATUS_INVALID' }],
  });
  await approve(at.context, id);
  expect((await at.call('PATCH', path, change)).status).toBe(204);
  expect((await at.call('GET', path)).body).not.toHaveProperty('plan');
  expect((await at.call('GET', `${path}?fields=plan`)).body).toMatchObject({
    plan_overridden: true,
    plan: {
      taxes: { percentage: '19', inclusive: false },
      payment_preferences: { setup_fee: usd('99.00') },
      billing_cycles: [{ pricing_scheme: { fixed_price: usd('99.00') } }],
    },
  });
});

test('a subscription may be suspended and go on; what began meanwhile is not charged', async () => {
  const { person, custom_id } = newPerson();
  const { id } = await subscribe(at, shop.small, { custom_id });
  await approve(at.context, id);
  const path = `/v1/billing/subscriptions/${id}`;
  const act = async (name: string): Promise<number> =>
    (await at.call('POST', `${path}/${name}`, { reason: 'A pause' })).status;
  expect([await act('activate'), await act('suspend'), await act('suspend')]).toEqual([422, 204, 422]);
  await at.sandbox.travel(person, '2mo');
  expect(await act('activate')).toBe(204);
  const subscription = (await at.call('GET', path)).body as Subscription;
  expect(subscription).toMatchObject({
    status: 'ACTIVE',
    billing_info: {
      next_billing_time: '2026-04-28T10:00:00Z',
      last_payment: { time: '2026-01-31T10:00:00Z' },
    },
  });
});
