import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Money } from '#sandbox/paypal/store/basics.ts';
import type { Event, Plan, Subscription } from '#sandbox/paypal/store/kinds.ts';
import type { PayPalContext } from '#sandbox/paypal/commands.ts';
import { startSandbox, type Sandbox } from '../../sandbox/main.ts';
import { testDatabase } from '../api/database.ts';
import { KEY, PAYPAL, PUBLISHABLE_KEY } from './keys.ts';
import { recording } from './recording.ts';

export const PAYPAL_START = Date.UTC(2026, 0, 31, 10);

/** What a webhook's request was. */
export interface Received {
  readonly body: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Calls the API with a token. */
export type Call = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<{ readonly status: number; readonly body: unknown }>;

/** A listening sandbox with PayPal, and what its webhooks said. */
export interface TestPayPal {
  readonly sandbox: Sandbox;
  readonly context: PayPalContext;
  readonly events: Event[];
  readonly receiver: { status: number; requests: Received[] };
  readonly wall: { now: number };
  readonly call: Call;
  close(): Promise<void>;
}

export async function testPayPal(): Promise<TestPayPal> {
  const database = await testDatabase();
  const receiver: TestPayPal['receiver'] = { status: 200, requests: [] };
  const events: Event[] = [];
  const hook = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      receiver.requests.push({ body, headers: request.headers as Received['headers'] });
      const event = JSON.parse(body) as Event;
      if (receiver.status === 200) events.push(event);
      recording.answers?.push({ call: 'webhook', body: event });
      response.writeHead(receiver.status).end();
    });
  });
  hook.listen(0, '127.0.0.1');
  await once(hook, 'listening');
  const wall = { now: PAYPAL_START };
  const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`;
  const sandbox = await startSandbox({
    database: database.url,
    host: '127.0.0.1',
    port: 0,
    key: KEY,
    publishableKey: PUBLISHABLE_KEY,
    paypal: { ...PAYPAL, webhook: { id: PAYPAL.webhookId, url } },
    now: () => wall.now,
    every: 0,
  });
  const { paypal } = sandbox;
  if (paypal === null) throw new Error('the sandbox has no PayPal');
  return {
    sandbox,
    context: paypal.context,
    events,
    receiver,
    wall,
    call: caller(sandbox.url),
    close: async () => {
      await sandbox.close();
      hook.closeAllConnections();
      hook.close();
      await database.drop();
    },
  };
}

/** Calls a sandbox's PayPal; records what was sent and answered while somebody listens. */
export function caller(origin: string): Call {
  let token: string | null = null;
  return async (
    method: string,
    path: string,
    body?: unknown,
    headers = {},
  ): Promise<{ status: number; body: unknown }> => {
    token ??= await tokenOf(origin);
    const sent = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${origin}/paypal${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: sent,
    });
    const text = await response.text();
    const answer = text === '' ? null : (JSON.parse(text) as unknown);
    const { status } = response;
    recording.calls?.push({
      method,
      path: path.replace(/\?.*$/, ''),
      query: new URL(path, origin).search,
      sent: sent === null ? null : (JSON.parse(sent) as unknown),
      status,
      answer,
    });
    return { status, body: answer };
  };
}

async function tokenOf(origin: string): Promise<string> {
  const { clientId, clientSecret } = PAYPAL;
  const response = await fetch(`${origin}/paypal/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

export const usd = (value: string): Money => ({ currency_code: 'USD', value });
export const RETURN = 'http://shop.test/thanks?from=paypal';
export const CANCEL = 'http://shop.test/plans';
export const WHOLE = { prefer: 'return=representation' };

/** One product with a small, a large and a yearly plan. */
export async function paypalShop({
  call,
}: TestPayPal): Promise<{ product: string; small: Plan; large: Plan; yearly: Plan }> {
  const made = await call('POST', '/v1/catalogs/products', { name: 'Studio membership', type: 'SERVICE' });
  const { id } = made.body as { id: string };
  const plan = async (name: string, value: string, interval_unit: string): Promise<Plan> => {
    const input = {
      product_id: id,
      name,
      billing_cycles: [
        {
          pricing_scheme: { fixed_price: usd(value) },
          frequency: { interval_unit, interval_count: 1 },
          tenure_type: 'REGULAR',
          sequence: 1,
          total_cycles: 0,
        },
      ],
      payment_preferences: {
        auto_bill_outstanding: false,
        setup_fee_failure_action: 'CANCEL',
        payment_failure_threshold: 3,
      },
    };
    return (await call('POST', '/v1/billing/plans', input, WHOLE)).body as Plan;
  };
  return {
    product: id,
    small: await plan('Studio 2', '99.00', 'MONTH'),
    large: await plan('Studio 5', '199.00', 'MONTH'),
    yearly: await plan('Studio 24', '1068.00', 'YEAR'),
  };
}

let persons = 0;
/** A custom_id of a person of their own. */
export function newPerson(): { person: string; custom_id: string } {
  persons += 1;
  const person = `00000000-0000-7000-8000-${String(persons).padStart(12, '0')}`;
  return { person, custom_id: `${person}:00000000-0000-7000-8000-00000000c4ec` };
}

/** A subscription as the studio makes one: the first month as setup fee, cycles from a month on. */
export async function subscribe(
  { call }: TestPayPal,
  plan: Plan,
  more: { setup?: string | null; start?: string; tax?: string; custom_id?: string; email?: string } = {},
): Promise<Subscription> {
  const {
    setup = '99.00',
    start = '2026-02-28T10:00:00Z',
    tax,
    custom_id = newPerson().custom_id,
    email,
  } = more;
  const input = {
    plan_id: plan.id,
    start_time: start,
    custom_id,
    ...(email === undefined ? {} : { subscriber: { email_address: email } }),
    application_context: {
      brand_name: 'Talkback',
      shipping_preference: 'NO_SHIPPING',
      user_action: 'SUBSCRIBE_NOW',
      return_url: RETURN,
      cancel_url: CANCEL,
    },
    plan: {
      ...(setup === null ? {} : { payment_preferences: { setup_fee: usd(setup) } }),
      ...(tax === undefined ? {} : { taxes: { percentage: tax, inclusive: false } }),
    },
  };
  return (await call('POST', '/v1/billing/subscriptions', input, WHOLE)).body as Subscription;
}

export const typesOf = (events: readonly Event[]): string[] => events.map(({ event_type }) => event_type);
