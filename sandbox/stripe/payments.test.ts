import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShop, testSandbox, typesOf, type Shop, type TestSandbox } from '#test/sandbox/sandbox.ts';
import { attempt, decideDispute, dispute } from './commands.ts';
import { authenticate, payCheckout, type CheckoutResult } from './engine/checkout.ts';
import { NO_DETAILS } from './engine/payment-methods.ts';

let at: TestSandbox;
let shop: Shop;
beforeAll(async () => {
  at = await testSandbox();
  shop = await openShop(at);
});
afterAll(() => at.close());

const SUCCESS = 'http://localhost/thanks?session={CHECKOUT_SESSION_ID}';

/** Pays as the hosted page does. */
const pay = (id: string, number: string): ReturnType<typeof attempt<CheckoutResult>> =>
  attempt(at.sandbox.context, async (work) =>
    payCheckout(work, await work.get('checkout.session', id), {
      card: { number, exp_month: 12, exp_year: 2030, cvc: '123' },
      details: { ...NO_DETAILS, name: 'Anna' },
    }),
  );

const topUp = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}): Promise<Stripe.Checkout.Session> =>
  at.stripe.checkout.sessions.create({
    mode: 'payment',
    customer: shop.customer.id,
    success_url: SUCCESS,
    line_items: [{ price: shop.single.id, quantity: 3, tax_rates: [shop.vat.id] }],
    payment_intent_data: { metadata: { cause: 'top-up' } },
    ...more,
  });

describe('checkout', () => {
  test('a top-up: declined, then paid, refunded in part and wholly', async () => {
    const session = await topUp();
    expect(session).toMatchObject({ status: 'open', amount_subtotal: 23_700, amount_total: 29_151 });
    expect(session.url).toContain('/checkout/cs_test_');
    const declined = await pay(session.id, '4000000000009995');
    expect(declined).toMatchObject({ ok: false, error: { body: { decline_code: 'insufficient_funds' } } });
    expect(await pay(session.id, '4242 4242 4242 4242')).toMatchObject({ ok: true, value: { is: 'done' } });
    const done = await at.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent', 'line_items'],
    });
    expect(done).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
    expect(done.line_items?.data[0]).toMatchObject({ quantity: 3, amount_tax: 5451 });
    const intent = done.payment_intent as Stripe.PaymentIntent;
    expect(intent).toMatchObject({ status: 'succeeded', metadata: { cause: 'top-up' } });

    await at.stripe.refunds.create({ payment_intent: intent.id, amount: 151 });
    await at.stripe.refunds.create({ payment_intent: intent.id });
    const charge = await at.stripe.charges.retrieve(intent.latest_charge as string);
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 29_151 });
    await expect(at.stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    await at.sandbox.settled();
    expect(typesOf(at.events)).toEqual(
      expect.arrayContaining([
        'checkout.session.completed',
        'charge.failed',
        'refund.created',
        'charge.refunded',
      ]),
    );
  });

  test('3-D Secure on the page: failed leaves it open, passed completes it', async () => {
    const session = await topUp();
    for (const [answer, status] of [
      ['failed', 'open'],
      ['passed', 'complete'],
    ] as const) {
      const asked = await pay(session.id, '4000002760003184');
      if (!asked.ok || asked.value.is !== 'authenticate') throw new Error('no authentication');
      const { intent } = asked.value;
      await attempt(at.sandbox.context, async (work) =>
        authenticate(work, await work.get('payment_intent', intent), answer),
      );
      expect((await at.stripe.checkout.sessions.retrieve(session.id)).status).toBe(status);
    }
  });

  test('a trial takes a card and charges nothing', async () => {
    const session = await at.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: shop.customer.id,
      success_url: SUCCESS,
      line_items: [{ price: shop.small.id, quantity: 1, tax_rates: [shop.vat.id] }],
      subscription_data: { trial_period_days: 14, metadata: { person: '1' } },
    });
    expect(session.amount_total).toBe(0);
    expect(await pay(session.id, '4242424242424242')).toMatchObject({ ok: true });
    const done = await at.stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
    expect(done).toMatchObject({ status: 'complete', payment_status: 'no_payment_required' });
    expect(done.subscription).toMatchObject({ status: 'trialing', metadata: { person: '1' } });
    expect((done.subscription as Stripe.Subscription).default_payment_method).toMatch(/^pm_/);
  });

  test('a subscription that is declined leaves nothing behind', async () => {
    const session = await at.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: shop.customer.id,
      success_url: SUCCESS,
      line_items: [{ price: shop.large.id, quantity: 1 }],
      allow_promotion_codes: true,
    });
    const before = (await at.stripe.subscriptions.list({ customer: shop.customer.id, status: 'all' })).data;
    expect(await pay(session.id, '4000000000000341')).toMatchObject({ ok: false });
    const after = (await at.stripe.subscriptions.list({ customer: shop.customer.id, status: 'all' })).data;
    expect(after).toHaveLength(before.length);
    expect(await pay(session.id, '4242424242424242')).toMatchObject({ ok: true });
    const done = await at.stripe.checkout.sessions.retrieve(session.id, { expand: ['invoice'] });
    expect(done.invoice).toMatchObject({ status: 'paid', total: 19_900 });
  });

  test('saving a card, and expiring a session', async () => {
    const session = await at.stripe.checkout.sessions.create({
      mode: 'setup',
      currency: 'usd',
      customer: shop.customer.id,
      success_url: SUCCESS,
    });
    expect(await pay(session.id, '5555555555554444')).toMatchObject({ ok: true });
    const other = await topUp();
    expect(await at.stripe.checkout.sessions.expire(other.id)).toMatchObject({
      status: 'expired',
      url: null,
    });
    expect(await pay(other.id, '4242424242424242')).toMatchObject({ ok: false });
  });
});

describe('coupons', () => {
  test('by line on the discounted net, halves up', async () => {
    const coupon = await at.stripe.coupons.create({ percent_off: 12.5, duration: 'once' });
    const code = await at.stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      code: 'SPRING',
      max_redemptions: 1,
    });
    const found = await at.stripe.promotionCodes.list({ code: 'spring', active: true });
    expect(found.data[0]?.id).toBe(code.id);
    const subscription = await at.stripe.subscriptions.create({
      customer: shop.customer.id,
      items: [{ price: shop.small.id, tax_rates: [shop.vat.id] }],
      discounts: [{ promotion_code: code.id }],
      expand: ['latest_invoice'],
    });
    // 9900 - 1237.5 → 1238; 8662 × 23 % = 1992.26.
    expect(subscription.latest_invoice).toMatchObject({
      total_discount_amounts: [{ amount: 1238 }],
      total_excluding_tax: 8662,
      total: 10_654,
    });
    expect(subscription.discounts).toEqual([]);
    await expect(
      at.stripe.subscriptions.create({
        customer: shop.customer.id,
        items: [{ price: shop.small.id }],
        discounts: [{ promotion_code: code.id }],
      }),
    ).rejects.toMatchObject({ code: 'coupon_expired' });
  });
});

describe('intents', () => {
  test('a first payment left to the customer', async () => {
    const subscription = await at.stripe.subscriptions.create({
      customer: shop.customer.id,
      items: [{ price: shop.small.id }],
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
    });
    expect(subscription.status).toBe('incomplete');
    const invoice = subscription.latest_invoice as Stripe.Invoice;
    const id = invoice.payments?.data[0]?.payment.payment_intent as string;
    expect(invoice.confirmation_secret?.client_secret).toContain(id);
    await expect(
      at.stripe.paymentIntents.confirm(id, {
        payment_method_data: {
          type: 'card',
          card: { number: '4000000000000002', exp_month: 1, exp_year: 2031, cvc: '123' },
        } as never,
      }),
    ).rejects.toMatchObject({ type: 'StripeCardError', code: 'card_declined', statusCode: 402 });
    expect((await at.stripe.paymentIntents.retrieve(id)).last_payment_error?.decline_code).toBe(
      'generic_decline',
    );
    await at.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_mastercard' });
    const after = await at.stripe.subscriptions.retrieve(subscription.id, {
      expand: ['default_payment_method'],
    });
    expect(after.status).toBe('active');
    expect((after.default_payment_method as Stripe.PaymentMethod).card?.brand).toBe('mastercard');
    const payments = await at.stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: id },
    });
    expect(payments.data[0]).toMatchObject({ invoice: invoice.id, status: 'paid' });
  });

  test('a card that asks once is set up with its customer and then pays alone', async () => {
    const intent = await at.stripe.setupIntents.create({
      customer: shop.customer.id,
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      confirm: true,
      return_url: 'http://localhost/back',
    });
    expect(intent.status).toBe('requires_action');
    expect(intent.next_action?.redirect_to_url?.url).toContain('/authenticate/seti_');
    await attempt(at.sandbox.context, async (work) =>
      authenticate(work, await work.get('setup_intent', intent.id), 'passed'),
    );
    const ready = await at.stripe.setupIntents.retrieve(intent.id);
    expect(ready.status).toBe('succeeded');
    const paid = await at.stripe.paymentIntents.create({
      amount: 1000,
      currency: 'usd',
      customer: shop.customer.id,
      payment_method: ready.payment_method as string,
      off_session: true,
      confirm: true,
    });
    expect(paid.status).toBe('succeeded');
  });
});

describe('disputes and credit notes', () => {
  test('a disputing card, lost; a command, won', async () => {
    const paid = await at.stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      payment_method: 'pm_card_createDispute',
      confirm: true,
    });
    const [opened] = (await at.stripe.disputes.list({ payment_intent: paid.id })).data;
    expect(opened).toMatchObject({ status: 'needs_response', amount: 5000 });
    await expect(at.stripe.refunds.create({ payment_intent: paid.id })).rejects.toMatchObject({
      code: 'charge_disputed',
    });
    expect((await at.stripe.disputes.close(opened?.id ?? '')).status).toBe('lost');
    const other = await at.stripe.paymentIntents.create({
      amount: 6000,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    const id = await dispute(at.sandbox.context, other.id);
    await decideDispute(at.sandbox.context, id, true);
    expect((await at.stripe.disputes.retrieve(id)).status).toBe('won');
    await at.sandbox.settled();
    expect(typesOf(at.events)).toEqual(
      expect.arrayContaining([
        'charge.dispute.created',
        'charge.dispute.closed',
        'charge.dispute.funds_reinstated',
      ]),
    );
  });

  test('a credit note pays back what the invoice took, never more', async () => {
    const { latest_invoice: id } = await at.stripe.subscriptions.create({
      customer: shop.customer.id,
      items: [{ price: shop.small.id, tax_rates: [shop.vat.id] }],
    });
    const invoice = id as string;
    const note = await at.stripe.creditNotes.create({ invoice, amount: 2177, refund_amount: 2177 });
    expect(note).toMatchObject({ total: 2177, type: 'post_payment', status: 'issued' });
    expect(note.total - (note.total_excluding_tax ?? 0)).toBe(407);
    await expect(
      at.stripe.creditNotes.create({ invoice, amount: 10_001, refund_amount: 10_001 }),
    ).rejects.toMatchObject({ param: 'amount' });
  });
});

describe('cards', () => {
  test('no number is kept', async () => {
    await at.stripe.paymentMethods.create({
      type: 'card',
      card: { number: '4242424242424242', exp_month: 4, exp_year: 2031, cvc: '987' },
    });
    await expect(
      at.stripe.paymentMethods.create({
        type: 'card',
        card: { number: '4111111111111111', exp_month: 4, exp_year: 2031 },
      }),
    ).rejects.toMatchObject({ decline_code: 'test_mode_live_card' });
    const { rows } = await at.sandbox.context.pool.query<{ all: string }>(
      `select coalesce(string_agg(t::text, ''), '') as all from (
         select o::text as t from sandbox_stripe.objects o
         union all select k::text from sandbox_stripe.idempotency_keys k) everything`,
    );
    expect(/4242 ?4242|4111 ?1111|4000 ?00|5555 ?5555/.exec(rows[0]?.all ?? '')).toBeNull();
    expect(rows[0]?.all.includes('""last4"": ""4242""')).toBe(true);
  });
});
