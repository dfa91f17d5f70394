import type { Stripe } from 'stripe';
import { describe, expect } from 'vitest';
import type { CustomerState } from '#shared/billing/rules-provider.ts';
import { decideDispute, dispute } from '#sandbox/stripe/commands.ts';
import {
  beginPurchase,
  makeCustomer,
  openStore,
  paymentOf,
  payHosted,
  setCard,
  travel,
} from '#test/rooms/store.ts';
import { test as base } from '#test/api/test.ts';
import { readStripeCustomer } from './read-customer.ts';

const test = base
  .extend('options', { scope: 'file' }, { sandbox: true })
  .extend('store', { scope: 'file' }, ({ app, stripe }) => openStore(app, stripe))
  .extend('customer', ({ app, stripe }) => makeCustomer(app, stripe))
  .extend('read', ({ app, customer }) => async (): Promise<CustomerState> => {
    const state = await readStripeCustomer(app.ctx(), customer.id);
    if (state === null) throw new Error('the customer is not known');
    return state;
  })
  .extend(
    'subscribe',
    ({ stripe, store, customer }) =>
      (more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
        stripe.subscriptions.create({
          customer: customer.id,
          items: [{ price: store.prices['studio-5'] }],
          default_tax_rates: [store.vat],
          metadata: { checkout_id: 'a-checkout' },
          ...more,
        }),
  )
  /** Pays a hosted purchase and returns the payment's id. */
  .extend('buy', ({ stripe, store, customer }) => async (quantity: number): Promise<string> => {
    const session = await beginPurchase(stripe, store, customer, { offer: 'credit', quantity });
    await payHosted(session);
    return paymentOf(stripe, session);
  });

describe('a subscription', () => {
  test('in its trial: an invoice of nothing that is a trial', async ({ read, subscribe, store }) => {
    const { id } = await subscribe({ trial_period_days: 14 });
    const { subscriptions, payments, card } = await read();
    expect(card).toMatchObject({ brand: 'visa', last4: '4242' });
    expect(subscriptions).toMatchObject([
      {
        id,
        status: 'trialing',
        price_id: store.prices['studio-5'],
        last_payment: null,
        failing: null,
        pending: null,
        checkout_id: 'a-checkout',
        next: { net_cents: 19_900, vat_cents: 4577, total_cents: 24_477 },
      },
    ]);
    expect(subscriptions[0]?.trial_end?.toString()).toBe('2026-12-05T12:00:00Z');
    expect(payments).toMatchObject([{ kind: 'plan', is_trial: true, is_first: true, total_cents: 0 }]);
    expect(payments[0]?.provider_id).toMatch(/^in_/);
  });

  test('paid: its line, period, card and money', async ({ read, subscribe, store }) => {
    const { id } = await subscribe();
    const { payments, fingerprints } = await read();
    expect(payments).toMatchObject([
      {
        kind: 'plan',
        price_id: store.prices['studio-5'],
        quantity: 1,
        subscription_id: id,
        is_trial: false,
        is_first: true,
        total_cents: 24_477,
        net_cents: 19_900,
        refunds: [],
        disputes: [],
        fingerprint: fingerprints[0],
        checkout_id: 'a-checkout',
      },
    ]);
    expect(payments[0]?.provider_id).toMatch(/^pi_/);
    expect(payments[0]?.period_end?.toString()).toBe('2026-12-21T12:00:00Z');
  });

  test('free by a coupon is paid, and no trial', async ({ read, stripe, subscribe }) => {
    const coupon = await stripe.coupons.create({ percent_off: 100, duration: 'once' });
    await subscribe({ discounts: [{ coupon: coupon.id }] });
    const { subscriptions, payments } = await read();
    expect(payments).toMatchObject([{ is_trial: false, total_cents: 0, net_cents: 0 }]);
    expect(payments[0]?.provider_id).toMatch(/^in_/);
    expect(subscriptions).toMatchObject([{ status: 'active', last_payment: 'success' }]);
  });

  test('failing, then paid by another card', async ({ app, read, stripe, customer, subscribe }) => {
    await subscribe();
    await setCard(stripe, customer.id, 'pm_card_chargeCustomerFail');
    await travel(app, stripe, customer.clock, 31);
    const failing = (await read()).subscriptions[0];
    expect(failing).toMatchObject({ status: 'past_due', last_payment: 'failed', failing: { attempts: 1 } });
    expect(failing?.failing?.next_attempt_at).not.toBeNull();
    await setCard(stripe, customer.id, 'pm_card_mastercard');
    await travel(app, stripe, customer.clock, 5);
    const { subscriptions, payments, fingerprints, card } = await read();
    expect(subscriptions).toMatchObject([{ status: 'active', last_payment: 'success', failing: null }]);
    expect(payments).toHaveLength(2);
    expect(fingerprints.length).toBeGreaterThanOrEqual(2);
    expect(card?.brand).toBe('mastercard');
  });

  test('ending: nothing comes next', async ({ read, stripe, subscribe }) => {
    const { id } = await subscribe();
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect((await read()).subscriptions).toMatchObject([{ cancel_at_period_end: true, next: null }]);
  });

  test('a downgrade at the end of the period is pending', async ({ read, stripe, store, subscribe }) => {
    const { id } = await subscribe();
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
    const [phase] = schedule.phases;
    if (phase === undefined) throw new Error('no phase');
    const items = [{ price: store.prices['studio-5'], quantity: 1 }];
    await stripe.subscriptionSchedules.update(schedule.id, {
      phases: [
        { items, start_date: phase.start_date, end_date: phase.end_date },
        {
          items: [{ price: store.prices['studio-2'], quantity: 1 }],
          duration: { interval: 'month', interval_count: 1 },
          proration_behavior: 'none',
        },
      ],
    });
    const [state] = (await read()).subscriptions;
    expect(state?.pending?.price_id).toBe(store.prices['studio-2']);
    expect(state?.pending?.from.toString()).toBe('2026-12-21T12:00:00Z');
    expect(state?.price_id).toBe(store.prices['studio-5']);
  });

  test('an upgrade is one payment: the new price less the credit', async ({
    read,
    stripe,
    store,
    subscribe,
  }) => {
    const { id, items } = await subscribe();
    const credited = items.data[0]?.plan.product;
    if (typeof credited !== 'string') throw new Error('no product');
    await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: store.prices['studio-10'] }],
      billing_cycle_anchor: { type: 'now' },
      proration_behavior: 'none',
      payment_behavior: 'pending_if_incomplete',
      add_invoice_items: [
        {
          price_data: {
            currency: 'usd',
            product: credited,
            unit_amount: -4450,
          },
          tax_rates: [store.vat],
        },
      ],
    });
    const payments = (await read()).payments.filter(({ is_first }) => !is_first);
    expect(payments).toMatchObject([
      { kind: 'plan', price_id: store.prices['studio-10'], net_cents: 30_450, total_cents: 37_453 },
    ]);
  });
});

describe('a purchase by the piece', () => {
  test('is what its Checkout sold', async ({ read, buy, store }) => {
    const payment = await buy(3);
    expect((await read()).payments).toMatchObject([
      {
        provider_id: payment,
        kind: 'top-up',
        price_id: store.prices.credit,
        quantity: 3,
        subscription_id: null,
        total_cents: 23_700,
      },
    ]);
  });

  test('refunded and disputed', async ({ read, buy, sandbox, stripe }) => {
    const payment = await buy(2);
    const refund = await stripe.refunds.create({ payment_intent: payment, amount: 5000 });
    const other = await buy(1);
    const id = await dispute(sandbox.context, other);
    const find = async (provider_id: string) =>
      (await read()).payments.find((one) => one.provider_id === provider_id);
    expect(await find(payment)).toMatchObject({ refunds: [{ id: refund.id, cents: 5000 }], disputes: [] });
    expect(await find(other)).toMatchObject({ refunds: [], disputes: [{ id, state: 'open' }] });
    await decideDispute(sandbox.context, id, true);
    expect(await find(other)).toMatchObject({ disputes: [{ id, state: 'won' }] });
    const second = await dispute(sandbox.context, other);
    expect(await find(other)).toMatchObject({
      disputes: expect.arrayContaining([
        expect.objectContaining({ id, state: 'won' }),
        expect.objectContaining({ id: second, state: 'open' }),
      ]),
    });
  });

  test('not paid yet, or over, is none', async ({ read, stripe, store, customer }) => {
    await beginPurchase(stripe, store, customer, { offer: 'credit' });
    const over = await beginPurchase(stripe, store, customer, { offer: 'bundle-3' });
    await stripe.checkout.sessions.expire(over.id);
    expect((await read()).payments).toEqual([]);
  });

  test('money without a Checkout, whatever it says of itself, is none', async ({
    read,
    stripe,
    store,
    customer,
  }) => {
    await stripe.paymentIntents.create({
      customer: customer.id,
      amount: 100,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      metadata: { kind: 'top-up', price_id: store.prices.credit, quantity: '50', checkout_id: 'x' },
    });
    expect((await read()).payments).toEqual([]);
  });
});

describe('everything is read', () => {
  test('beyond one page', async ({ read, stripe, store, customer }) => {
    for (let nr = 0; nr < 101; nr += 1) {
      const { id } = await beginPurchase(stripe, store, customer, { offer: 'credit', checkout: `c-${nr}` });
      await stripe.checkout.sessions.expire(id);
    }
    const { checkouts } = (await read()) as Awaited<ReturnType<typeof readStripeCustomer>> & object;
    expect(new Set(checkouts.map(({ checkout_id }) => checkout_id)).size).toBe(101);
  });

  test('in the order of the reads', async ({ read }) => {
    expect((await read()).read_number).toBeLessThan((await read()).read_number);
  });

  test('a customer who is not ours is left alone', async ({ app, stripe }) => {
    const { id } = await stripe.customers.create({ email: 'stranger@example.test' });
    expect(await readStripeCustomer(app.ctx(), id)).toBeNull();
  });
});
