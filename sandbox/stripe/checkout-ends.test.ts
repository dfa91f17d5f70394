import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, testSandbox, type Shop, type TestSandbox } from '#test/sandbox/sandbox.ts';
import { attempt, payCheckout } from '../main.ts';
import { NO_DETAILS } from './engine/payment-methods.ts';

let at: TestSandbox;
let shop: Shop;
beforeAll(async () => {
  at = await testSandbox();
  shop = await openShop(at, null);
});
afterAll(() => at.close());

type Input = Partial<Stripe.Checkout.SessionCreateParams>;
const begin = (
  mode: 'payment' | 'subscription' | 'setup',
  more: Input = {},
): Promise<Stripe.Checkout.Session> =>
  at.stripe.checkout.sessions.create({
    mode,
    customer: shop.customer.id,
    success_url: 'http://shop.test/thanks',
    ...(mode === 'setup'
      ? {}
      : { line_items: [{ price: mode === 'payment' ? shop.single.id : shop.small.id }] }),
    ...more,
  });

const CARD = { exp_month: 12, exp_year: 2030, cvc: '123' };
const pay = (id: string, number: string): ReturnType<typeof attempt> =>
  attempt(at.sandbox.context, async (work) =>
    payCheckout(work, await work.get('checkout.session', id), {
      card: { ...CARD, number },
      details: NO_DETAILS,
    }),
  );
const SECURE = '4000002500003155';

test('an expired session takes its intent along: confirming it charges nothing', async () => {
  const { id } = await begin('payment');
  expect((await pay(id, '4000000000000002')).ok).toBe(false);
  const before = await at.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
  const intent = before.payment_intent as Stripe.PaymentIntent;
  expect(intent.status).toBe('requires_payment_method');
  await at.stripe.checkout.sessions.expire(id);
  await expect(
    at.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }),
  ).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
  expect(await at.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: 'canceled',
    cancellation_reason: 'abandoned',
    canceled_at: expect.any(Number),
  });

  const setup = await begin('setup');
  await pay(setup.id, SECURE);
  const { setup_intent: saved } = await at.stripe.checkout.sessions.expire(setup.id);
  expect(await at.stripe.setupIntents.retrieve(saved as string)).toMatchObject({
    status: 'canceled',
    next_action: null,
  });
});

test('an expired session ends the subscription that nobody authenticated', async () => {
  const { id } = await begin('subscription');
  expect(await pay(id, SECURE)).toMatchObject({ ok: true, value: { is: 'authenticate' } });
  const begun = await at.stripe.checkout.sessions.retrieve(id, { expand: ['subscription'] });
  const subscription = begun.subscription as Stripe.Subscription;
  expect(subscription.status).toBe('incomplete');
  await at.stripe.checkout.sessions.expire(id);
  const ended = await at.stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] });
  expect(ended).toMatchObject({ status: 'incomplete_expired', latest_invoice: { status: 'void' } });
  const open = await at.stripe.paymentIntents.list({ customer: shop.customer.id });
  expect(open.data.filter(({ status }) => status === 'requires_action')).toEqual([]);
});

test.each([
  ['exempt', 'customer_exempt'],
  ['reverse', 'reverse_charge'],
] as const)('a customer whose tax_exempt is %s pays no tax', async (exempt, reason) => {
  await at.stripe.customers.update(shop.customer.id, { tax_exempt: exempt });
  const line_items = [{ price: shop.single.id, tax_rates: [shop.vat.id] }];
  const free = await begin('payment', { line_items });
  expect(free).toMatchObject({ amount_total: 7900, total_details: { amount_tax: 0 } });
  const { data } = await at.stripe.checkout.sessions.listLineItems(free.id, { expand: ['data.taxes'] });
  expect(data[0]?.taxes).toMatchObject([{ amount: 0, taxability_reason: reason }]);
  await pay(free.id, '4242424242424242');
  expect(await at.stripe.checkout.sessions.retrieve(free.id)).toMatchObject({
    payment_status: 'paid',
    customer_details: { tax_exempt: exempt },
  });
  await at.stripe.customers.update(shop.customer.id, { tax_exempt: 'none' });
  expect(await begin('payment', { line_items })).toMatchObject({ amount_total: 9717 });
});

test('a coupon of a payment is counted when it is paid, and only then', async () => {
  const coupon = await at.stripe.coupons.create({ percent_off: 10, duration: 'once', max_redemptions: 1 });
  const code = await at.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id } });
  const { id } = await begin('payment', { discounts: [{ promotion_code: code.id }] });
  await pay(id, '4000000000000002');
  expect(await at.stripe.coupons.retrieve(coupon.id)).toMatchObject({ times_redeemed: 0, valid: true });
  await pay(id, '4242424242424242');
  expect(await at.stripe.coupons.retrieve(coupon.id)).toMatchObject({ times_redeemed: 1, valid: false });
  expect((await at.stripe.promotionCodes.retrieve(code.id)).times_redeemed).toBe(1);
  await expect(begin('payment', { discounts: [{ coupon: coupon.id }] })).rejects.toMatchObject({
    code: 'coupon_expired',
  });
});
