import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { START, testSandbox, typesOf, WEBHOOK_SECRET, type TestSandbox } from '#test/sandbox/sandbox.ts';
import { holdBack, releaseAll, sendAgain, setDelivery } from './commands.ts';
import { outstanding } from '../lib/webhooks/claim.ts';

let at: TestSandbox;
beforeAll(async () => {
  at = await testSandbox();
});
afterAll(() => at.close());
beforeEach(async () => {
  at.receiver.status = 200;
  await setDelivery(at.sandbox.context, { hold: false, copies: 1, order: 'first', delay: 0 });
  await at.sandbox.settled();
  at.events.length = 0;
  at.receiver.requests.length = 0;
});

const make = async (...names: string[]): Promise<void> => {
  for (const name of names) await at.stripe.products.create({ name });
};
/** Requests so far, after another round of what is due. */
const tries = async (): Promise<number> => {
  await at.sandbox.runDue();
  return at.receiver.requests.length;
};
const told = (): string[] => at.events.map(({ data }) => (data.object as Stripe.Product).name);

describe('webhooks', () => {
  test('are signed as the SDK expects it', async () => {
    await make('A');
    await at.sandbox.settled();
    const [first] = at.receiver.requests;
    const { body = '', signature = '' } = first ?? {};
    const seconds = Math.floor(at.wall.now / 1000);
    const read = (payload: string, secret: string): Stripe.Event =>
      at.stripe.webhooks.constructEvent(payload, signature, secret, 300, undefined, at.wall.now);
    expect(signature).toContain(`t=${seconds},v1=`);
    expect(read(body, WEBHOOK_SECRET)).toMatchObject({ type: 'product.created', livemode: false });
    expect(() => read(`${body} `, WEBHOOK_SECRET)).toThrow(/signature/);
    expect(() => read(body, 'whsec_other')).toThrow(/signature/);
  });

  test('come in order, once', async () => {
    await make('A', 'B', 'C');
    await at.sandbox.settled();
    expect(told()).toEqual(['A', 'B', 'C']);
    await at.sandbox.settled();
    expect(at.events).toHaveLength(3);
  });

  test('are tried again with back-off until they are taken', async () => {
    at.receiver.status = 500;
    await make('A');
    await expect.poll(() => at.receiver.requests.length).toBe(1);
    await expect.poll(() => outstanding(at.sandbox.context)).toBe(1);
    expect(await tries()).toBe(1);
    at.wall.now += 1000;
    await expect.poll(tries).toBe(2);
    at.receiver.status = 200;
    at.wall.now += 4999;
    expect(await tries()).toBe(2);
    at.wall.now += 1;
    await expect.poll(tries).toBe(3);
    expect(told()).toEqual(['A']);
    expect(await outstanding(at.sandbox.context)).toBe(0);
  });

  test('come late, doubled, reordered and held back on demand', async () => {
    await setDelivery(at.sandbox.context, { hold: true, copies: 2, order: 'last' });
    await make('A', 'B', 'C');
    await at.sandbox.settled();
    expect(at.events).toEqual([]);
    expect(await releaseAll(at.sandbox.context)).toBe(6);
    await at.sandbox.settled();
    expect(told()).toEqual(['C', 'C', 'B', 'B', 'A', 'A']);

    await setDelivery(at.sandbox.context, { hold: false, copies: 1, order: 'first', delay: 60_000 });
    await make('D');
    expect(await tries()).toBe(6);
    at.wall.now += 60_000;
    await expect.poll(tries).toBe(7);
  });

  test('one event is held back, let go and sent again', async () => {
    await setDelivery(at.sandbox.context, { delay: 1000 });
    await make('A', 'B');
    const [, first] = (await at.stripe.events.list({ type: 'product.created', limit: 2 })).data;
    const id = first?.id ?? '';
    expect(await holdBack(at.sandbox.context, id, true)).toBe(1);
    await at.sandbox.settled();
    expect(told()).toEqual(['B']);
    await holdBack(at.sandbox.context, id, false);
    expect(await sendAgain(at.sandbox.context, id)).toBe(1);
    await at.sandbox.settled();
    expect(told()).toEqual(['B', 'A', 'A']);
  });

  test('endpoints choose their events and have a secret of their own', async () => {
    const [own] = (await at.stripe.webhookEndpoints.list()).data;
    const made = await at.stripe.webhookEndpoints.create({
      url: own?.url ?? '',
      enabled_events: ['price.created'],
    });
    expect(made.secret).toMatch(/^whsec_/);
    expect((await at.stripe.webhookEndpoints.retrieve(made.id)).secret).toBeUndefined();
    const product = await at.stripe.products.create({ name: 'A' });
    await at.stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 1 });
    await at.sandbox.settled();
    expect(typesOf(at.events).toSorted()).toEqual(['price.created', 'price.created', 'product.created']);
    await at.stripe.webhookEndpoints.del(made.id);
  });
});

test('an endpoint that never answers delays neither the others nor the clocks', async () => {
  const reached: ServerResponse[] = [];
  const silent = createServer((_request, response) => reached.push(response)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const slow = await at.stripe.webhookEndpoints.create({
    url: `http://127.0.0.1:${port}/`,
    enabled_events: ['product.created'],
  });
  await make('A', 'B', 'C');
  await expect.poll(() => reached.length).toBe(3);
  expect(told()).toEqual(['A', 'B', 'C']);
  const clock = await at.stripe.testHelpers.testClocks.create({ frozen_time: START });
  await at.stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: START + 86_400 });
  await expect
    .poll(async () => (await at.stripe.testHelpers.testClocks.retrieve(clock.id)).status)
    .toBe('ready');
  expect(await outstanding(at.sandbox.context)).toBeGreaterThanOrEqual(3);
  for (const response of reached) response.end();
  await at.sandbox.settled();
  expect(await outstanding(at.sandbox.context)).toBe(0);
  expect(reached).toHaveLength(3);
  await at.stripe.webhookEndpoints.del(slow.id);
  silent.close();
});

test('a request that fails leaves no event, a restart loses none', async () => {
  at.receiver.status = 500;
  const { id } = await at.stripe.customers.create({ email: 'kept@example.test' }, { idempotencyKey: 'kept' });
  await expect(
    at.stripe.customers.create({
      tax_id_data: [{ type: 'eu_vat', value: 'DE1' }],
      payment_method: 'pm_none',
    }),
  ).rejects.toThrow('No such PaymentMethod');
  await at.restart();
  expect(
    (await at.stripe.customers.create({ email: 'kept@example.test' }, { idempotencyKey: 'kept' })).id,
  ).toBe(id);
  at.receiver.status = 200;
  await at.sandbox.settled();
  expect(typesOf(at.events)).toEqual(['customer.created']);
});
