import { connect } from 'node:net';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, open, submit, typed } from '#test/sandbox/browser.ts';
import { openShop, testSandbox, type Shop, type TestSandbox } from '#test/sandbox/sandbox.ts';

const RETURN = 'http://shop.test/back?kept=1';
let at: TestSandbox;
let shop: Shop;
beforeAll(async () => {
  at = await testSandbox();
  shop = await openShop(at, null);
});
afterAll(() => at.close());

const payment = (more: Partial<Stripe.PaymentIntentCreateParams> = {}): Promise<Stripe.PaymentIntent> =>
  at.stripe.paymentIntents.create({
    amount: 7900,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_authenticationRequired',
    return_url: RETURN,
    ...more,
  });
const setup = (): Promise<Stripe.SetupIntent> =>
  at.stripe.setupIntents.create({
    customer: shop.customer.id,
    confirm: true,
    payment_method: 'pm_card_authenticationRequiredOnSetup',
    return_url: RETURN,
  });
const pageOf = (intent: Stripe.PaymentIntent | Stripe.SetupIntent): string =>
  intent.next_action?.redirect_to_url?.url ?? '';

describe('the page of the bank', () => {
  test.each([
    ['passed', 'succeeded', 'succeeded'],
    ['failed', 'failed', 'requires_payment_method'],
  ])('%s returns to the shop', async (outcome, redirected, status) => {
    const intent = await payment();
    const page = await open(pageOf(intent));
    expect(page.text).toContain('Complete authentication');
    expect(page.text).toContain('Fail authentication');
    const back = new URL((await submit(formOf(page), { outcome })).url);
    expect(back.origin + back.pathname).toBe('http://shop.test/back');
    expect(Object.fromEntries(back.searchParams)).toEqual({
      kept: '1',
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: redirected,
    });
    expect((await at.stripe.paymentIntents.retrieve(intent.id)).status).toBe(status);
    const again = await open(pageOf(intent));
    expect(again.html).toContain(`data-result="${redirected}"`);
  });

  test('of a setup intent likewise, and pressed twice it is once', async () => {
    const intent = await setup();
    const form = formOf(await open(pageOf(intent)));
    const both = await Promise.all([
      submit(form, { outcome: 'passed' }),
      submit(form, { outcome: 'failed' }),
    ]);
    expect(both.map(({ url }) => new URL(url).searchParams.get('redirect_status'))).toEqual(
      both.map(() => new URL(both[0]?.url ?? '').searchParams.get('redirect_status')),
    );
    expect(new URL(both[0]?.url ?? '').searchParams.get('setup_intent')).toBe(intent.id);
  });

  test('without an address to return to it says what came of it', async () => {
    const intent = await payment({ return_url: undefined as never, use_stripe_sdk: true });
    const { url } = at.sandbox;
    const page = await open(`${url}/authenticate/${intent.id}?client_secret=${intent.client_secret}`);
    const done = await submit(formOf(page), { outcome: 'passed' });
    expect(done.text).toContain('Authentication complete');
    expect(done.html).toContain(`data-result="succeeded" data-intent="${intent.id}"`);
  });

  test('in a frame it stays there and tells the page of the address to return to, no other', async () => {
    const intent = await payment();
    const page = await open(`${pageOf(intent)}&framed=1&origin=http://other.test`);
    const done = await submit(formOf(page), { outcome: 'passed' });
    expect(done.html).toContain(
      `data-result="succeeded" data-intent="${intent.id}" data-origin="http://shop.test"`,
    );
    const without = await payment({ return_url: undefined as never, use_stripe_sdk: true });
    const address = `${at.sandbox.url}/authenticate/${without.id}?client_secret=${without.client_secret}`;
    const form = formOf(await open(`${address}&origin=http://shop.test/pay`));
    expect((await submit(form, { outcome: 'failed' })).html).toContain('data-origin="http://shop.test"');
    expect((await open(`${address}&origin=javascript:alert(1)`)).html).toContain('data-origin=""');
  });

  test('needs the right client secret', async () => {
    const intent = await payment();
    const { url } = at.sandbox;
    for (const query of [
      '',
      '?client_secret=',
      '?client_secret=pi_1_secret_2',
      `?client_secret=${'x'.repeat(5000)}`,
    ]) {
      const address = `${url}/authenticate/${intent.id}${query}`;
      expect((await open(address)).status).toBe(404);
      expect((await submit({ action: address, values: { outcome: 'passed' } })).status).toBe(404);
    }
    expect((await at.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_action');
  });

  test("a portal of another customer doesn't get the card", async () => {
    const other = await openShop(at);
    const { url } = await at.stripe.billingPortal.sessions.create({ customer: other.customer.id });
    const intent = await setup();
    const page = await open(`${pageOf(intent)}&portal=${url.split('/').at(-1)}`);
    expect(page.html).not.toContain('portal=');
  });
});

describe('garbage', () => {
  test.each([
    '/',
    '/checkout',
    '/checkout/',
    '/checkout/cs_test_x',
    `/checkout/cs_test_${'a'.repeat(58)}`,
    `/checkout/cs_test_${'a'.repeat(3000)}`,
    '/checkout/%00',
    '/checkout/..%2f..%2fetc%2fpasswd',
    '/portal/x',
    `/portal/${'a'.repeat(40)}`,
    `/portal/${'a'.repeat(40)}/card`,
    '/authenticate/ch_1',
    '/invoices/in_1',
    '/assets/constructor',
    '/assets/..',
    '/assets/assets.ts',
    '/__proto__',
  ])('%s is not there', async (path) => {
    const page = await open(at.sandbox.url + path);
    expect(page.status).toBe(404);
    expect(page.text).toContain('Sandbox: no money moves');
    expect((await open(at.sandbox.url + path, { method: 'POST', body: 'a=b' })).status).toBeOneOf([404, 405]);
  });

  test('in a form is refused, escaped and bounded', async () => {
    const session = await at.stripe.checkout.sessions.create({
      mode: 'payment',
      success_url: 'javascript:alert(1)',
      cancel_url: 'javascript:alert(2)',
      line_items: [{ price: shop.single.id, quantity: 1 }],
      customer_email: '"><script>alert(3)</script>@example.test',
    });
    const page = await open(session.url ?? '');
    expect(page.html).not.toContain('javascript:');
    expect(page.html).not.toContain('<script>');
    const form = formOf(page, session.id);
    for (const values of [
      { number: '\0'.repeat(50), name: '\uD800', country: '__proto__', expiry: '99/99', cvc: 'abc' },
      { number: '٤٢٤٢', name: '<b>&"\'', country: 'ZZ', expiry: '0/0', cvc: '' },
      { once: '../../etc', number: '-'.repeat(40) },
    ])
      expect((await submit(form, values)).status).toBe(422);
    const odd = await submit(form, { ...typed('4242424242424242'), cvc: '1', name: '<b>&"\'' });
    expect(odd.html).toContain('&lt;b&gt;&amp;&quot;&#39;');
    expect((await submit(form, { name: 'x'.repeat(25_000) })).status).toBe(413);
    expect((await open(session.url ?? '', { method: 'PUT' })).status).toBe(405);
    const name = `A\0${'n'.repeat(5000)}`;
    const done = await submit(form, { ...typed('4242424242424242'), name });
    expect(done.text).toContain('This checkout is complete.');
    const { customer_details: details } = await at.stripe.checkout.sessions.retrieve(session.id);
    expect(details?.name).toBe(`A${'n'.repeat(99)}`);
  });

  test('on the line breaks nothing', async () => {
    const { hostname, port } = new URL(at.sandbox.url);
    for (const line of ['GET // HTTP/1.1', 'GET http:// HTTP/1.1', 'GET /\\ HTTP/1.1', 'POST /%ff HTTP/1.1'])
      expect(await raw(hostname, Number(port), `${line}\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1.1 4/,
      );
    const huge = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\n${'x'.repeat(1_100_000)}`;
    expect(await raw(hostname, Number(port), huge)).toMatch(/^HTTP\/1.1 400/);
    expect((await open(`${at.sandbox.url}/assets/style.css`)).status).toBe(200);
  });
});

test('card numbers stay out of the database', async () => {
  const session = await at.stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'http://shop.test/',
    line_items: [{ price: shop.single.id, quantity: 1 }],
    customer_email: 'a@example.test',
  });
  const page = await open(session.url ?? '');
  for (const number of ['4000000000009995', '5555555555554444'])
    await submit(formOf(page, session.id), typed(number));
  await at.sandbox.settled();
  for (const table of ['objects', 'idempotency_keys', 'deliveries', 'settings']) {
    const { rows } = await at.sandbox.context.pool.query(
      `select 1 from sandbox_stripe.${table} t where t::text ~ '4000000000009995|5555555555554444'`,
    );
    expect(rows).toEqual([]);
  }
});

const raw = (host: string, port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, host, () => socket.write(text));
    socket.on('data', (data) => (answer += data.toString('latin1')));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
