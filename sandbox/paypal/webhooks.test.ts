import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  paypalShop,
  subscribe,
  testPayPal,
  typesOf,
  type Received,
  type TestPayPal,
} from '#test/sandbox/paypal.ts';
import { PAYPAL } from '#test/sandbox/keys.ts';
import { holdBack, releaseAll, sendAgain, setDelivery } from './commands.ts';
import type { Event, Plan } from './store/kinds.ts';

let at: TestPayPal;
let shop: { small: Plan };
beforeAll(async () => {
  at = await testPayPal();
  shop = await paypalShop(at);
});
afterAll(() => at.close());
beforeEach(async () => {
  at.receiver.status = 200;
  await setDelivery(at.context, { hold: false, copies: 1, order: 'first', delay: 0 });
  await at.sandbox.settled();
  at.events.length = 0;
  at.receiver.requests.length = 0;
});

const verify = async (
  { headers, body }: Received,
  changed: { raw?: string; webhook?: string; time?: string } = {},
): Promise<unknown> => {
  const told = {
    transmission_id: headers['paypal-transmission-id'],
    transmission_time: changed.time ?? headers['paypal-transmission-time'],
    cert_url: headers['paypal-cert-url'],
    auth_algo: headers['paypal-auth-algo'],
    transmission_sig: headers['paypal-transmission-sig'],
    webhook_id: changed.webhook ?? PAYPAL.webhookId,
  };
  const spliced = `${JSON.stringify(told).slice(0, -1)},"webhook_event":${changed.raw ?? body}}`;
  const path = '/v1/notifications/verify-webhook-signature';
  return ((await at.call('POST', path, spliced)).body as { verification_status: string }).verification_status;
};

describe('webhooks', () => {
  test('are signed: only the body as it was sent is genuine, for its webhook, time and transmission', async () => {
    await subscribe(at, shop.small);
    await at.sandbox.settled();
    const [received] = at.receiver.requests;
    if (received === undefined) throw new Error('nothing came');
    expect(await verify(received)).toBe('SUCCESS');
    const minified = JSON.stringify(JSON.parse(received.body));
    const forged = received.body.replace('APPROVAL_PENDING', 'ACTIVE');
    for (const raw of [minified, forged]) expect(await verify(received, { raw })).toBe('FAILURE');
    expect(await verify(received, { webhook: 'OTHER' })).toBe('FAILURE');
    expect(await verify(received, { time: '2026-01-31T10:00:01Z' })).toBe('FAILURE');
  });

  test('come late, doubled and reordered on demand; the list has them all', async () => {
    await setDelivery(at.context, { hold: true, copies: 2, order: 'last' });
    for (const _ of [1, 2]) await subscribe(at, shop.small);
    await at.sandbox.settled();
    expect(at.events).toEqual([]);
    const { body } = await at.call('GET', '/v1/notifications/webhooks-events?page_size=2');
    const [second, first] = (body as { events: Event[] }).events.map(({ id }) => id);
    expect(await releaseAll(at.context)).toBe(4);
    await at.sandbox.settled();
    // A delivery that is slow lets the next one begin.
    expect(at.events[0]?.id).toBe(second);
    expect(at.events.filter(({ id }) => id === first)).toHaveLength(2);
    expect(at.events).toHaveLength(4);
    const one = await at.call('GET', `/v1/notifications/webhooks-events/${first}`);
    expect(one.body).toEqual(at.events.find(({ id }) => id === first));
    await setDelivery(at.context, { hold: false, copies: 1 });
    expect(await sendAgain(at.context, first ?? '')).toBe(1);
    await at.sandbox.settled();
    expect(at.events).toHaveLength(5);
    expect(await holdBack(at.context, first ?? '', true)).toBe(0);
  });

  test('are tried again until they are taken', async () => {
    at.receiver.status = 503;
    await subscribe(at, shop.small);
    await at.sandbox.runDue();
    expect(at.receiver.requests).toHaveLength(1);
    at.receiver.status = 200;
    await at.sandbox.settled();
    expect(typesOf(at.events)).toEqual(['BILLING.SUBSCRIPTION.CREATED']);
  });
});

describe('the API', () => {
  test('wants a token of the app, and says in its way what is wrong', async () => {
    const { url } = at.sandbox;
    const token = await fetch(`${url}/paypal/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${PAYPAL.clientId}:wrong`).toString('base64')}` },
      body: 'grant_type=client_credentials',
    });
    expect([token.status, await token.json()]).toMatchObject([401, { error: 'invalid_client' }]);
    const bare = await fetch(`${url}/paypal/v1/billing/plans`);
    expect([bare.status, await bare.json()]).toMatchObject([401, { name: 'AUTHENTICATION_FAILURE' }]);
    const nothing = await at.call('GET', '/v1/billing/subscriptions/I-NOTHING');
    expect(nothing).toMatchObject({ status: 404, body: { name: 'RESOURCE_NOT_FOUND' } });
    expect(nothing.body).toHaveProperty('debug_id');
    const wrong = await at.call('POST', '/v1/billing/plans', { name: '', product_id: 7, extra: 1 });
    expect(wrong).toMatchObject({ status: 400, body: { name: 'INVALID_REQUEST' } });
    expect((wrong.body as { details: { field: string }[] }).details.map(({ field }) => field)).toEqual([
      '/billing_cycles',
      '/payment_preferences',
      '/name',
      '/product_id',
      '/extra',
    ]);
  });

  test('activates and deactivates plans; nobody subscribes to one that is not active', async () => {
    const { id } = (await paypalShop(at)).large;
    const path = `/v1/billing/plans/${id}`;
    expect((await at.call('POST', `${path}/deactivate`)).status).toBe(204);
    expect((await at.call('GET', path)).body).toMatchObject({ status: 'INACTIVE' });
    const refused = await at.call('POST', '/v1/billing/subscriptions', { plan_id: id });
    expect(refused.body).toMatchObject({ details: [{ issue: 'PLAN_STATUS_INVALID' }] });
    expect((await at.call('POST', `${path}/activate`)).status).toBe(204);
    expect((await at.call('POST', `${path}/activate`)).status).toBe(422);
  });
});
