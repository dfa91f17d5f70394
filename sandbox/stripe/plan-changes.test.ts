import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  openShop,
  testSandbox,
  travel,
  typesOf,
  type Shop,
  type TestSandbox,
} from '#test/sandbox/sandbox.ts';
import { attempt } from './commands.ts';
import { authenticate } from './engine/checkout.ts';

let at: TestSandbox;
beforeAll(async () => {
  at = await testSandbox();
});
afterAll(() => at.close());

async function subscribed(
  shop: Shop,
  more: Partial<Stripe.SubscriptionCreateParams> = {},
): Promise<Stripe.Subscription> {
  return at.stripe.subscriptions.create({
    customer: shop.customer.id,
    items: [{ price: shop.small.id }],
    default_tax_rates: [shop.vat.id],
    ...more,
  });
}

const itemOf = (subscription: Stripe.Subscription): string => subscription.items.data[0]?.id ?? '';
const priceOf = (subscription: Stripe.Subscription): string => subscription.items.data[0]?.price.id ?? '';

/** An upgrade at once, with what is left of the old period as one negative line. */
const upgrade = (
  subscription: Stripe.Subscription,
  shop: Shop,
  credit: number,
): Stripe.SubscriptionUpdateParams => ({
  items: [{ id: itemOf(subscription), price: shop.large.id }],
  billing_cycle_anchor: { type: 'now' },
  proration_behavior: 'none',
  payment_behavior: 'pending_if_incomplete',
  add_invoice_items: [
    {
      price_data: { currency: 'usd', product: shop.small.product as string, unit_amount: -credit },
      tax_rates: [shop.vat.id],
    },
  ],
  expand: ['latest_invoice.confirmation_secret'],
});

describe('upgrade', () => {
  test('costs what the preview said, and begins a new period', async () => {
    const shop = await openShop(at);
    const before = await subscribed(shop);
    await travel(at, shop.clock.id, 10);
    const preview = await at.stripe.invoices.createPreview({
      subscription: before.id,
      subscription_details: {
        items: [{ id: itemOf(before), price: shop.large.id }],
        billing_cycle_anchor: { type: 'now' },
        proration_behavior: 'none',
      },
      invoice_items: [
        {
          price_data: { currency: 'usd', product: shop.small.product as string, unit_amount: -3333 },
          tax_rates: [shop.vat.id],
        },
      ],
    });
    const after = await at.stripe.subscriptions.update(before.id, upgrade(before, shop, 3333));
    const invoice = after.latest_invoice as Stripe.Invoice;
    expect(preview.total).toBe(19_900 - 3333 + 4577 - 767);
    expect(invoice).toMatchObject({
      total: preview.total,
      status: 'paid',
      billing_reason: 'subscription_update',
    });
    expect(after.pending_update).toBeNull();
    expect(priceOf(after)).toBe(shop.large.id);
    expect(after.items.data[0]?.current_period_start).toBe(after.billing_cycle_anchor);
    expect(after.billing_cycle_anchor).toBeGreaterThan(before.billing_cycle_anchor);
    expect((await at.stripe.prices.list({ limit: 100 })).data.filter((one) => one.active)).toHaveLength(4);
  });

  test('waits for 3-D Secure and changes nothing until it is passed', async () => {
    const shop = await openShop(at);
    const before = await subscribed(shop);
    const method = await at.stripe.paymentMethods.attach('pm_card_authenticationRequired', {
      customer: shop.customer.id,
    });
    await at.stripe.customers.update(shop.customer.id, {
      invoice_settings: { default_payment_method: method.id },
    });
    const waiting = await at.stripe.subscriptions.update(before.id, upgrade(before, shop, 1000));
    expect(waiting.status).toBe('active');
    expect(priceOf(waiting)).toBe(shop.small.id);
    expect(waiting.pending_update?.subscription_items?.[0]?.price.id).toBe(shop.large.id);
    const secret = (waiting.latest_invoice as Stripe.Invoice).confirmation_secret?.client_secret ?? '';
    const id = secret.split('_secret_')[0] ?? '';
    const intent = await at.stripe.paymentIntents.retrieve(id);
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });

    const failed = await attempt(at.sandbox.context, async (work) =>
      authenticate(work, await work.get('payment_intent', id), 'failed'),
    );
    expect(failed).toMatchObject({ ok: true, value: { is: 'unauthenticated' } });
    expect(priceOf(await at.stripe.subscriptions.retrieve(before.id))).toBe(shop.small.id);

    await at.stripe.paymentIntents.confirm(id, { payment_method: method.id });
    await attempt(at.sandbox.context, async (work) =>
      authenticate(work, await work.get('payment_intent', id), 'passed'),
    );
    const after = await at.stripe.subscriptions.retrieve(before.id);
    expect(priceOf(after)).toBe(shop.large.id);
    expect(after.pending_update).toBeNull();
    await at.sandbox.settled();
    expect(typesOf(at.events)).toContain('customer.subscription.pending_update_applied');
  });

  test('unpaid for 23 hours is dropped and its invoice voided', async () => {
    const shop = await openShop(at);
    const before = await subscribed(shop);
    const method = await at.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: shop.customer.id,
    });
    const params = { ...upgrade(before, shop, 1000), expand: [] };
    await at.stripe.subscriptions.update(before.id, { default_payment_method: method.id });
    const waiting = await at.stripe.subscriptions.update(before.id, params);
    expect(waiting.pending_update).not.toBeNull();
    await travel(at, shop.clock.id, 1);
    const after = await at.stripe.subscriptions.retrieve(before.id);
    expect(after).toMatchObject({ pending_update: null, status: 'active' });
    expect(priceOf(after)).toBe(shop.small.id);
    const invoice = await at.stripe.invoices.retrieve(waiting.latest_invoice as string);
    expect(invoice.status).toBe('void');
  });

  test('a credit above the new price stays as balance and pays the next invoice', async () => {
    const shop = await openShop(at);
    const before = await subscribed(shop, { items: [{ price: shop.yearly.id }] });
    const after = await at.stripe.subscriptions.update(before.id, {
      ...upgrade(before, shop, 100_000),
      items: [{ id: itemOf(before), price: shop.small.id }],
    });
    expect(after.latest_invoice).toMatchObject({ total: -110_823, amount_due: 0, status: 'paid' });
    const customer = (await at.stripe.customers.retrieve(shop.customer.id)) as Stripe.Customer;
    expect(customer.balance).toBe(-110_823);
    await travel(at, shop.clock.id, 32);
    const renewed = await at.stripe.subscriptions.retrieve(before.id, { expand: ['latest_invoice'] });
    expect(renewed.latest_invoice).toMatchObject({ total: 12_177, amount_due: 0, status: 'paid' });
  });

  test('in a trial charges nothing and keeps the trial', async () => {
    const shop = await openShop(at);
    const before = await subscribed(shop, { trial_period_days: 14 });
    const after = await at.stripe.subscriptions.update(before.id, {
      items: [{ id: itemOf(before), price: shop.large.id }],
      proration_behavior: 'none',
    });
    expect(after).toMatchObject({ status: 'trialing', trial_end: before.trial_end });
    expect(after.latest_invoice).toBe(before.latest_invoice);
    const ended = await at.stripe.subscriptions.update(before.id, {
      trial_end: 'now',
      proration_behavior: 'none',
      expand: ['latest_invoice'],
    });
    expect(ended.status).toBe('active');
    expect(ended.latest_invoice).toMatchObject({ subtotal: 19_900, status: 'paid' });
  });

  test("with prorations by time, Stripe's own default, on the next invoice", async () => {
    const shop = await openShop(at);
    const before = await subscribed(shop, { default_tax_rates: [] });
    await travel(at, shop.clock.id, 14);
    await at.stripe.subscriptions.update(before.id, {
      items: [{ id: itemOf(before), price: shop.large.id }],
    });
    const preview = await at.stripe.invoices.createPreview({ subscription: before.id });
    expect(preview.lines.data.map(({ amount }) => amount)).toEqual([-4950, 9950, 19_900]);
  });
});

describe('downgrade by a schedule', () => {
  test('comes at the period end, without prorations, and releases the subscription', async () => {
    const shop = await openShop(at);
    const before = await subscribed(shop, { items: [{ price: shop.large.id }] });
    const schedule = await at.stripe.subscriptionSchedules.create({ from_subscription: before.id });
    const [current] = schedule.phases;
    const planned = await at.stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: 'release',
      phases: [
        {
          items: [{ price: shop.large.id, quantity: 1 }],
          start_date: current?.start_date ?? 0,
          end_date: current?.end_date ?? 0,
        },
        {
          items: [{ price: shop.small.id, quantity: 1 }],
          duration: { interval: 'month', interval_count: 1 },
          proration_behavior: 'none',
        },
      ],
    });
    expect(planned.phases).toHaveLength(2);
    await expect(
      at.stripe.subscriptions.update(before.id, { cancel_at_period_end: true }),
    ).rejects.toMatchObject({ type: 'StripeInvalidRequestError', param: 'cancel_at_period_end' });
    await travel(at, shop.clock.id, 29);
    const after = await at.stripe.subscriptions.retrieve(before.id, { expand: ['latest_invoice'] });
    expect(priceOf(after)).toBe(shop.small.id);
    expect(after.latest_invoice).toMatchObject({
      subtotal: 9900,
      status: 'paid',
      billing_reason: 'subscription_cycle',
    });
    await travel(at, shop.clock.id, 32);
    expect(await at.stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
      status: 'released',
      released_subscription: before.id,
      subscription: null,
    });
    expect((await at.stripe.subscriptions.retrieve(before.id)).schedule).toBeNull();
  });

  test('taken back by releasing the schedule', async () => {
    const shop = await openShop(at);
    const before = await subscribed(shop);
    const schedule = await at.stripe.subscriptionSchedules.create({ from_subscription: before.id });
    await at.stripe.subscriptionSchedules.release(schedule.id);
    const ending = await at.stripe.subscriptions.update(before.id, { cancel_at_period_end: true });
    expect(ending).toMatchObject({ schedule: null, cancel_at_period_end: true });
  });
});
