import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShop, START, testSandbox, travel, typesOf, type TestSandbox } from '#test/sandbox/sandbox.ts';

const DAY = 86_400;
let at: TestSandbox;
beforeAll(async () => {
  at = await testSandbox();
});
afterAll(() => at.close());

const reload = (id: string): Promise<Stripe.Subscription> => at.stripe.subscriptions.retrieve(id);

/** Exchanges the customer's card. */
async function changeCard(customer: string, name: string): Promise<void> {
  const method = await at.stripe.paymentMethods.attach(name, { customer });
  await at.stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } });
}

describe('a life story', () => {
  test('trial, paid renewal, failure, new card, paid', async () => {
    const { clock, customer, small, vat } = await openShop(at);
    const subscription = await at.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: small.id }],
      trial_period_days: 14,
      default_tax_rates: [vat.id],
    });
    expect(subscription).toMatchObject({ status: 'trialing', trial_end: START + 14 * DAY, livemode: false });
    const first = await at.stripe.invoices.retrieve(subscription.latest_invoice as string);
    expect(first).toMatchObject({ total: 0, status: 'paid', billing_reason: 'subscription_create' });

    await travel(at, clock.id, 11);
    expect(typesOf(at.events)).toContain('customer.subscription.trial_will_end');
    expect((await reload(subscription.id)).status).toBe('trialing');
    await travel(at, clock.id, 3);
    const ended = await reload(subscription.id);
    expect(ended.status).toBe('active');
    const draft = await at.stripe.invoices.retrieve(ended.latest_invoice as string);
    expect(draft).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle' });
    await travel(at, clock.id, 1);
    const paid = await at.stripe.invoices.retrieve(ended.latest_invoice as string);
    expect(paid).toMatchObject({ status: 'paid', subtotal: 9900, total: 12_177, amount_paid: 12_177 });
    expect(paid.parent?.subscription_details?.subscription).toBe(subscription.id);
    expect(paid.total_taxes?.[0]).toMatchObject({ amount: 2277, taxable_amount: 9900 });

    await changeCard(customer.id, 'pm_card_chargeCustomerFail');
    await travel(at, clock.id, 30);
    const late = await reload(subscription.id);
    expect(late.status).toBe('past_due');
    const failed = await at.stripe.invoices.retrieve(late.latest_invoice as string);
    expect(failed).toMatchObject({ status: 'open', attempt_count: 1 });
    expect(failed.next_payment_attempt).not.toBeNull();
    await changeCard(customer.id, 'pm_card_visa');
    await travel(at, clock.id, 3);
    expect((await reload(subscription.id)).status).toBe('active');
    const types = typesOf(at.events);
    expect(types.indexOf('invoice.payment_failed')).toBeLessThan(types.lastIndexOf('invoice.paid'));
  });

  test('three failed tries end the subscription', async () => {
    const { clock, customer, small } = await openShop(at);
    const { id } = await at.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: small.id }],
    });
    expect((await reload(id)).status).toBe('active');
    await changeCard(customer.id, 'pm_card_chargeCustomerFail');
    await travel(at, clock.id, 32);
    expect((await reload(id)).status).toBe('past_due');
    await travel(at, clock.id, 9);
    const ended = await reload(id);
    expect(ended.status).toBe('canceled');
    expect(ended.cancellation_details?.reason).toBe('payment_failed');
    const invoice = await at.stripe.invoices.retrieve(ended.latest_invoice as string);
    expect(invoice).toMatchObject({ attempt_count: 3, status: 'open', next_payment_attempt: null });
  });

  test('cancelled at the period end, resumed, cancelled again', async () => {
    const { clock, customer, small } = await openShop(at);
    const { id } = await at.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: small.id }],
    });
    const ending = await at.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(ending.cancel_at).toBe(ending.items.data[0]?.current_period_end);
    const resumed = await at.stripe.subscriptions.update(id, { cancel_at_period_end: false });
    expect(resumed).toMatchObject({ cancel_at: null, canceled_at: null });
    await at.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await travel(at, clock.id, 30);
    expect((await reload(id)).status).toBe('canceled');
    expect(typesOf(at.events)).toContain('customer.subscription.deleted');
    await expect(at.stripe.subscriptions.cancel(id)).rejects.toMatchObject({ statusCode: 404 });
  });

  test('the 31st becomes a short month and comes back', async () => {
    const { clock, customer, small } = await openShop(at);
    const { id } = await at.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: small.id }],
    });
    const ends: string[] = [];
    for (let month = 0; month < 3; month += 1) {
      const end = (await reload(id)).items.data[0]?.current_period_end ?? 0;
      ends.push(new Date(end * 1000).toISOString().slice(0, 10));
      await travel(at, clock.id, 31);
    }
    expect(ends).toEqual(['2026-02-28', '2026-03-31', '2026-04-30']);
  });

  test('a trial without a card ends as it was told', async () => {
    const { clock, customer, small } = await openShop(at, null);
    const subscription = await at.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: small.id }],
      trial_period_days: 14,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      expand: ['pending_setup_intent'],
    });
    expect((subscription.pending_setup_intent as Stripe.SetupIntent).client_secret).toMatch(/^seti_/);
    await travel(at, clock.id, 14);
    expect((await reload(subscription.id)).status).toBe('canceled');
  });
});
