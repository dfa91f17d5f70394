import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, testSandbox, travel, typesOf, type TestSandbox } from '#test/sandbox/sandbox.ts';
import { attempt, nextEventAt, setDunning } from './commands.ts';
import { NO_DETAILS } from './engine/payment-methods.ts';
import { payInvoice, portalSession, replaceCard } from './engine/portal.ts';

let at: TestSandbox;
beforeAll(async () => {
  at = await testSandbox();
});
afterAll(() => at.close());

const CARD = { exp_month: 12, exp_year: 2030, cvc: '123' };

test('a failed renewal is paid in the portal with a new card', async () => {
  const { clock, customer, small } = await openShop(at);
  const { id } = await at.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: small.id }],
  });
  const method = await at.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
    customer: customer.id,
  });
  await at.stripe.subscriptions.update(id, { default_payment_method: method.id });
  await travel(at, clock.id, 29);
  const late = await at.stripe.subscriptions.retrieve(id);
  expect(late.status).toBe('past_due');

  const { url } = await at.stripe.billingPortal.sessions.create({ customer: customer.id });
  const { context } = at.sandbox;
  const enter = (number: string): ReturnType<typeof attempt<{ is: string }>> =>
    attempt(context, async (work) => {
      const session = await portalSession(work, url.split('/').at(-1) ?? '');
      const owner = await work.get('customer', session?.customer ?? '');
      return replaceCard(work, owner, { number, ...CARD }, NO_DETAILS);
    });
  expect(await enter('4000000000000069')).toMatchObject({
    ok: false,
    error: { body: { code: 'expired_card' } },
  });
  expect(await enter('4242424242424242')).toMatchObject({ ok: true, value: { is: 'done' } });
  const changed = await at.stripe.subscriptions.retrieve(id, { expand: ['default_payment_method'] });
  expect(changed.default_payment_method).toMatchObject({ card: { last4: '4242' } });
  const paid = await attempt(context, async (work) =>
    payInvoice(work, await work.get('invoice', late.latest_invoice as string)),
  );
  expect(paid).toMatchObject({ ok: true, value: { is: 'done' } });
  expect((await at.stripe.subscriptions.retrieve(id)).status).toBe('active');
  await at.sandbox.settled();
  expect(typesOf(at.events)).toContain('setup_intent.setup_failed');
});

test("an operator moves a customer's clock to what comes next, two intervals at most", async () => {
  const { clock, customer, small } = await openShop(at);
  await at.stripe.customers.update(customer.id, { email: 'clock@example.test' });
  const { id } = await at.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: small.id }],
    trial_period_days: 14,
  });
  const { context } = at.sandbox;
  const next = (await nextEventAt(context, 'clock@example.test')) ?? 0;
  expect(next - clock.frozen_time).toBe(11 * 86_400);
  const frozen_time = clock.frozen_time + 70 * 86_400;
  await expect(at.stripe.testHelpers.testClocks.advance(clock.id, { frozen_time })).rejects.toThrow(
    /two intervals/,
  );
  expect(await at.sandbox.travel('clock@example.test', 'next')).toMatchObject({
    customer: customer.id,
    from: clock.frozen_time,
    to: next,
    delivered: 1,
    failed: 0,
  });
  await at.sandbox.travel(customer.id, '70d');
  expect((await at.stripe.subscriptions.retrieve(id)).status).toBe('active');
  const { data } = await at.stripe.invoices.list({ customer: customer.id });
  expect(data.map(({ status }) => status)).toEqual(['paid', 'paid', 'paid', 'paid']);
  expect((await at.sandbox.travel(customer.id, '1mo')).to).toBeGreaterThan(next + 98 * 86_400);
});

test('after the last try the setting decides', async () => {
  await setDunning(at.sandbox.context, { days: [1], end: 'unpaid' });
  const { clock, customer, small } = await openShop(at, 'pm_card_chargeCustomerFail');
  const { id } = await at.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: small.id }],
    trial_period_days: 1,
  });
  await travel(at, clock.id, 4);
  expect((await at.stripe.subscriptions.retrieve(id)).status).toBe('unpaid');
});

test('without a test clock the wall clock renews', async () => {
  const customer = await at.stripe.customers.create({ payment_method: 'pm_card_visa' });
  const [method] = (await at.stripe.customers.listPaymentMethods(customer.id)).data;
  const { small } = await openShop(at);
  const { id } = await at.stripe.subscriptions.create({
    customer: customer.id,
    default_payment_method: method?.id ?? '',
    items: [{ price: small.id }],
  });
  at.wall.now += 29 * 86_400_000;
  await at.sandbox.settled();
  at.wall.now += 3_600_000;
  await at.sandbox.settled();
  const invoices = (await at.stripe.invoices.list({ subscription: id })).data;
  expect(invoices.map(({ status }) => status)).toEqual(['paid', 'paid']);
});

test('32 requests at once with one key make one subscription', async () => {
  const { customer, small } = await openShop(at);
  const all = await Promise.all(
    Array.from({ length: 32 }, () =>
      at.stripe.subscriptions.create(
        { customer: customer.id, items: [{ price: small.id }] },
        { idempotencyKey: `start ${customer.id}` },
      ),
    ),
  );
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  const charges = await at.stripe.charges.list({ customer: customer.id });
  expect(charges.data).toHaveLength(1);
});
