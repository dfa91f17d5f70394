import { describe, expect } from 'vitest';
import { readWork, setDelivery } from '#sandbox/paypal/commands.ts';
import { signedHeaders } from '#sandbox/paypal/webhooks/sign.ts';
import { newId } from '#server/lib/ids.ts';
import { test as base } from '#test/api/test.ts';
import { openCredits } from '#test/rooms/billing.ts';
import { outageFixture, throughOutage } from '#test/rooms/outage.ts';
import { buyAtPaypal, openPaypal } from '#test/rooms/paypal.ts';
import { settle } from '#test/rooms/store.ts';
import { reconcile, sweepCustomers } from '../intake/jobs.ts';
import { customIdOf } from './objects.ts';

const test = base
  .extend('outage', { scope: 'file' }, outageFixture)
  .extend('options', { scope: 'file' }, throughOutage)
  .extend('store', { scope: 'file' }, ({ app }) => openPaypal(app))
  .extend('person', ({ studio }) => studio.makeClient({ status: 'signup', credits: 0 }))
  /** The headers by which PayPal signs a body. */
  .extend('sign', { scope: 'file' }, ({ app, store }) => async (body: string) => {
    const id = app.payments.paypal?.webhookId ?? '';
    const secret = await readWork(store.context, async (work) => {
      await work.get('webhook_endpoint', id);
      return work.hidden('webhook_endpoint', id).secret;
    });
    const now = app.clock.now().epochMilliseconds;
    return signedHeaders({ id, secret }, body, { now, api: 'https://api.paypal.example' });
  })
  .extend(
    'post',
    { scope: 'file' },
    ({ app }) =>
      async (payload: string, headers: Readonly<Record<string, string>>) => {
        const { statusCode, body } = await app.http.inject({
          method: 'POST',
          url: '/api/webhooks/paypal',
          headers: {
            host: 'anything.example',
            origin: 'https://elsewhere.example',
            'content-type': 'application/json',
            ...headers,
          },
          payload,
        });
        const { code, received } = JSON.parse(body) as { code?: string; received?: boolean };
        return [statusCode, code ?? received];
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
/** An event as PayPal writes it: with blanks that writing it anew would lose. */
function eventOf(custom_id: string, more: object = {}) {
  count += 1;
  const id = `WHTEST${count}`;
  const event = {
    id,
    event_type: 'BILLING.SUBSCRIPTION.UPDATED',
    create_time: '2026-11-21T12:00:00Z',
    resource: { id: `I-TEST${count}`, custom_id },
    ...more,
  };
  return { id, object: `I-TEST${count}`, body: JSON.stringify(event, null, 2) };
}

/** A dispute that names its payment alone. */
const about = (transaction: string) => ({
  event_type: 'CUSTOMER.DISPUTE.CREATED',
  resource: {
    dispute_id: `PP-D-${transaction}`,
    disputed_transactions: [{ seller_transaction_id: transaction }],
  },
});

describe('an event is believed if PayPal says that it sent it', () => {
  test('once, and leads to one run of its person', async ({ app, person, sign, post, stored }) => {
    const { id, object, body } = eventOf(customIdOf(person.id, newId()));
    const headers = await sign(body);
    expect(await post(body, headers)).toEqual([200, true]);
    expect(await post(body, headers)).toEqual([200, true]);
    expect(await stored(id)).toMatchObject([
      { provider: 'paypal', customer_id: person.id, object_id: object, handled_at: null },
    ]);
    const kept = await app.db
      .selectFrom('billing_paypal_objects')
      .select(['kind', 'person_id'])
      .where('object_id', '=', object)
      .execute();
    expect(kept).toEqual([{ kind: 'subscription', person_id: person.id }]);
    await settle(app);
    expect(await stored(id)).toMatchObject([{ handled_at: app.clock.now() }]);
  });

  test('not with another body', async ({ person, sign, post, stored }) => {
    const { id, body } = eventOf(customIdOf(person.id, newId()));
    const headers = await sign(body);
    expect(await post(JSON.stringify(JSON.parse(body)), headers)).toEqual([400, 'wrong_signature']);
    expect(await post(body, { ...headers, 'paypal-transmission-sig': 'Sother' })).toEqual([
      400,
      'wrong_signature',
    ]);
    expect(await stored(id)).toEqual([]);
  });

  test.for([
    'paypal-transmission-id',
    'paypal-transmission-time',
    'paypal-transmission-sig',
    'paypal-cert-url',
    'paypal-auth-algo',
  ])('without %s nobody is asked', async (name, { outage, person, sign, post }) => {
    const { body } = eventOf(customIdOf(person.id, newId()));
    const { [name]: _, ...headers } = await sign(body);
    outage.fail('error');
    expect(await post(body, headers)).toEqual([400, 'wrong_signature']);
    outage.end();
  });

  test('while PayPal does not answer it is to be sent again', async ({
    outage,
    person,
    sign,
    post,
    stored,
  }) => {
    const { id, body } = eventOf(customIdOf(person.id, newId()));
    const headers = await sign(body);
    outage.fail('error');
    expect(await post(body, headers)).toEqual([503, 'provider_unavailable']);
    outage.end();
    expect(await stored(id)).toEqual([]);
    expect(await post(body, headers)).toEqual([200, true]);
    expect(await stored(id)).toHaveLength(1);
  });

  test.for([
    ['no JSON', 'hello'],
    ['no object', '[1]'],
    ['no event', '{"id":"WH1"}'],
  ] as const)('%s', async ([, body], { sign, post }) => {
    const [status] = await post(body, await sign(body));
    expect(status).toBe(400);
  });

  test.for([
    ['of a type that nothing follows from', customIdOf(newId(), newId()), { event_type: 'VAULT.CREATED' }],
    ['of nobody here', customIdOf(newId(), newId()), {}],
    ['of another application', 'order-17', {}],
  ] as const)('one %s is not stored', async ([, custom, more], { sign, post, stored }) => {
    const { id, body } = eventOf(custom, more);
    expect(await post(body, await sign(body))).toEqual([200, true]);
    expect(await stored(id)).toEqual([]);
  });

  test('one that names a payment only is followed to its person', async ({
    app,
    store,
    person,
    sign,
    post,
    stored,
  }) => {
    await buyAtPaypal(app, store, { person: person.id, offer: 'credit' });
    const { provider_id } = await app.db
      .selectFrom('billing_payments')
      .select('provider_id')
      .where('person_id', '=', person.id)
      .executeTakeFirstOrThrow();
    const known = eventOf('', about(provider_id));
    expect(await post(known.body, await sign(known.body))).toEqual([200, true]);
    expect(await stored(known.id)).toMatchObject([{ customer_id: person.id }]);
    const unknown = eventOf('', about('9AB00000000000000'));
    expect(await post(unknown.body, await sign(unknown.body))).toEqual([200, true]);
    await settle(app);
    expect(await stored(unknown.id)).toMatchObject([{ customer_id: null, handled_at: null }]);
    const received_at = app.clock.now().subtract({ hours: 25 });
    await app.db
      .updateTable('billing_events')
      .set({ received_at })
      .where('event_id', '=', unknown.id)
      .execute();
    await reconcile.run(app.ctx(), {});
    await settle(app);
    expect(await stored(unknown.id)).toMatchObject([{ customer_id: null, handled_at: app.clock.now() }]);
  });
});

test('what no webhook has told is found within the hour, and each night', async ({ app, store, person }) => {
  await reconcile.run(app.ctx(), {});
  await settle(app);
  await setDelivery(store.context, { hold: true });
  await buyAtPaypal(app, store, { person: person.id, offer: 'studio_5' });
  expect(await openCredits(app, person.id)).toEqual({});
  await reconcile.run(app.ctx(), {});
  await settle(app);
  expect(await openCredits(app, person.id)).toEqual({ plan: 5 });
  await app.sandbox?.travel(person.id, '32d');
  await sweepCustomers.run(app.ctx(), {});
  await settle(app);
  expect(await openCredits(app, person.id)).toEqual({ plan: 5, rollover: 5 });
  await setDelivery(store.context, { hold: false });
});
