import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Stripe } from 'stripe';
import { startSandbox, type Sandbox } from '../../sandbox/main.ts';
import { testDatabase } from '../api/database.ts';
import { KEY, PUBLISHABLE_KEY } from './keys.ts';
import { recording } from './recording.ts';
import { sdk } from './sdk.ts';

export { KEY };
export const WEBHOOK_SECRET = 'whsec_test';
const DAY = 86_400;

/** A listening sandbox on a database of its own, an SDK that points to it, and what its webhooks said. */
export interface TestSandbox {
  readonly sandbox: Sandbox;
  readonly stripe: Stripe;
  readonly events: Stripe.Event[];
  /** Answers of the webhook receiver, to be changed by tests; 200 by default. */
  readonly receiver: { status: number; requests: { body: string; signature: string }[] };
  readonly wall: { now: number };
  restart(): Promise<void>;
  close(): Promise<void>;
}

export const START = Math.floor(Date.UTC(2026, 0, 31, 10) / 1000);

export async function testSandbox(): Promise<TestSandbox> {
  const database = await testDatabase();
  const receiver: TestSandbox['receiver'] = { status: 200, requests: [] };
  const events: Stripe.Event[] = [];
  const hook = await listen(receiver, events);
  const wall = { now: Date.UTC(2026, 0, 31, 10) };
  const start = (port: number): Promise<Sandbox> =>
    startSandbox({
      database: database.url,
      host: '127.0.0.1',
      port,
      key: KEY,
      publishableKey: PUBLISHABLE_KEY,
      webhook: {
        url: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`,
        secret: WEBHOOK_SECRET,
      },
      now: () => wall.now,
      every: 0,
    });
  let sandbox = await start(0);
  const stripe = sdk(sandbox.url);
  return {
    get sandbox() {
      return sandbox;
    },
    stripe,
    events,
    receiver,
    wall,
    restart: async () => {
      const port = Number(new URL(sandbox.url).port);
      await sandbox.close();
      sandbox = await start(port);
    },
    close: async () => {
      await sandbox.close();
      hook.closeAllConnections();
      hook.close();
      await database.drop();
    },
  };
}

async function listen(receiver: TestSandbox['receiver'], events: Stripe.Event[]): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      receiver.requests.push({ body, signature: String(request.headers['stripe-signature']) });
      if (receiver.status === 200) events.push(JSON.parse(body) as Stripe.Event);
      recording.answers?.push({ call: 'webhook', body: JSON.parse(body) as unknown });
      response.writeHead(receiver.status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Moves a clock, however far, in steps that one advance allows; waits until all has happened. */
export async function travel(at: TestSandbox, clock: string, days: number): Promise<void> {
  const { frozen_time: from } = await at.stripe.testHelpers.testClocks.retrieve(clock);
  const target = from + days * DAY;
  for (let now = from; now < target;) {
    now = Math.min(target, now + 28 * DAY);
    await at.stripe.testHelpers.testClocks.advance(clock, { frozen_time: now });
    await at.sandbox.settled();
  }
}

export interface Shop {
  readonly clock: Stripe.TestHelpers.TestClock;
  readonly customer: Stripe.Customer;
  readonly small: Stripe.Price;
  readonly large: Stripe.Price;
  readonly yearly: Stripe.Price;
  readonly single: Stripe.Price;
  readonly vat: Stripe.TaxRate;
}

/** A customer on a clock of its own, with a card, and what there is to buy. */
export async function openShop({ stripe }: TestSandbox, card: string | null = 'pm_card_visa'): Promise<Shop> {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: START });
  const customer = await stripe.customers.create({
    email: 'anna@example.test',
    name: 'Anna',
    test_clock: clock.id,
    address: { country: 'DE' },
    ...(card === null ? {} : { payment_method: card }),
  });
  if (card !== null) {
    const [method] = (await stripe.customers.listPaymentMethods(customer.id)).data;
    await stripe.customers.update(customer.id, {
      invoice_settings: { default_payment_method: method?.id ?? '' },
    });
  }
  const product = await stripe.products.create({ name: 'Studio' });
  const monthly = (amount: number): Promise<Stripe.Price> =>
    stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: amount,
      recurring: { interval: 'month' },
    });
  return {
    clock,
    customer,
    small: await monthly(9900),
    large: await monthly(19_900),
    yearly: await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 106_800,
      recurring: { interval: 'year' },
    }),
    single: await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 7900 }),
    vat: await stripe.taxRates.create({
      display_name: 'VAT',
      inclusive: false,
      percentage: 23,
      country: 'DE',
    }),
  };
}

/** The last event of a type about an object. */
export const typesOf = (events: readonly Stripe.Event[]): string[] => events.map(({ type }) => type);
