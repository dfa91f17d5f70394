import { Stripe } from 'stripe';
import { dispute } from '#sandbox/stripe/commands.ts';
import { describe, expect } from 'vitest';
import {
  beginPurchase,
  creditsOf,
  makeCustomer,
  openStore,
  paymentOf,
  payHosted,
  settle,
  type TestCustomer,
} from '#test/rooms/store.ts';
import { test as base } from '#test/api/test.ts';

const test = base
  .extend('options', { scope: 'file' }, { sandbox: true })
  .extend('store', { scope: 'file' }, ({ app, stripe }) => openStore(app, stripe))
  .extend('customer', async ({ app, stripe }): Promise<TestCustomer> => makeCustomer(app, stripe))
  /** Posts a body to the webhook, signed for now unless told otherwise. */
  .extend(
    'post',
    { scope: 'file' },
    ({ app }) =>
      async (
        payload: string,
        { secret, at, signature }: { secret?: string; at?: number; signature?: string | null } = {},
      ) => {
        const timestamp = at ?? Math.floor(app.clock.now().epochMilliseconds / 1000);
        const signed =
          signature === undefined
            ? Stripe.webhooks.generateTestHeaderString({
                payload,
                timestamp,
                secret: secret ?? app.payments.stripe?.webhookSecret ?? '',
              })
            : signature;
        const { statusCode, body } = await app.http.inject({
          method: 'POST',
          url: '/api/webhooks/stripe',
          headers: {
            host: 'anything.example',
            origin: 'https://elsewhere.example',
            'content-type': 'application/json; charset=utf-8',
            ...(signed === null ? {} : { 'stripe-signature': signed }),
          },
          payload,
        });
        return { status: statusCode, body: JSON.parse(body) as Record<string, unknown> };
      },
  )
  .extend(
    'stored',
    { scope: 'file' },
    ({ app }) =>
      (eventId: string) =>
        app.db.selectFrom('billing_events').selectAll().where('event_id', '=', eventId).execute(),
  );

let count = 0;
/** An event about a customer, as the provider sends it. */
function eventOf(customer: string, more: object = {}) {
  count += 1;
  const object = { object: 'payment_intent', id: `pi_${count}`, customer };
  const event = { object: 'event', type: 'payment_intent.succeeded', created: 1, livemode: false };
  return { ...event, id: `evt_of_test_${count}`, data: { object }, ...more };
}

describe('an event is believed by its signature', () => {
  test('one that the provider signed is stored once and leads to one run', async ({
    app,
    customer,
    post,
    stored,
  }) => {
    const event = eventOf(customer.id);
    const payload = JSON.stringify(event);
    expect(await post(payload)).toEqual({ status: 200, body: { received: true } });
    expect(await post(payload)).toEqual({ status: 200, body: { received: true } });
    expect(await stored(event.id)).toMatchObject([
      { provider: 'stripe', customer_id: customer.id, type: event.type, handled_at: null },
    ]);
    await settle(app);
    expect(await stored(event.id)).toMatchObject([{ handled_at: app.clock.now() }]);
  });

  test.for([
    ['absent', { signature: null }],
    ['of another secret', { secret: 'whsec_other' }],
    ['without a hash', { signature: 't=1' }],
    ['not one', { signature: 'hello' }],
  ] as const)('a signature that is %s: 400', async ([, how], { customer, post, stored }) => {
    const event = eventOf(customer.id);
    const { status, body } = await post(JSON.stringify(event), how);
    expect([status, body['code']]).toEqual([400, 'wrong_signature']);
    expect(await stored(event.id)).toEqual([]);
  });

  test("a signature is too old after five minutes of the server's clock", async ({
    clock,
    customer,
    post,
    stored,
  }) => {
    const at = Math.floor(clock.now().epochMilliseconds / 1000);
    const late = eventOf(customer.id);
    clock.add({ seconds: 300 });
    const inTime = eventOf(customer.id);
    expect((await post(JSON.stringify(inTime), { at })).status).toBe(200);
    clock.add({ seconds: 1 });
    expect((await post(JSON.stringify(late), { at })).body['code']).toBe('wrong_signature');
    expect(await stored(late.id)).toEqual([]);
  });

  test('a body that was changed on the way: 400', async ({ app, customer, post }) => {
    const payload = JSON.stringify(eventOf(customer.id));
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: app.payments.stripe?.webhookSecret ?? '',
      timestamp: Math.floor(app.clock.now().epochMilliseconds / 1000),
    });
    expect((await post(payload.replace('succeeded', 'failed'), { signature })).status).toBe(400);
  });

  test.for(['', '{', '[]', 'null', '"evt"', '{"object":"event","id":"evt_1"}', '\u0000'])(
    'signed, but no event: %j',
    async (payload, { post }) => {
      expect((await post(payload)).status).toBe(400);
    },
  );

  test('more than 1 MiB: 413; another method: 405', async ({ app, post }) => {
    expect((await post('x'.repeat(1024 * 1024 + 1))).status).toBe(413);
    const { statusCode } = await app.http.inject({ url: '/api/webhooks/stripe' });
    expect(statusCode).toBe(405);
  });
});

describe('what is none of ours is left alone', () => {
  test('an event of real money where none moves', async ({ customer, post, stored }) => {
    const event = eventOf(customer.id, { livemode: true });
    expect((await post(JSON.stringify(event))).status).toBe(200);
    expect(await stored(event.id)).toEqual([]);
  });

  test.for(['product.created', 'price.updated', 'test_helpers.test_clock.ready', 'account.updated'])(
    'a type that no customer follows from: %s',
    async (type, { customer, post, stored }) => {
      const event = eventOf(customer.id, { type });
      expect((await post(JSON.stringify(event))).status).toBe(200);
      expect(await stored(event.id)).toEqual([]);
    },
  );

  test("another studio's customer at the same provider", async ({ app, stripe, store, stored, post }) => {
    const stranger = await stripe.customers.create({ email: 'stranger@example.test' });
    const session = await beginPurchase(stripe, store, stranger, { offer: 'credit' });
    await payHosted(session);
    const event = eventOf(stranger.id);
    await post(JSON.stringify(event));
    await settle(app);
    expect(await stored(event.id)).toMatchObject([{ handled_at: app.clock.now() }]);
    const payments = await app.db.selectFrom('billing_payments').select('provider_id').execute();
    expect(payments).not.toContainEqual({ provider_id: session.payment_intent });
  });
});

describe('runs', () => {
  test('a burst of events waits as one run', async ({ app, customer, post }) => {
    await settle(app);
    for (let nr = 0; nr < 20; nr += 1) await post(JSON.stringify(eventOf(customer.id)));
    expect(await app.queues.drain((queue) => queue === 'billing.sync')).toBe(1);
    const waiting = await app.db
      .selectFrom('billing_events')
      .select('event_id')
      .where('customer_id', '=', customer.id)
      .where('handled_at', 'is', null)
      .execute();
    expect(waiting).toEqual([]);
  });

  test('a dispute names no customer: the payment leads to them', async ({
    app,
    sandbox,
    stripe,
    store,
    customer,
  }) => {
    const session = await beginPurchase(stripe, store, customer, { offer: 'credit', quantity: 2 });
    await payHosted(session);
    await settle(app);
    expect(await creditsOf(app, customer.person.id)).toEqual({ 'top-up': 2 });
    await dispute(sandbox.context, await paymentOf(stripe, session));
    await settle(app);
    expect(await creditsOf(app, customer.person.id)).toEqual({ 'top-up': 0 });
  });
});
