import { describe, expect } from 'vitest';
import * as buying from '#shared/billing/contract-buying.ts';
import * as calls from '#shared/billing/contract-paypal.ts';
import { creditsOf, settle } from '#test/rooms/store.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import { test } from '#test/rooms/approving.ts';

const GROSS = 19_900 + 4577;

test.afterAll(async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
});

describe('a membership', () => {
  test('is paid at the approval with the VAT of the country, and begins then', async ({
    app,
    buyer,
    choose,
    agree,
    standing,
    atPaypal,
    priceOf,
    checkouts,
  }) => {
    const ada = await buyer({ hadTrial: true, status: 'ondemand' });
    const { body } = await choose(ada);
    expect(new URL(body.url).pathname).toMatch(/^\/paypal\/approve\/BA-/);
    expect(await standing(ada)).toMatchObject({ status: 'ondemand' });
    expect(
      (await checkouts(ada)).map(({ state, net_cents, vat_cents }) => [state, net_cents, vat_cents]),
    ).toEqual([['open', 19_900, 4577]]);
    const url = new URL((await agree(body.url)) ?? '');
    const [subscription] = await atPaypal(ada);
    expect(url.pathname + url.search).toMatch(/^\/thank-you\?session_id=.*payment_provider=paypal/);
    expect(url.searchParams.get('subscription_id')).toBe(subscription?.id);
    expect(subscription).toMatchObject({ status: 'ACTIVE', cents: [GROSS] });
    expect(await standing(ada)).toMatchObject({
      status: 'subscriber',
      paymentsProvider: 'paypal',
      currentPrice: priceOf('studio_5'),
    });
    expect(await creditsOf(app, ada.id)).toEqual({ trial: 1, plan: 5 });
    expect((await checkouts(ada)).map(({ state }) => state)).toEqual(['completed']);
  });

  test('begins with a trial where there is one: nothing is charged for 14 days', async ({
    app,
    trialist,
    standing,
    atPaypal,
    pass,
  }) => {
    const ada = await trialist();
    expect(await standing(ada)).toMatchObject({ status: 'trial', isTrial: true });
    expect(await atPaypal(ada)).toMatchObject([{ status: 'ACTIVE', cents: [] }]);
    expect(await creditsOf(app, ada.id)).toEqual({ trial: 1 });
    await pass(ada, '14d');
    expect(await standing(ada)).toMatchObject({ status: 'subscriber' });
    expect(await atPaypal(ada)).toMatchObject([{ cents: [GROSS] }]);
  });

  test('pressed 8 times is one purchase; given up it leaves no trace', async ({
    buyer,
    choose,
    goBack,
    standing,
    checkouts,
    atPaypal,
  }) => {
    const ada = await buyer();
    const presses = await Promise.all(Array.from({ length: 8 }, () => choose(ada)));
    expect(new Set(presses.map(({ body }) => body.url)).size).toBe(1);
    expect(await checkouts(ada)).toHaveLength(1);
    const back = await goBack(presses[0]?.body.url ?? '');
    expect(back).toMatch(/\/payment-details\?/);
    expect(await standing(ada)).toMatchObject({ status: 'signup', paymentsProvider: null });
    expect(await atPaypal(ada)).toMatchObject([{ status: 'APPROVAL_PENDING', cents: [] }]);
  });

  test('whose first payment is declined never begins, and the next press is another try', async ({
    buyer,
    choose,
    agree,
    standing,
  }) => {
    const ada = await buyer({ hadTrial: true });
    const first = await choose(ada);
    await agree(first.body.url, 'declined');
    expect(await standing(ada)).toMatchObject({ status: 'signup' });
    const second = await choose(ada);
    expect(second.body.url).not.toBe(first.body.url);
    await agree(second.body.url);
    expect(await standing(ada)).toMatchObject({ status: 'subscriber' });
  });

  test('takes the place of an open purchase, at either provider; the earlier page paid later is paid back', async ({
    app,
    buyer,
    choose,
    agree,
    press,
    standing,
    checkouts,
    atPaypal,
    clock,
  }) => {
    const ada = await buyer({ hadTrial: true });
    const card = await press(ada, 'studio_2');
    const five = await choose(ada, 'studio_5');
    const ten = await choose(ada, 'studio_10');
    expect(card.status).toBe(200);
    expect((await checkouts(ada)).map(({ provider, state }) => [provider, state])).toEqual([
      ['stripe', 'expired'],
      ['paypal', 'expired'],
      ['paypal', 'open'],
    ]);
    await agree(ten.body.url);
    clock.add({ minutes: 5 });
    await agree(five.body.url);
    expect(await standing(ada)).toMatchObject({
      status: 'subscriber',
      planName: expect.stringContaining('10'),
    });
    expect(await creditsOf(app, ada.id)).toEqual({ trial: 1, plan: 10 });
    expect(await atPaypal(ada)).toMatchObject([
      { status: 'CANCELLED', cents: [] },
      { status: 'ACTIVE', cents: [34_900 + 8027] },
    ]);
    expect((await choose(ada, 'studio_10')).problem.code).toBe('already_subscribed');
    const dialog = new URL((await choose(ada, 'studio_5')).body.url);
    expect(dialog.pathname + dialog.search).toBe('/profile?modal=plans&offer=studio_5');
  });

  test('begun at PayPal gives way to one by card', async ({
    buyer,
    choose,
    press,
    pay,
    standing,
    checkouts,
  }) => {
    const ada = await buyer({ hadTrial: true });
    await choose(ada);
    await pay((await press(ada)).body.url);
    expect((await checkouts(ada)).map(({ provider, state }) => [provider, state])).toEqual([
      ['paypal', 'expired'],
      ['stripe', 'completed'],
    ]);
    expect(await standing(ada)).toMatchObject({ status: 'subscriber', paymentsProvider: 'stripe' });
  });
});

describe('credits and bundles', () => {
  test('are paid when the browser comes back, once', async ({ app, buyer, agree, paypal, checkouts }) => {
    const ada = await buyer();
    const { body } = await app.call(
      calls.createPaypalTopup,
      { body: { amount: 3, return_to: '/explore?hold=7' } },
      ada,
    );
    const url = new URL((await agree(body.url)) ?? '');
    expect(url.pathname + url.search).toMatch(/^\/explore\?hold=7&token=\w+&PayerID=/);
    expect(url.hash).toMatch(/purchase=topup&.*credits=3&payment_provider=paypal/);
    const orderId = url.searchParams.get('token') ?? '';
    const check = () => app.call(calls.checkPaypalOrder, { body: { orderId } }, ada);
    const all = await Promise.all([check(), check(), check()]);
    expect(all.map((one) => one.body)).toEqual([{ paid: true }, { paid: true }, { paid: true }]);
    expect(await creditsOf(app, ada.id)).toEqual({ 'top-up': 3 });
    expect((await checkouts(ada)).map(({ state }) => state)).toEqual(['completed']);
    expect(paypal.at.mode).toBe('sandbox');
  });

  test('that nobody approves are not paid', async ({ app, buyer, goBack }) => {
    const ada = await buyer();
    const { body } = await app.call(
      calls.purchasePaypalBundle,
      { body: { bundle_id: 'bundle-3', country: 'PT' } },
      ada,
    );
    const url = new URL((await goBack(body.url)) ?? '');
    const orderId = url.searchParams.get('token') ?? '';
    expect((await app.call(calls.checkPaypalOrder, { body: { orderId } }, ada)).body).toEqual({
      paid: false,
    });
    expect(await creditsOf(app, ada.id)).toEqual({});
  });

  test('a bundle makes a sign-up an on-demand client, who is thanked', async ({
    app,
    buyer,
    agree,
    standing,
  }) => {
    const ada = await buyer();
    const { body } = await app.call(calls.purchasePaypalBundle, { body: { bundle_id: 'bundle-3' } }, ada);
    const url = new URL((await agree(body.url)) ?? '');
    expect(url.pathname).toBe('/thank-you');
    expect(url.searchParams.get('payment_provider')).toBe('paypal');
    await settle(app);
    expect(await standing(ada)).toMatchObject({ status: 'ondemand' });
    expect(await creditsOf(app, ada.id)).toEqual({ bundle: 3 });
  });
});

describe('a provider session', () => {
  test('leads to PayPal for a plan and a bundle, and takes no coupon', async ({
    app,
    buyer,
    priceOf,
    choose,
  }) => {
    const ada = await buyer();
    const session = (product_id: string, more: object = {}) =>
      app.call(
        buying.createProviderSession,
        { params: { provider: 'paypal' as const }, body: { product_id, country: 'PT', ...more } },
        ada,
      );
    const { body } = await session(priceOf('studio_5'));
    expect(body.url).toBe((await choose(ada, 'studio_5', { country: 'PT' })).body.url);
    expect((await session(priceOf('bundle-3'))).body.url).toContain('/paypal/approve/');
    expect((await session(priceOf('studio_5'), { coupon: 'WELCOME' })).problem.code).toBe('coupon_invalid');
    expect((await session('TALKBACK-MEMBERSHIP')).problem.code).toBe('not_found');
  });
});

describe('what is wrong', () => {
  test('gets a clear problem, and makes no purchase', async ({
    app,
    buyer,
    priceOf,
    prices,
    checkouts,
    member,
  }) => {
    const ada = await buyer({ country: null });
    const buy = async (body: { priceId: string; country?: string }) =>
      (await app.call(calls.createPaypalSubscription, { body }, ada)).problem.code;
    expect(await buy({ priceId: priceOf('studio_5') })).toBe('needs_country');
    expect(await buy({ priceId: 'P-NONE', country: 'PT' })).toBe('not_found');
    expect(await buy({ priceId: prices('studio_5'), country: 'PT' })).toBe('not_found');
    expect(await buy({ priceId: priceOf('bundle-3'), country: 'PT' })).toBe('not_found');
    expect((await app.call(calls.createPaypalTopup, { body: { amount: 0 } }, ada)).status).toBe(400);
    expect((await app.call(calls.createPaypalTopup, { body: { amount: 101 } }, ada)).status).toBe(400);
    expect(
      (await app.call(calls.purchasePaypalBundle, { body: { bundle_id: 'none', country: 'PT' } }, ada))
        .problem.code,
    ).toBe('not_found');
    const free = await app.call(calls.purchasePaypalBundle, { body: { bundle_id: 'free-trial' } }, ada);
    expect(free.problem.code).toBe('is_free');
    expect(await checkouts(ada)).toEqual([]);
    const bob = await member();
    const [own] = await checkouts(bob);
    const foreign = own?.provider_id ?? '';
    const other = await buyer();
    expect(
      (await app.call(calls.checkPaypalSubscription, { body: { subscriptionId: foreign } }, other)).problem
        .code,
    ).toBe('not_found');
    expect((await app.call(calls.checkPaypalOrder, { body: { orderId: foreign } }, other)).problem.code).toBe(
      'not_found',
    );
    expect(
      (await app.call(calls.checkPaypalSubscription, { body: { subscriptionId: foreign } }, bob)).body,
    ).toEqual({
      active: true,
      status: 'active',
      trial_used: false,
    });
  });
});
