import { describe, expect } from 'vitest';
import { withWork } from '#sandbox/paypal/commands.ts';
import { setClock } from '#sandbox/paypal/engine/time.ts';
import * as buying from '#shared/billing/contract-buying.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import type { TestPerson } from '#test/api/people.ts';
import { test as base } from '#test/rooms/approving.ts';
import { creditsOf, settle } from '#test/rooms/store.ts';

const CARD = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' };

const test = base.extend(
  'byCard',
  { scope: 'file' },
  ({ app, stripe, prices }) =>
    async (person: TestPerson, offer: string, more: object = {}) => {
      const { id: paymentMethodId } = await stripe.paymentMethods.create({ type: 'card', card: CARD });
      const body = { paymentMethodId, priceId: prices(offer), ...more };
      const made = await app.call(buying.createSubscription, { body }, person);
      await settle(app);
      return made;
    },
);

test.afterAll(async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
});

const withVat = (net: number): number => net + Math.round((net * 23) / 100);

describe('from card to PayPal', () => {
  test('the membership moves at the approval, with what is left as credit', async ({
    app,
    buyer,
    byCard,
    preview,
    priceOf,
    upgrade,
    agree,
    standing,
    atPaypal,
    atProvider,
    spendSome,
  }) => {
    const ada = await buyer({ hadTrial: true });
    await byCard(ada, 'studio_5');
    await spendSome(ada, 3);
    const { body: said } = await preview(ada, priceOf('studio_10'));
    expect(said).toMatchObject({ kind: 'upgrade', provider: 'paypal', moves: true, credits: { lost: 3 } });
    expect(said.due_today_cents).toBe(withVat(34_900 - 11_940));
    const { body } = await upgrade(ada, 'studio_10');
    expect(await standing(ada)).toMatchObject({ paymentsProvider: 'stripe', planName: 'Studio 5' });
    await agree(body.url);
    expect(await standing(ada)).toMatchObject({
      status: 'subscriber',
      paymentsProvider: 'paypal',
      planName: 'Studio 10',
    });
    expect(await atPaypal(ada)).toMatchObject([{ status: 'ACTIVE', cents: [said.due_today_cents] }]);
    expect((await atProvider(ada)).subscriptions.map(({ status }) => status)).toEqual(['canceled']);
    expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 10 });
  });

  test('the same plan moves, too, once something of it is used', async ({
    buyer,
    byCard,
    preview,
    priceOf,
    upgrade,
    agree,
    standing,
    spendSome,
  }) => {
    const ada = await buyer({ hadTrial: true });
    await byCard(ada, 'studio_5');
    expect((await preview(ada, priceOf('studio_5'))).problem.code).toBe('credit_above_price');
    await spendSome(ada, 3);
    expect((await preview(ada, priceOf('studio_5'))).body).toMatchObject({ kind: 'switch', moves: true });
    await agree((await upgrade(ada, 'studio_5')).body.url);
    expect(await standing(ada)).toMatchObject({ paymentsProvider: 'paypal', planName: 'Studio 5' });
  });

  test('a trial moves with its end, and nothing is charged', async ({
    app,
    buyer,
    byCard,
    choose,
    agree,
    standing,
    atPaypal,
    atProvider,
    pass,
  }) => {
    await app.db.deleteFrom('billing_fingerprints').execute();
    const ada = await buyer();
    await byCard(ada, 'studio_5');
    const { status, nextBillingDate } = await standing(ada);
    expect(status).toBe('trial');
    await agree((await choose(ada)).body.url);
    expect(await standing(ada)).toMatchObject({
      status: 'trial',
      paymentsProvider: 'paypal',
      nextBillingDate,
    });
    expect(await atPaypal(ada)).toMatchObject([{ status: 'ACTIVE', starts: nextBillingDate, cents: [] }]);
    expect((await atProvider(ada)).subscriptions.map((one) => one.status)).toEqual(['canceled']);
    expect(await creditsOf(app, ada.id)).toEqual({ trial: 1 });
    await pass(ada, '15d');
    expect(await standing(ada)).toMatchObject({ status: 'subscriber' });
    expect((await atPaypal(ada))[0]?.cents).toEqual([withVat(19_900)]);
    expect((await atProvider(ada)).paid).toEqual([]);
  });
});

describe('from PayPal to card', () => {
  test('the membership moves when the card has paid, with what is left as credit', async ({
    app,
    member,
    spendSome,
    preview,
    prices,
    byCard,
    standing,
    atPaypal,
    atProvider,
  }) => {
    const ada = await member();
    await spendSome(ada, 3);
    const { body: said } = await preview(ada, prices('studio_10'));
    expect(said).toMatchObject({ kind: 'upgrade', provider: 'stripe', moves: true });
    const { at, due_today_cents, balance_cents } = said;
    expect((await byCard(ada, 'studio_10')).problem.code).toBe('already_subscribed');
    const wrong = { at, due_today_cents: due_today_cents - 1, balance_cents };
    expect((await byCard(ada, 'studio_10', { change: wrong })).problem.code).toBe('preview_over');
    const moved = await byCard(ada, 'studio_10', { change: { at, due_today_cents, balance_cents } });
    expect(moved.body).toMatchObject({ status: 'active' });
    expect((await atProvider(ada)).paid.map(({ amount }) => amount)).toEqual([due_today_cents]);
    expect(await atPaypal(ada)).toMatchObject([{ status: 'CANCELLED' }]);
    expect(await standing(ada)).toMatchObject({
      status: 'subscriber',
      paymentsProvider: 'stripe',
      planName: 'Studio 10',
    });
    expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 10 });
  });

  test('what exceeds the price stays as balance', async ({
    member,
    preview,
    prices,
    byCard,
    standing,
    atProvider,
    stripe,
  }) => {
    const ada = await member('studio_10');
    const { body: said } = await preview(ada, prices('studio_5'));
    expect(said).toMatchObject({ kind: 'switch', due_today_cents: 0, balance_cents: 18_450 });
    const { at, due_today_cents, balance_cents } = said;
    await byCard(ada, 'studio_5', { change: { at, due_today_cents, balance_cents } });
    expect(await standing(ada)).toMatchObject({
      status: 'subscriber',
      paymentsProvider: 'stripe',
      planName: 'Studio 5',
    });
    const customer = await stripe.customers.retrieve((await atProvider(ada)).customer);
    expect(customer).toMatchObject({ balance: -18_450 });
  });

  test('a trial moves with its end, and nothing is charged', async ({
    app,
    trialist,
    byCard,
    standing,
    atPaypal,
    atProvider,
  }) => {
    const ada = await trialist();
    const { nextBillingDate } = await standing(ada);
    await app.db.deleteFrom('billing_fingerprints').execute();
    expect((await byCard(ada, 'studio_5')).body).toMatchObject({ status: 'trialing' });
    expect(await standing(ada)).toMatchObject({
      status: 'trial',
      paymentsProvider: 'stripe',
      nextBillingDate,
    });
    expect(await atPaypal(ada)).toMatchObject([{ status: 'CANCELLED', cents: [] }]);
    expect((await atProvider(ada)).paid).toEqual([]);
    expect(await creditsOf(app, ada.id)).toEqual({ trial: 1 });
  });

  test('a trial that came from a card goes back to one', async ({
    app,
    buyer,
    byCard,
    choose,
    agree,
    standing,
    atPaypal,
    paypal,
  }) => {
    await app.db.deleteFrom('billing_fingerprints').execute();
    const ada = await buyer();
    await byCard(ada, 'studio_5');
    const { nextBillingDate } = await standing(ada);
    // The card's clock stands still meanwhile.
    await withWork(paypal.context, (work) =>
      setClock(work, ada.id, app.clock.now().epochMilliseconds / 1000 + 3600),
    );
    await agree((await choose(ada)).body.url);
    expect((await byCard(ada, 'studio_5')).body).toMatchObject({ status: 'trialing' });
    expect(await standing(ada)).toMatchObject({
      status: 'trial',
      paymentsProvider: 'stripe',
      nextBillingDate,
    });
    expect(await atPaypal(ada)).toMatchObject([{ status: 'CANCELLED', cents: [] }]);
    expect(await creditsOf(app, ada.id)).toEqual({ trial: 1 });
  });

  test('a declined card moves nothing', async ({
    app,
    member,
    stripe,
    prices,
    preview,
    standing,
    atPaypal,
  }) => {
    const ada = await member();
    const { at, due_today_cents, balance_cents } = (await preview(ada, prices('studio_10'))).body;
    const card = { ...CARD, number: '4000000000000341' };
    const { id: paymentMethodId } = await stripe.paymentMethods.create({ type: 'card', card });
    const body = {
      paymentMethodId,
      priceId: prices('studio_10'),
      change: { at, due_today_cents, balance_cents },
    };
    expect((await app.call(buying.createSubscription, { body }, ada)).problem.code).toBe('card_declined');
    await settle(app);
    expect(await standing(ada)).toMatchObject({
      status: 'subscriber',
      paymentsProvider: 'paypal',
      planName: 'Studio 5',
    });
    expect(await atPaypal(ada)).toMatchObject([{ status: 'ACTIVE' }]);
  });

  test('both ways pressed at once: one live, nothing paid twice', async ({
    member,
    preview,
    prices,
    upgrade,
    agree,
    byCard,
    clock,
    standing,
    atPaypal,
    atProvider,
  }) => {
    const ada = await member();
    const page = await upgrade(ada, 'studio_10');
    const { at, due_today_cents, balance_cents } = (await preview(ada, prices('studio_10'))).body;
    await byCard(ada, 'studio_10', { change: { at, due_today_cents, balance_cents } });
    clock.add({ minutes: 5 });
    await agree(page.body.url);
    expect(await standing(ada)).toMatchObject({ paymentsProvider: 'stripe', planName: 'Studio 10' });
    expect(await atPaypal(ada)).toMatchObject([{ status: 'CANCELLED' }, { status: 'CANCELLED', cents: [] }]);
    expect((await atProvider(ada)).paid.map(({ amount }) => amount)).toEqual([due_today_cents]);
  });
});
