import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEY } from '#test/sandbox/keys.ts';
import {
  newPerson,
  PAYPAL_START,
  paypalShop,
  subscribe,
  testPayPal,
  type TestPayPal,
} from '#test/sandbox/paypal.ts';
import { sdk } from '#test/sandbox/sdk.ts';
import { approve, holdBack, setDelivery } from '../paypal/commands.ts';
import type { Event, Plan } from '../paypal/store/kinds.ts';

let at: TestPayPal;
let shop: { small: Plan };
beforeAll(async () => {
  at = await testPayPal();
  shop = await paypalShop(at);
});
afterAll(() => at.close());

const START = PAYPAL_START / 1000;
const DAY = 86_400;
const timeOf = async (person: string): Promise<unknown> =>
  (await at.call('GET', `/v1/sandbox/clocks/${person}`)).body;

test("a person's clocks at both providers move together, found by any name", async () => {
  const stripe = sdk(at.sandbox.url);
  const { person, custom_id } = newPerson();
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: START, name: person });
  const customer = await stripe.customers.create({ email: 'both@example.test', test_clock: clock.id });
  const { id } = await subscribe(at, shop.small, { custom_id });
  await approve(at.context, id);
  at.events.length = 0;
  expect(await at.sandbox.travel(person, '1mo')).toEqual({
    customer: customer.id,
    email: 'both@example.test',
    from: START,
    to: START + 28 * DAY,
    delivered: 1,
    failed: 0,
    held: 0,
  });
  expect(at.events.map(({ event_type }) => event_type).at(-1)).toBe('PAYMENT.SALE.COMPLETED');
  expect((await stripe.testHelpers.testClocks.retrieve(clock.id)).frozen_time).toBe(START + 28 * DAY);
  expect(await timeOf(person)).toEqual({ person, now: '2026-02-28T10:00:00Z' });
  for (const name of [customer.id, 'both@example.test'])
    expect((await at.sandbox.travel(name, '1d')).customer).toBe(customer.id);
  expect(await timeOf(person)).toEqual({ person, now: '2026-03-02T10:00:00Z' });
});

test("PayPal's clock begins where the person's clock at Stripe is", async () => {
  const stripe = sdk(at.sandbox.url);
  const { person, custom_id } = newPerson();
  await stripe.testHelpers.testClocks.create({ frozen_time: START + 40 * DAY, name: person });
  expect(await timeOf(person)).toEqual({ person, now: '2026-03-12T10:00:00Z' });
  const early = await subscribe(at, shop.small, { custom_id });
  expect(early).toMatchObject({ name: 'INVALID_REQUEST' });
  const made = await subscribe(at, shop.small, { custom_id, start: '2026-04-12T10:00:00Z' });
  expect(made.create_time).toBe('2026-03-12T10:00:00Z');
});

test('somebody at PayPal alone goes to what is next, in the order of what happens', async () => {
  const { person, custom_id } = newPerson();
  const { id } = await subscribe(at, shop.small, { custom_id, email: 'payer@example.test' });
  await approve(at.context, id, 'renewal_fails');
  await at.sandbox.settled();
  expect(await at.sandbox.travel('payer@example.test', 'next')).toMatchObject({
    customer: person,
    email: 'payer@example.test',
    to: START + 28 * DAY,
    delivered: 1,
  });
  at.events.length = 0;
  await at.sandbox.travel(person, '2mo');
  expect(at.events.map(({ event_type }) => event_type)).toEqual([
    'BILLING.SUBSCRIPTION.PAYMENT.FAILED',
    'BILLING.SUBSCRIPTION.PAYMENT.FAILED',
    'BILLING.SUBSCRIPTION.SUSPENDED',
  ]);
  await expect(at.sandbox.travel(person, 'next')).rejects.toThrow('Nothing is planned');
  await expect(at.sandbox.travel('nobody@example.test', '1d')).rejects.toThrow('has no customer');
});

test('the console lists payers and their events beside customers, and holds both back', async () => {
  const call = async (method: 'GET' | 'POST', path: string): Promise<Record<string, unknown>> => {
    const response = await fetch(`${at.sandbox.url}/sandbox/${path}`, {
      method,
      headers: { authorization: `Bearer ${KEY}` },
    });
    return (await response.json()) as Record<string, unknown>;
  };
  const { person, custom_id } = newPerson();
  const { id } = await subscribe(at, shop.small, { custom_id, email: 'listed@example.test' });
  await approve(at.context, id);
  await at.sandbox.settled();
  const { customers } = await call('GET', `customers?customer=${person}`);
  expect(customers).toMatchObject([
    {
      id: person,
      email: 'listed@example.test',
      card: 'PayPal account anna@payer.test',
      clock: { now: START, next: START + 28 * DAY },
      subscriptions: [
        { id, status: 'active', price: 'Studio 2, $99.00 per month', periodEnd: START + 28 * DAY },
      ],
      invoices: [{ status: 'completed', total: '$99.00' }],
    },
  ]);
  await call('POST', 'events/all/hold');
  const other = await subscribe(at, shop.small, { custom_id });
  await at.sandbox.settled();
  const held = await call('GET', 'events?customer=listed@example.test');
  expect(held).toMatchObject({
    holds: true,
    events: [
      { type: 'BILLING.SUBSCRIPTION.CREATED', customer: person, deliveries: [{ state: 'held' }] },
      {},
      {},
      {},
    ],
  });
  const [first] = held['events'] as { id: string }[];
  expect(await call('POST', `events/${first?.id}/release`)).toEqual({ deliveries: 1 });
  await at.sandbox.settled();
  expect((at.events.at(-1) as Event).resource).toMatchObject({ id: other.id });
  await setDelivery(at.context, { hold: false });
  await call('POST', 'events/all/release');
  expect(await call('POST', `events/${first?.id}/send`)).toEqual({ deliveries: 1 });
  expect(await holdBack(at.context, first?.id ?? '', true)).toBe(0);
});
