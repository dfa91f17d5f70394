import { describe, expect } from 'vitest';
import * as calls from '#shared/billing/contract-buying.ts';
import { test } from '#test/rooms/buying.ts';
import { setFlags } from '#test/rooms/flags.ts';
import { creditsOf, settle } from '#test/rooms/store.ts';

// Everybody pays by the same card, which would use up the trial.
test.beforeEach(async ({ app }) => {
  await app.db.deleteFrom('billing_fingerprints').execute();
});

describe('a hosted page for a membership', () => {
  test('begins the trial once, and leads to the thank-you screen', async ({
    app,
    buyer,
    press,
    pay,
    atProvider,
    checkouts,
  }) => {
    const ada = await buyer();
    const { body, status } = await press(ada);
    expect(status).toBe(200);
    const back = new URL((await pay(body.url)).url);
    expect(back.pathname).toBe('/thank-you');
    expect(Object.fromEntries(back.searchParams)).toEqual({
      session_id: expect.stringMatching(/^cs_test_/),
      product_type: 'memberships',
      product_price: '199',
      product_name: 'Studio 5',
      credits: '5',
      payment_provider: 'stripe',
    });
    const { sessions, subscriptions, paid } = await atProvider(ada);
    expect(sessions).toMatchObject([{ allowed_payment_method_types: ['card'] }]);
    expect(subscriptions).toMatchObject([{ status: 'trialing' }]);
    expect(subscriptions[0]?.default_tax_rates).toMatchObject([{ percentage: 23, country: 'PT' }]);
    expect(paid).toEqual([]);
    expect(await checkouts(ada)).toMatchObject([{ state: 'completed', country: 'PT', way: 'hosted' }]);
    expect(await creditsOf(app, ada.id)).toEqual({ trial: 1 });
  });

  test('charges at once whoever had the trial, with VAT', async ({ buyer, press, pay, atProvider }) => {
    const ada = await buyer({ status: 'cancelled', hadTrial: true });
    const page = await pay((await press(ada)).body.url);
    expect(page.url).toMatch(
      /\/profile\?session_id=cs_test_\w+#billing&purchase=plan&product_type=memberships/,
    );
    const { paid } = await atProvider(ada);
    expect(paid.map(({ amount }) => amount)).toEqual([19_900 + 4577]);
  });

  test('no trial while the flag is off', async ({ app, buyer, press, pay, atProvider }) => {
    await setFlags(app, { 'free-trial': false });
    const ada = await buyer();
    await pay((await press(ada)).body.url);
    expect((await atProvider(ada)).subscriptions).toMatchObject([{ status: 'active' }]);
    await setFlags(app, { 'free-trial': null });
  });

  test('the country of the request is kept; without any it is asked for', async ({ app, buyer, press }) => {
    const ada = await buyer({ country: null });
    expect((await press(ada)).problem).toMatchObject({ status: 422, code: 'needs_country' });
    expect((await press(ada, 'studio_5', { country: 'XX' })).problem.code).toBe('needs_country');
    expect((await press(ada, 'studio_5', { country: 'US', zipcode: '10001' })).status).toBe(200);
    const details = app.db.selectFrom('billing_details').select(['country', 'zipcode']);
    expect(await details.where('person_id', '=', ada.id).execute()).toEqual([
      { country: 'US', zipcode: '10001' },
    ]);
  });

  test('what is not offered cannot be bought', async ({ app, buyer, prices, press }) => {
    const ada = await buyer();
    expect((await press(ada, 'none')).status).toBe(400);
    const unknown = { body: { priceId: 'price_unknown' } };
    expect((await app.call(calls.createSubscriptionCheckout, unknown, ada)).problem).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    const member = await buyer({ status: 'subscriber' });
    const bundle = { body: { priceId: prices('bundle-3') } };
    expect((await app.call(calls.createSubscriptionCheckout, bundle, member)).problem.code).toBe('not_found');
  });

  test('create-checkout-session and create-session answer the same page', async ({
    app,
    stripe,
    buyer,
    prices,
  }) => {
    const ada = await buyer();
    const priceId = prices('studio_2');
    const { body } = await app.call(calls.createCheckoutSession, { body: { priceId } }, ada);
    expect(body).toEqual({
      sessionId: expect.stringMatching(/^cs_/),
      url: expect.stringContaining(body.sessionId),
    });
    const { product } = await stripe.prices.retrieve(priceId);
    const again = await app.call(
      calls.createProviderSession,
      { params: { provider: 'stripe' }, body: { product_id: product as string, country: 'PT' } },
      ada,
    );
    expect(again.body.url).toBe(body.url);
    const paypal = await app.call(
      calls.createProviderSession,
      { params: { provider: 'paypal' }, body: { product_id: product as string, country: 'PT' } },
      ada,
    );
    // The product is Stripe's.
    expect(paypal.problem).toMatchObject({ status: 404, code: 'not_found' });
  });
});

describe('wrong, foreign and missing ids', () => {
  test('get a clear problem at each call', async ({ app, buyer, prices }) => {
    const ada = await buyer();
    const provider = { params: { provider: 'stripe' } } as const;
    const card = { paymentMethodId: 'pm_unknown', priceId: prices('studio_5') };
    const cases = [
      [app.call(calls.createCheckoutSession, { body: { priceId: 'price_none' } }, ada), 404, 'not_found'],
      [app.call(calls.createCheckoutSession, { body: {} as never }, ada), 400, 'malformed'],
      [app.call(calls.createSubscriptionCheckout, { body: { priceId: '' } }, ada), 400, 'malformed'],
      [
        app.call(
          calls.createProviderSession,
          { ...provider, body: { product_id: 'prod_none', country: 'PT' } },
          ada,
        ),
        404,
        'not_found',
      ],
      [
        app.call(
          calls.createProviderSession,
          { ...provider, body: { product_id: 'prod_none' } as never },
          ada,
        ),
        400,
        'malformed',
      ],
      [
        app.call(calls.createSubscription, { body: { ...card, priceId: 'price_none' } }, ada),
        404,
        'not_found',
      ],
      // A bundle's price is none of a membership.
      [
        app.call(calls.createSubscription, { body: { ...card, priceId: prices('bundle-3') } }, ada),
        404,
        'not_found',
      ],
      [app.call(calls.createSubscription, { body: card }, ada), 422, 'card_declined'],
      [
        app.call(calls.createSubscription, { body: { ...card, couponId: 'NONE' } }, ada),
        422,
        'coupon_invalid',
      ],
      [
        app.call(calls.createSubscription, { body: { priceId: card.priceId } as never }, ada),
        400,
        'malformed',
      ],
      [app.call(calls.purchaseBundle, { body: { bundle_id: 'none' } }, ada), 404, 'not_found'],
      [app.call(calls.purchaseBundle, { body: { bundle_id: 'free-trial' } }, ada), 422, 'is_free'],
      [app.call(calls.createTopup, { body: { amount: 0 } }, ada), 400, 'malformed'],
      [app.call(calls.createTopup, { body: { amount: 101 } }, ada), 400, 'malformed'],
      [app.call(calls.createTopup, { body: { amount: 1.5 } }, ada), 400, 'malformed'],
      [app.call(calls.startSubscription, {}, ada), 409, 'no_trial'],
      [
        app.call(calls.createPortalSession, { body: { returnUrl: 'https://else.test' } }, ada),
        422,
        'wrong_return',
      ],
      [app.call(calls.createPortalSession, { body: {} as never }, ada), 400, 'malformed'],
    ] as const;
    const answers = await Promise.all(cases.map(([answer]) => answer));
    expect(answers.map(({ status, problem }) => [status, problem.code])).toEqual(
      cases.map(([, status, code]) => [status, code]),
    );
    for (const { problem } of answers) expect(problem.detail).toMatch(/^[A-Z].*[.?]$/s);
  });
});

describe('many presses', () => {
  test('32 at once in two tabs: one customer, one page, one subscription', async ({
    buyer,
    press,
    pay,
    atProvider,
    checkouts,
  }) => {
    const ada = await buyer();
    const answers = await Promise.all(Array.from({ length: 32 }, () => press(ada)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const urls = new Set(answers.map(({ body }) => body.url));
    expect(urls.size).toBe(1);
    const before = await atProvider(ada);
    expect(before).toMatchObject({ customers: 1, sessions: [{ status: 'open' }] });
    await pay([...urls][0] ?? '');
    const after = await atProvider(ada);
    expect(after.subscriptions).toHaveLength(1);
    expect(await checkouts(ada)).toMatchObject([{ state: 'completed' }]);
    expect((await press(ada)).problem).toMatchObject({ status: 409, code: 'already_subscribed' });
  });

  test('another membership ends the page that is open', async ({ buyer, press, atProvider, checkouts }) => {
    const ada = await buyer();
    await press(ada, 'studio_2');
    expect((await press(ada, 'studio_10')).status).toBe(200);
    const { sessions } = await atProvider(ada);
    expect(
      sessions.map(({ status }) => status).toSorted((a, b) => String(a).localeCompare(String(b))),
    ).toEqual(['expired', 'open']);
    expect((await checkouts(ada)).map(({ state }) => state)).toEqual(['expired', 'open']);
  });

  test('32 at once for four memberships leave one page open', async ({ buyer, press, atProvider }) => {
    const ada = await buyer();
    const offers = ['studio_2', 'studio_5', 'studio_10', 'studio_24'];
    const answers = await Promise.all(Array.from({ length: 32 }, (_, n) => press(ada, offers[n % 4])));
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const { sessions } = await atProvider(ada);
    expect(sessions.filter(({ status }) => status === 'open').length).toBeLessThanOrEqual(1);
  });

  test('a page that was paid in the other tab is not opened again', async ({ buyer, press, pay }) => {
    const ada = await buyer();
    const { body } = await press(ada);
    await pay(body.url, '378282246310005');
    expect((await press(ada)).problem.code).toBe('already_subscribed');
  });

  test('an Idempotency-Key answers a repeat with the first page', async ({ app, buyer, prices }) => {
    const ada = await buyer();
    const headers = { 'idempotency-key': 'one' };
    const body = { priceId: prices('studio_2') };
    const first = await app.call(calls.createSubscriptionCheckout, { body, headers }, ada);
    const again = await app.call(calls.createSubscriptionCheckout, { body, headers }, ada);
    expect(again.body).toEqual(first.body);
    const other = { body: { priceId: prices('studio_5') }, headers };
    expect((await app.call(calls.createSubscriptionCheckout, other, ada)).problem.code).toBe(
      'idempotency_mismatch',
    );
  });
});

describe('credits without a membership', () => {
  test('a top-up is paid with VAT and comes back to where it began', async ({
    app,
    buyer,
    pay,
    atProvider,
  }) => {
    const ada = await buyer({ status: 'ondemand' });
    const { body } = await app.call(
      calls.createTopup,
      { body: { amount: 3, return_to: '/explore/anna?hold=7&step=2' } },
      ada,
    );
    const { url } = await pay(body.url);
    expect(url).toMatch(
      /^http:\/\/localhost:4000\/explore\/anna\?hold=7&step=2#purchase=topup&product_type=topup&/,
    );
    expect((await atProvider(ada)).paid.map(({ amount }) => amount)).toEqual([23_700 + 5451]);
    expect(await creditsOf(app, ada.id)).toEqual({ 'top-up': 3 });
  });

  test('two top-ups at once: the same wish is one page, another amount another', async ({
    app,
    buyer,
    pay,
    atProvider,
  }) => {
    const ada = await buyer({ status: 'ondemand' });
    const topUp = (amount: number) => app.call(calls.createTopup, { body: { amount } }, ada);
    const [one, same, other] = await Promise.all([topUp(1), topUp(1), topUp(2)]);
    expect(one.body.url).toBe(same.body.url);
    await Promise.all([pay(one.body.url), pay(other.body.url)]);
    expect((await atProvider(ada)).paid).toHaveLength(2);
    expect(await creditsOf(app, ada.id)).toEqual({ 'top-up': 3 });
    const next = await topUp(1);
    expect(next.body.url).not.toBe(one.body.url);
  });

  test('a bundle is bought; a free one is joined', async ({ app, buyer, pay }) => {
    const ada = await buyer();
    const bundle = (bundle_id: string) => app.call(calls.purchaseBundle, { body: { bundle_id } }, ada);
    expect((await bundle('free-trial')).problem).toMatchObject({ status: 422, code: 'is_free' });
    expect((await bundle('none')).problem.code).toBe('not_found');
    const { url } = await pay((await bundle('bundle-3')).body.url);
    expect(new URL(url).searchParams.get('product_type')).toBe('bundles');
    expect(await creditsOf(app, ada.id)).toEqual({ bundle: 3 });
  });

  test.for([{ amount: 0 }, { amount: 101 }, { amount: 1.5 }, { amount: 1, return_to: '//evil.test' }])(
    'malformed: %j',
    async (body, { app, buyer }) => {
      const ada = await buyer();
      expect((await app.call(calls.createTopup, { body }, ada)).status).toBe(400);
    },
  );
});

describe('over a running membership', () => {
  test('in a trial another price replaces the first, and nothing is charged', async ({
    stripe,
    buyer,
    press,
    pay,
    atProvider,
  }) => {
    const ada = await buyer();
    await pay((await press(ada, 'studio_2')).body.url, '4000056655665556');
    const before = (await atProvider(ada)).subscriptions[0];
    expect((await press(ada, 'studio_2')).problem.code).toBe('already_subscribed');
    expect((await press(ada, 'studio_10')).body.url).toBe(
      'http://localhost:4000/profile?session_id=true#billing',
    );
    const after = await stripe.subscriptions.retrieve(before?.id ?? '');
    expect(after).toMatchObject({ status: 'trialing', trial_end: before?.trial_end });
    expect(after.items.data[0]?.price.unit_amount).toBe(34_900);
    expect((await atProvider(ada)).paid).toEqual([]);
  });

  test('a membership that ends is taken up again by its own price', async ({
    stripe,
    app,
    buyer,
    press,
    pay,
    atProvider,
    prices,
  }) => {
    const ada = await buyer();
    await pay((await press(ada, 'studio_2')).body.url, '5555555555554444');
    const [subscription] = (await atProvider(ada)).subscriptions;
    const id = subscription?.id ?? '';
    await stripe.subscriptions.update(id, { trial_end: 'now' });
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await settle(app);
    expect((await press(ada, 'studio_10')).body.url).toMatch(/\?modal=plans&offer=studio_10#billing$/);
    const resumed = await app.call(
      calls.createCheckoutSession,
      { body: { priceId: prices('studio_2') } },
      ada,
    );
    expect(resumed.body).toEqual({
      sessionId: id,
      url: 'http://localhost:4000/profile?session_id=true#billing',
    });
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: null,
      status: 'active',
    });
  });
});
