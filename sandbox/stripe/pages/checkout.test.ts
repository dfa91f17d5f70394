import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, open, submit, typed, type Page } from '#test/sandbox/browser.ts';
import { openShop, testSandbox, type Shop, type TestSandbox } from '#test/sandbox/sandbox.ts';

const OK = '4242424242424242';
const SECURE = '4000002500003155';
const SUCCESS = 'http://shop.test/thanks?session={CHECKOUT_SESSION_ID}';
const CANCEL = 'http://shop.test/plans';
let at: TestSandbox;
let shop: Shop;
beforeAll(async () => {
  at = await testSandbox();
  shop = await openShop(at, null);
});
afterAll(() => at.close());

type Input = Stripe.Checkout.SessionCreateParams;
const checkout = (input: Omit<Input, 'success_url'>): Promise<Stripe.Checkout.Session> =>
  at.stripe.checkout.sessions.create({ success_url: SUCCESS, cancel_url: CANCEL, ...input });
const topUp = (more: Partial<Input> = {}): Promise<Stripe.Checkout.Session> =>
  checkout({
    mode: 'payment',
    customer: shop.customer.id,
    line_items: [{ price: shop.single.id, quantity: 3 }],
    ...more,
  });
const subscription = (more: Partial<Input> = {}): Promise<Stripe.Checkout.Session> =>
  checkout({
    mode: 'subscription',
    customer: shop.customer.id,
    line_items: [{ price: shop.small.id }],
    ...more,
  });
const reload = (session: Stripe.Checkout.Session): Promise<Stripe.Checkout.Session> =>
  at.stripe.checkout.sessions.retrieve(session.id);
const pay = async (
  session: Stripe.Checkout.Session,
  number: string,
  more: Record<string, string> = {},
): Promise<Page> => submit(formOf(await open(session.url ?? ''), session.id), { ...typed(number), ...more });
const thanks = ({ id }: Stripe.Checkout.Session): string => `http://shop.test/thanks?session=${id}`;
const chargesOf = async (): Promise<number> => {
  const { rows } = await at.sandbox.context.pool.query<{ n: number }>(
    `select count(*)::int as n from sandbox_stripe.objects where kind = 'charge' and data ->> 'status' = 'succeeded'`,
  );
  return rows[0]?.n ?? 0;
};
const subscriptionsOf = async (): Promise<string[]> =>
  (await at.stripe.subscriptions.list({ customer: shop.customer.id, status: 'all' })).data.map(
    ({ status }) => status,
  );

describe('a payment', () => {
  test('shows what is bought and is never stored on the way', async () => {
    const session = await topUp({
      line_items: [{ price: shop.single.id, quantity: 3, tax_rates: [shop.vat.id] }],
    });
    const page = await open(session.url ?? '');
    expect(page.text).toContain('Sandbox: no money moves');
    expect(page.text).toContain('Quantity 3 × $79.00');
    expect(page.text).toContain('Subtotal $237.00');
    expect(page.text).toContain('VAT (23%) $54.51');
    expect(page.text).toContain('Total due now $291.51');
    expect(page.text).toContain('Pay $291.51');
    for (const label of ['Card number', 'Expiry', 'CVC', 'Name on card', 'Billing country'])
      expect(page.html).toMatch(new RegExp(`<label for="\\w+">${label}`));
    expect(page.html).toContain(`href="${CANCEL}"`);
    expect(formOf(page, session.id).values['country']).toBe('DE');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self' http://shop.test");
    expect(policy).not.toContain('unsafe');
  });

  test('success leads to success_url with the session id', async () => {
    const session = await topUp();
    const done = await pay(session, '4242 4242 4242 4242');
    expect(done).toMatchObject({ status: 303, url: thanks(session) });
    expect(await reload(session)).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
    const after = await open(session.url ?? '');
    expect(after.text).toContain('It cannot be paid again');
    expect(after.html).toContain(thanks(session));
  });

  test.each([
    ['4000000000000002', 'number', 'Your card was declined.'],
    ['4000000000009995', 'number', 'Your card has insufficient funds.'],
    ['4000000000000069', 'number', 'Your card has expired.'],
    ['4000000000000127', 'cvc', "Your card's security code is incorrect."],
    ['4111111111111111', 'number', 'The sandbox only takes test cards'],
    ['4242424242424241', 'number', 'Your card number is incorrect.'],
  ])('%s is refused at the field %s', async (number, field, message) => {
    const session = await topUp();
    const page = await pay(session, number);
    expect(page.status).toBe(422);
    expect(page.text).toContain(message);
    expect(page.html).toMatch(
      new RegExp(`name="${field}"[^>]*aria-invalid="true" aria-describedby="${field}-error" autofocus`),
    );
    expect(page.html).toContain(`id="${field}-error"`);
    expect(page.html).not.toContain(`value="${number}"`);
    expect(page.html).toContain('value="Anna Example"');
    expect((await reload(session)).status).toBe('open');
    expect((await submit(formOf(page, session.id), typed(OK))).url).toBe(thanks(session));
  });

  test('what is missing is said at its field, the first gets the focus', async () => {
    const session = await topUp();
    const form = formOf(await open(session.url ?? ''), session.id);
    const page = await submit({ ...form, values: {} });
    expect(page.status).toBe(422);
    for (const field of ['number', 'expiry', 'cvc', 'name', 'country'])
      expect(page.html).toContain(`id="${field}-error"`);
    expect(page.html.match(/autofocus/g)).toHaveLength(1);
    expect(page.html).toMatch(/name="number"[^>]*autofocus/);
    const late = await pay(session, OK, { expiry: '01/20' });
    expect(late.html).toMatch(/id="expiry-error">Your card&#39;s expiration year is invalid/);
  });

  test('3-D Secure passed, and failed', async () => {
    const session = await topUp();
    const bank = await pay(session, SECURE);
    expect(bank.text).toContain('Complete authentication');
    expect(bank.text).toContain('Pay $237.00');
    expect(bank.text).toContain('Visa ending in 3155');
    const back = await submit(formOf(bank), { outcome: 'failed' });
    expect(new URL(back.url).pathname).toBe(`/checkout/${session.id}`);
    expect(back.html).toMatch(/id="number-error">We are unable to authenticate your payment method/);
    const again = await submit(formOf(back, session.id), typed(SECURE));
    expect((await submit(formOf(again), { outcome: 'passed' })).url).toBe(thanks(session));
    expect((await reload(session)).payment_status).toBe('paid');
  });

  test('a card that fails 3-D Secure fails whatever is pressed', async () => {
    const session = await topUp();
    const bank = await pay(session, '4000008400001280');
    expect((await submit(formOf(bank), { outcome: 'passed' })).text).toContain('unable to authenticate');
    expect((await reload(session)).status).toBe('open');
  });

  test('sent twice, at once and after, it is one charge', async () => {
    const session = await topUp();
    const before = await chargesOf();
    const form = formOf(await open(session.url ?? ''), session.id);
    const all = await Promise.all([1, 2, 3, 4].map(() => submit(form, typed(OK))));
    all.push(await submit(form, typed(OK)));
    expect(all.map(({ url }) => url)).toEqual(all.map(() => thanks(session)));
    expect(await chargesOf()).toBe(before + 1);
  });

  test('an expired session says so and takes nothing', async () => {
    const session = await topUp({ customer: undefined as never, customer_email: 'a@example.test' });
    const form = formOf(await open(session.url ?? ''), session.id);
    const secure = await submit(form, typed(SECURE));
    at.wall.now += 25 * 3_600_000;
    const before = await chargesOf();
    expect(await open(session.url ?? '')).toMatchObject({ status: 410 });
    const page = await submit(form, { ...typed(OK), once: '' });
    expect(page.text).toContain('This checkout has expired');
    expect(page.html).toContain(CANCEL);
    expect((await submit(formOf(secure), { outcome: 'passed' })).text).toContain('This checkout has expired');
    expect(await chargesOf()).toBe(before);
    expect((await reload(session)).status).toBe('expired');
  });

  test('without a customer it asks for the email', async () => {
    const session = await checkout({ mode: 'payment', line_items: [{ price: shop.single.id, quantity: 1 }] });
    expect((await pay(session, OK, { email: 'nobody' })).html).toMatch(/name="email"[^>]*autofocus/);
    expect((await pay(session, OK, { email: 'new@example.test' })).url).toBe(thanks(session));
    expect((await reload(session)).customer_details?.email).toBe('new@example.test');
  });

  test('a test card is filled in by its link', async () => {
    const session = await topUp();
    const page = await open(`${session.url}?card=insufficient_funds`);
    expect(formOf(page, session.id).values).toMatchObject({ number: '4000 0000 0000 9995', cvc: '123' });
    for (const label of [
      'Success',
      'Declined',
      'Insufficient funds',
      'Expired',
      '3-D Secure pass',
      '3-D Secure fail',
    ])
      expect(page.text).toContain(label);
    expect(page.text).toContain('Fails at the first renewal');
  });
});

const withCode = async (
  terms: Partial<Stripe.CouponCreateParams>,
  code: string,
  restrictions: Stripe.PromotionCodeCreateParams.Restrictions = {},
): Promise<Stripe.Coupon> => {
  const coupon = await at.stripe.coupons.create({ duration: 'once', ...terms });
  await at.stripe.promotionCodes.create({
    code,
    promotion: { type: 'coupon', coupon: coupon.id },
    restrictions,
  });
  return coupon;
};
const apply = async (session: Stripe.Checkout.Session, code: string): Promise<Page> =>
  submit(formOf(await open(session.url ?? ''), '/code'), { promotion_code: code });

describe('a promotion code', () => {
  test('lowers the price before paying, and can be taken back', async () => {
    await withCode({ percent_off: 10 }, 'SPRING');
    const session = await topUp({
      allow_promotion_codes: true,
      line_items: [{ price: shop.single.id, quantity: 1, tax_rates: [shop.vat.id] }],
    });
    const wrong = await apply(session, 'NOPE"><script>');
    expect(wrong.status).toBe(422);
    expect(wrong.html).toMatch(/id="promotion_code-error">This code is invalid/);
    expect(wrong.html).not.toContain('<script>');
    expect((await apply(session, '')).text).toContain('Enter a promotion code.');
    const page = await apply(session, 'spring');
    expect(page.text).toContain('SPRING (10% off) -$7.90');
    expect(page.text).toContain('VAT (23%) $16.35');
    expect(page.text).toContain('Total due now $87.45');
    expect((await submit(formOf(page, '/code'))).text).toContain('Total due now $97.17');
    await apply(session, 'SPRING');
    await pay(session, OK);
    const paid = await at.stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
    expect(paid).toMatchObject({ amount_total: 8745, payment_intent: { amount_received: 8745 } });
  });

  test('of the whole price needs no card', async () => {
    await withCode({ percent_off: 100 }, 'GIFT');
    const session = await topUp({ allow_promotion_codes: true });
    const page = await apply(session, 'GIFT');
    expect(page.html).not.toContain('Card number');
    const done = await submit(formOf(page, session.id), { country: 'DE' });
    expect(done.url).toBe(thanks(session));
    expect((await reload(session)).payment_status).toBe('no_payment_required');
  });

  test('of a subscription goes into its invoices', async () => {
    await withCode({ percent_off: 50, duration: 'forever' }, 'HALF');
    const session = await subscription({ allow_promotion_codes: true });
    const page = await apply(session, 'HALF');
    expect(page.text).toContain('Then $49.50 per month');
    await submit(formOf(page, session.id), typed(OK));
    const { invoice } = await at.stripe.checkout.sessions.retrieve(session.id, { expand: ['invoice'] });
    expect(invoice).toMatchObject({ total: 4950, status: 'paid' });
  });

  test('is refused to whom it is not for, and where codes are not taken', async () => {
    await withCode({ percent_off: 5 }, 'FIRST', { first_time_transaction: true });
    await pay(await topUp(), OK);
    const session = await topUp({ allow_promotion_codes: true });
    expect((await apply(session, 'FIRST')).text).toContain('has prior transactions');
    const without = await topUp();
    const sent = await submit({ action: `${without.url}/code`, values: { promotion_code: 'SPRING' } });
    expect(sent.status).toBe(422);
    expect((await reload(without)).amount_total).toBe(23_700);
  });
});

describe('a subscription', () => {
  test('with a trial costs nothing now and keeps the card', async () => {
    const session = await subscription({
      subscription_data: { trial_period_days: 14, default_tax_rates: [shop.vat.id] },
    });
    const page = await open(session.url ?? '');
    expect(page.text).toContain('Total due now $0.00');
    expect(page.text).toContain('Trial ends Feb 14, 2026');
    expect(page.text).toContain('After the trial $121.77 per month');
    expect(page.text).toContain('Start trial');
    const bank = await pay(session, SECURE);
    expect(bank.text).toContain('Save your card for later payments');
    expect((await submit(formOf(bank), { outcome: 'passed' })).url).toBe(thanks(session));
    const done = await at.stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
    expect(done).toMatchObject({ status: 'complete', subscription: { status: 'trialing' } });
  });

  test('without a trial is paid at once', async () => {
    const session = await subscription();
    expect((await open(session.url ?? '')).text).toContain('Pay $99.00 and subscribe');
    expect((await pay(session, OK)).url).toBe(thanks(session));
    const done = await at.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['subscription', 'invoice'],
    });
    expect(done).toMatchObject({
      subscription: { status: 'active' },
      invoice: { status: 'paid', total: 9900 },
    });
  });

  test('begun again beside an open 3-D Secure page is still one', async () => {
    const session = await subscription();
    const before = await subscriptionsOf();
    const first = await pay(session, SECURE);
    const second = await pay(session, SECURE);
    expect((await submit(formOf(second), { outcome: 'passed' })).url).toBe(thanks(session));
    expect((await submit(formOf(first), { outcome: 'passed' })).text).toContain(
      'The payment was canceled meanwhile.',
    );
    const added = (await subscriptionsOf()).slice(0, 2);
    expect(added.toSorted()).toEqual(['active', 'incomplete_expired']);
    expect(await subscriptionsOf()).toHaveLength(before.length + 2);
  });

  test('sent twice to 3-D Secure is one page of the bank', async () => {
    const session = await subscription();
    const form = formOf(await open(session.url ?? ''), session.id);
    const [first, second] = [await submit(form, typed(SECURE)), await submit(form, typed(SECURE))];
    expect(second.url).toBe(first.url);
    const bank = formOf(first);
    const both = await Promise.all([
      submit(bank, { outcome: 'passed' }),
      submit(bank, { outcome: 'passed' }),
    ]);
    expect(both.map(({ url }) => url)).toEqual([thanks(session), thanks(session)]);
  });

  test('a card of the row pays now and fails at the renewal', async () => {
    const session = await subscription();
    expect((await pay(session, '4000000000003055')).url).toBe(thanks(session));
    const end = (await at.stripe.testHelpers.testClocks.retrieve(shop.clock.id)).frozen_time + 32 * 86_400;
    await at.stripe.testHelpers.testClocks.advance(shop.clock.id, { frozen_time: end });
    await at.sandbox.settled();
    const id = (await reload(session)).subscription as string;
    expect((await at.stripe.subscriptions.retrieve(id)).status).toBe('past_due');
  });
});

describe('saving a card', () => {
  test('sets up the card without paying', async () => {
    const session = await checkout({ mode: 'setup', currency: 'usd', customer: shop.customer.id });
    const page = await open(session.url ?? '');
    expect(page.text).toContain('Nothing is paid now.');
    expect(page.text).toContain('Save card');
    expect((await pay(session, '4000000000009995')).text).toContain('Your card has insufficient funds.');
    expect((await pay(session, OK)).url).toBe(thanks(session));
    const done = await at.stripe.checkout.sessions.retrieve(session.id, { expand: ['setup_intent'] });
    expect(done).toMatchObject({ status: 'complete', setup_intent: { status: 'succeeded' } });
  });
});
