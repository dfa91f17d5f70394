import { describe, expect } from 'vitest';
import { DEV_TOKEN, testApp } from '#test/api/app.ts';
import { test as base } from '#test/api/test.ts';

const HEADERS = {
  host: 'localhost:4000',
  origin: 'http://localhost:4000',
  cookie: `talkback_dev=${DEV_TOKEN}`,
};
const evil = '<script>alert(1)</script>@example.test';

const test = base
  .extend('options', { scope: 'file' }, { sandbox: true })
  .extend('get', { scope: 'file' }, ({ app }) => async (url: string) => {
    const { statusCode, body, headers } = await app.http.inject({ url, headers: HEADERS });
    return { statusCode, body, headers };
  })
  .extend('press', { scope: 'file' }, ({ app }) => async (url: string, headers = {}) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await app.http.inject({
      method: 'POST',
      url,
      payload: '',
      headers: { ...HEADERS, ...type, ...headers },
    });
    return { statusCode: answer.statusCode, body: answer.body, to: String(answer.headers['location']) };
  })
  /** A subscriber at the provider with a clock of their own. */
  .extend('customer', { scope: 'file' }, async ({ stripe, start }) => {
    const frozen_time = Math.floor(start.epochMilliseconds / 1000);
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time });
    const customer = await stripe.customers.create({
      email: evil,
      test_clock: clock.id,
      payment_method: 'pm_card_visa',
    });
    const [method] = (await stripe.customers.listPaymentMethods(customer.id)).data;
    const product = await stripe.products.create({ name: 'Studio' });
    const price = await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 8900,
      nickname: 'Studio 1',
      recurring: { interval: 'month' },
    });
    await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      default_payment_method: method?.id ?? '',
    });
    return customer.id;
  });

describe('/dev/payments', () => {
  test("shows each customer's state, escaped, with buttons for their clock", async ({ get, customer }) => {
    const { statusCode, body, headers } = await get('/dev/payments');
    expect(statusCode).toBe(200);
    expect(body).toContain('active: Studio 1, $89.00 per month, until 2026-12-21 12:00 UTC');
    expect(body).toContain('Visa ending in 4242');
    expect(body).toMatch(/<a href="http:\S+">\S+<\/a>, 2026-11-21 12:00 UTC: \$89\.00, paid/);
    for (const by of ['1d', 'next', '1mo'])
      expect(body).toContain(`action="/dev/payments/customers/${customer}/clock/${by}"`);
    expect(body).toContain('&lt;script&gt;');
    expect(body).not.toContain('<script');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*form-action 'self'/);
    expect((await get('/dev/outbox')).body).toContain('<a href="/dev/payments">Payments</a>');
    expect((await get('/dev/payments/style.css')).headers['content-type']).toContain('text/css');
  });

  test('moves a clock and says where it is', async ({ get, press, customer }) => {
    const { statusCode, to } = await press(`/dev/payments/customers/${customer}/clock/1mo`);
    expect(statusCode).toBe(303);
    const { body } = await get(to);
    expect(body).toContain('It is 2026-12-21 12:00 UTC now.');
    expect(body).toContain('Next event at 2026-12-21 13:00 UTC.');
  });

  test('holds new events back, lets them go and sends one again', async ({
    get,
    press,
    customer,
    stripe,
  }) => {
    expect((await press('/dev/payments/events/all/hold')).to).toBe('/dev/payments/events?said=held');
    const { id } = await stripe.customers.update(customer, { name: 'Anna' });
    const { body } = await get(`/dev/payments/events?customer=${id}`);
    const [event] = (await stripe.events.list({ type: 'customer.updated', limit: 1 })).data;
    expect(body).toContain('Held back after 0 tries.');
    expect(body).toContain('Let all events go');
    expect((await press(`/dev/payments/events/${event?.id}/hold`)).statusCode).toBe(409);
    expect((await press('/dev/payments/events/all/release')).statusCode).toBe(303);
    const again = await press(`/dev/payments/events/${event?.id}/send`);
    expect((await get(again.to)).body).toContain('Sent again.');
    expect((await get('/dev/payments/events')).body).not.toContain('Held back');
  });

  test('a refusal is shown where the button was', async ({ press }) => {
    const { statusCode, body } = await press('/dev/payments/customers/cus_none/clock/1d');
    expect([statusCode, body]).toEqual([
      409,
      expect.stringContaining('The sandbox has no customer cus_none.'),
    ]);
  });

  test('is for the holder of the token, from these pages', async ({ app, press, customer }) => {
    const move = `/dev/payments/customers/${customer}/clock/1d`;
    expect((await press(move, { cookie: '' })).statusCode).toBe(404);
    expect((await press(move, { origin: 'https://evil.test' })).statusCode).toBe(403);
    const { statusCode } = await app.http.inject({
      url: '/dev/payments',
      headers: { host: HEADERS.host },
    });
    expect(statusCode).toBe(404);
  });
});

test('/dev/payments is absent without a sandbox, also for who has the token', async () => {
  const other = await testApp();
  for (const url of ['/dev/payments', '/dev/payments/events', '/dev/payments/style.css'])
    expect((await other.http.inject({ url, headers: HEADERS })).statusCode).toBe(404);
  const { body } = await other.http.inject({ url: '/dev/outbox', headers: HEADERS });
  expect(body).not.toContain('/dev/payments');
  await other.close();
});
