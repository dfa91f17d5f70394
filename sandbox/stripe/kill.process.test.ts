import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Stripe from 'stripe';
import { afterEach, expect, test } from 'vitest';
import { childEnv } from '#test/api/child.ts';
import { testDatabase } from '#test/api/database.ts';
import { START } from '#test/sandbox/sandbox.ts';
import { sdk } from '#test/sandbox/sdk.ts';

const DAY = 86_400;
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
});

async function start(
  database: string,
  port: number,
  hook: string,
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['test/sandbox/process.ts', database, String(port), hook], {
    env: childEnv({}),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, url: line.toString('utf8').trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('killed in the middle of requests and of an advance, it goes on where it was', async ({
  onTestFinished,
}) => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const heard = new Set<string>();
  const hook = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      heard.add((JSON.parse(Buffer.concat(chunks).toString('utf8')) as Stripe.Event).id);
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(hook, 'listening');
  onTestFinished(() => {
    hook.closeAllConnections();
    hook.close();
  });
  const address = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
  let { child, url } = await start(database.url, 0, address);
  const port = Number(new URL(url).port);
  const stripe = sdk(url);

  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: START });
  const customer = await stripe.customers.create({ test_clock: clock.id, payment_method: 'pm_card_visa' });
  const [method] = (await stripe.customers.listPaymentMethods(customer.id)).data;
  const product = await stripe.products.create({ name: 'Studio' });
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 9900,
    recurring: { interval: 'month' },
  });
  const subscribe = (): Promise<Stripe.Subscription> =>
    stripe.subscriptions.create(
      { customer: customer.id, items: [{ price: price.id }], default_payment_method: method?.id ?? '' },
      { idempotencyKey: 'subscribe' },
    );
  const first = subscribe().then(
    ({ id }) => id,
    () => null,
  );
  await kill(child);
  await first;
  ({ child, url } = await start(database.url, port, address));
  const { id } = await subscribe();
  expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toHaveLength(1);

  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: START + 58 * DAY });
  await kill(child);
  ({ child } = await start(database.url, port, address));
  await expect
    .poll(async () => (await stripe.testHelpers.testClocks.retrieve(clock.id)).status)
    .toBe('ready');
  const invoices = await stripe.invoices.list({ subscription: id }).autoPagingToArray({ limit: 100 });
  expect(invoices.map(({ status }) => status)).toEqual(['paid', 'paid']);
  const paid = await stripe.charges.list({ customer: customer.id });
  expect(paid.data.filter(({ status }) => status === 'succeeded')).toHaveLength(2);
  const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  await expect.poll(() => events.filter((event) => !heard.has(event.id)).map(({ type }) => type)).toEqual([]);
  await kill(child);
});
