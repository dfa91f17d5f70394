import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KEY, testSandbox, type TestSandbox } from '#test/sandbox/sandbox.ts';
import { sdk } from '#test/sandbox/sdk.ts';

let at: TestSandbox;
beforeAll(async () => {
  at = await testSandbox();
});
afterAll(() => at.close());

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { error?: Record<string, unknown> } & Record<string, unknown>;
}

async function call(
  method: string,
  path: string,
  body?: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${at.sandbox.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Answer['body'],
  };
}

const pay = (payment_method: string, idempotencyKey: string): Promise<Stripe.PaymentIntent> =>
  at.stripe.paymentIntents.create(
    { amount: 1000, currency: 'usd', confirm: true, payment_method },
    { idempotencyKey },
  );

describe('errors', () => {
  test.each([
    ['POST', '/v1/customers', 'nme=Anna', 400, { code: 'parameter_unknown', param: 'nme' }],
    [
      'POST',
      '/v1/customers',
      'address[street]=x',
      400,
      { code: 'parameter_unknown', param: 'address[street]' },
    ],
    ['GET', '/v1/customers?limit=1&page=2', undefined, 400, { code: 'parameter_unknown', param: 'page' }],
    ['POST', '/v1/prices', 'currency=usd', 400, { code: 'parameter_missing', param: 'unit_amount' }],
    ['POST', '/v1/refunds', 'amount=ten', 400, { code: 'parameter_invalid_integer', param: 'amount' }],
    ['POST', '/v1/customers', 'email[a]=b', 400, { param: 'email' }],
    [
      'GET',
      '/v1/customers/cus_none',
      undefined,
      404,
      { code: 'resource_missing', param: 'id', message: "No such customer: 'cus_none'" },
    ],
    [
      'POST',
      '/v1/subscriptions',
      'customer=cus_none&items[0][price]=p',
      400,
      { code: 'resource_missing', param: 'customer' },
    ],
    ['GET', '/v1/customers?limit=101', undefined, 400, { param: 'limit' }],
    ['GET', '/v1/quotes', undefined, 404, { type: 'invalid_request_error' }],
    ['DELETE', '/v1/events/evt_1', undefined, 404, { type: 'invalid_request_error' }],
    [
      'POST',
      '/v1/payment_intents',
      'amount=100&currency=usd&capture_method=manual',
      400,
      { param: 'capture_method' },
    ],
  ] as const)('%s %s %s', async (method, path, body, status, error) => {
    const answer = await call(method, path, body);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatchObject({ type: 'invalid_request_error', ...error });
    expect(answer.headers.get('request-id')).toMatch(/^req_/);
  });

  test('keys and versions', async () => {
    await expect(sdk(at.sandbox.url, 'sk_test_wrong').customers.list()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    });
    expect((await call('GET', '/v1/customers', undefined, { authorization: '' })).status).toBe(401);
    expect((await call('GET', '/v1/customers', undefined, { 'stripe-version': '2020-08-27' })).status).toBe(
      400,
    );
    const browser = { authorization: `Bearer ${KEY.replace('sk_', 'pk_')}` };
    expect((await call('GET', '/v1/customers', undefined, browser)).body.error).toMatchObject({
      code: 'secret_key_required',
    });
    const card = 'type=card&card[number]=4242424242424242&card[exp_month]=1&card[exp_year]=2031';
    expect((await call('POST', '/v1/payment_methods', card, browser)).body['id']).toMatch(/^pm_/);
    const intent = await at.stripe.setupIntents.create({});
    const path = `/v1/setup_intents/${intent.id}`;
    expect((await call('GET', path, undefined, browser)).status).toBe(400);
    expect((await call('GET', `${path}?client_secret=x`, undefined, browser)).status).toBe(400);
    const secret = `${path}?client_secret=${intent.client_secret ?? ''}`;
    expect((await call('GET', secret, undefined, browser)).status).toBe(200);
  });
});

describe('idempotency', () => {
  test('a repeat gets the first answer, and makes nothing', async () => {
    const options = { idempotencyKey: 'once' };
    const all = await Promise.all(
      Array.from({ length: 8 }, () => at.stripe.customers.create({ email: 'once@example.test' }, options)),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect((await at.stripe.customers.list({ email: 'once@example.test' })).data).toHaveLength(1);
    const again = await call('POST', '/v1/customers', 'email=once@example.test', {
      'idempotency-key': 'once',
    });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body['id']).toBe(all[0]?.id);
  });

  test('other parameters are refused', async () => {
    await at.stripe.customers.create({ name: 'A' }, { idempotencyKey: 'same' });
    await expect(at.stripe.customers.create({ name: 'B' }, { idempotencyKey: 'same' })).rejects.toMatchObject(
      {
        type: 'StripeIdempotencyError',
        statusCode: 400,
      },
    );
    await expect(at.stripe.products.create({ name: 'A' }, { idempotencyKey: 'same' })).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
    });
  });

  test('a declined card is kept, a wrong parameter is not', async () => {
    const ids = new Set<string>();
    for (let time = 0; time < 2; time += 1) {
      await pay('pm_card_chargeDeclined', 'declined').catch((error: Stripe.errors.StripeCardError) => {
        ids.add(error.payment_intent?.id ?? '');
      });
    }
    expect(ids.size).toBe(1);
    await expect(pay('pm_none', 'wrong')).rejects.toMatchObject({ code: 'resource_missing' });
    expect((await pay('pm_card_visa', 'right')).status).toBe('succeeded');
  });
});

describe('lists', () => {
  test('pages forwards, backwards and by itself', async () => {
    const made: string[] = [];
    for (let nr = 0; nr < 7; nr += 1) made.push((await at.stripe.products.create({ name: `P${nr}` })).id);
    const newest = made.toReversed();
    const first = await at.stripe.products.list({ limit: 3 });
    expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/products' });
    expect(first.data.map(({ id }) => id)).toEqual(newest.slice(0, 3));
    const second = await at.stripe.products.list({ limit: 3, starting_after: newest[2] ?? '' });
    expect(second.data.map(({ id }) => id)).toEqual(newest.slice(3, 6));
    const back = await at.stripe.products.list({ limit: 2, ending_before: newest[3] ?? '' });
    expect(back.data.map(({ id }) => id)).toEqual(newest.slice(1, 3));
    const all = await at.stripe.products.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(all.map(({ id }) => id)).toEqual(newest);
    await expect(at.stripe.products.list({ starting_after: 'prod_none' })).rejects.toMatchObject({
      code: 'resource_missing',
    });
  });
});

describe('objects', () => {
  test('metadata is merged, cleared by key and as a whole', async () => {
    const { id } = await at.stripe.customers.create({ metadata: { a: '1', b: '2' } });
    const update = async (metadata: Stripe.Emptyable<Stripe.MetadataParam>): Promise<Stripe.Metadata> =>
      (await at.stripe.customers.update(id, { metadata })).metadata;
    expect(await update({ b: '3', c: '4' })).toEqual({ a: '1', b: '3', c: '4' });
    expect(await update({ a: '' })).toEqual({ b: '3', c: '4' });
    expect(await update('')).toEqual({});
  });

  test('expands ids, in lists too, and refuses what is none', async () => {
    const product = await at.stripe.products.create({ name: 'X' });
    const price = await at.stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 500,
      expand: ['product'],
    });
    expect(price.product).toMatchObject({ object: 'product', name: 'X' });
    const listed = await at.stripe.prices.list({ product: product.id, expand: ['data.product'] });
    expect(listed.data[0]?.product).toMatchObject({ id: product.id });
    await expect(at.stripe.prices.retrieve(price.id, { expand: ['currency'] })).rejects.toMatchObject({
      param: 'expand',
    });
    await expect(at.stripe.prices.retrieve(price.id, { expand: ['nothing'] })).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  test('tax ids; a deleted customer', async () => {
    const { id } = await at.stripe.customers.create({
      tax_id_data: [{ type: 'eu_vat', value: 'DE123456789' }],
    });
    await at.stripe.customers.createTaxId(id, { type: 'eu_vat', value: 'FR12345678901' });
    const taxIds = (await at.stripe.customers.listTaxIds(id)).data;
    expect(taxIds.map(({ country }) => country)).toEqual(['FR', 'DE']);
    await at.stripe.customers.deleteTaxId(id, taxIds[0]?.id ?? '');
    expect(
      (await at.stripe.customers.retrieve(id, { expand: ['tax_ids'] })) as Stripe.Customer,
    ).toMatchObject({
      tax_ids: { data: [{ value: 'DE123456789' }] },
    });
    await at.stripe.customers.del(id);
    expect(await at.stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true });
  });

  test('the portal shows the card and the invoices only', async () => {
    const customer = await at.stripe.customers.create({});
    const session = await at.stripe.billingPortal.sessions.create({
      customer: customer.id,
      return_url: 'http://localhost/billing',
    });
    expect(session.url).toContain('/portal/');
    const configuration = await at.stripe.billingPortal.configurations.retrieve(
      session.configuration as string,
    );
    expect(configuration.features).toMatchObject({
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: false },
    });
  });
});
