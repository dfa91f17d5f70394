import { describe, expect } from 'vitest';
import * as calls from '#shared/billing/contract-buying.ts';
import type { TestPerson } from '#test/api/people.ts';
import { test as base } from '#test/rooms/buying.ts';

const test = base.extend(
  'quote',
  { scope: 'file' },
  ({ app }) =>
    (person: TestPerson, query: object) =>
      app.call(calls.getQuote, { query: { kind: 'plan', offer_id: 'studio_5', ...query } as never }, person),
);

describe('a quote', () => {
  test('is net, VAT and total, and what is due today', async ({ buyer, prices, quote }) => {
    const ada = await buyer();
    expect((await quote(ada, {})).body).toEqual({
      breakdown: {
        currency: 'usd',
        lines: [{ label: 'Studio 5', cents: 19_900 }],
        net_cents: 19_900,
        vat_percent: 23,
        vat_cents: 4577,
        total_cents: 24_477,
        reverse_charge: false,
      },
      trial_days: 14,
      due_today_cents: 0,
      later_total_cents: null,
      credits: 5,
      price_id: prices('studio_5'),
    });
    const abroad = await quote(ada, { kind: 'top-up', quantity: 3, country: 'US' });
    expect(abroad.body).toMatchObject({
      breakdown: { lines: [{ label: '3 credits', cents: 23_700 }], vat_cents: 0, total_cents: 23_700 },
      trial_days: 0,
      due_today_cents: 23_700,
      credits: 3,
    });
  });

  test('refuses what is not offered, an unknown country and an unknown coupon', async ({ buyer, quote }) => {
    const ada = await buyer({ country: null });
    expect((await quote(ada, { offer_id: 'none' })).problem.code).toBe('not_found');
    expect((await quote(ada, {})).problem.code).toBe('needs_country');
    const coupon = await quote(ada, { country: 'PT', coupon: 'NONE' });
    expect(coupon.problem).toMatchObject({ status: 422, code: 'coupon_invalid' });
    expect((await quote(ada, { kind: 'top-up', quantity: 0 })).status).toBe(400);
  });

  test.for([
    ['a percentage', { percent_off: 33.33 }, 'studio_5'],
    ['an odd percentage of an odd price', { percent_off: 12.5 }, 'bundle-3'],
    ['an amount', { amount_off: 1999, currency: 'usd' }, 'studio_2'],
    ['more than it costs', { amount_off: 99_999, currency: 'usd' }, 'bundle-3'],
  ] as const)(
    'is what the provider charges, to the cent: %s',
    async ([, off, offer], { app, stripe, buyer, prices, quote }) => {
      const ada = await buyer({ status: 'cancelled', hadTrial: true });
      const coupon = await stripe.coupons.create({ ...off, duration: 'once', name: 'Cyber Monday' });
      const promotion = await stripe.promotionCodes.create({
        promotion: { type: 'coupon', coupon: coupon.id },
      });
      const isPlan = offer !== 'bundle-3';
      const shown = await quote(ada, {
        kind: isPlan ? 'plan' : 'bundle',
        offer_id: offer,
        coupon: promotion.code.toLowerCase(),
      });
      const { breakdown } = shown.body;
      expect(breakdown.lines[1]?.label).toBe('Cyber Monday');
      expect(breakdown.lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(breakdown.net_cents);
      const chosen = { coupon: promotion.code };
      const bought = isPlan
        ? await app.call(calls.createCheckoutSession, { body: { priceId: prices(offer), ...chosen } }, ada)
        : await app.call(calls.purchaseBundle, { body: { bundle_id: offer, ...chosen } }, ada);
      const id = new URL(bought.body.url).pathname.split('/').at(-1) ?? '';
      const session = await stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] });
      const [line] = session.line_items?.data ?? [];
      expect([line?.amount_tax, session.amount_total]).toEqual([breakdown.vat_cents, breakdown.total_cents]);
    },
  );

  test.for([
    ['once', 24_477],
    ['repeating', 24_477],
    ['forever', null],
  ] as const)(
    'names the total of later periods: a coupon %s',
    async ([duration, later], { stripe, buyer, quote }) => {
      const months = duration === 'repeating' ? { duration_in_months: 3 } : {};
      const { id } = await stripe.coupons.create({ percent_off: 50, duration, ...months });
      const { code } = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: id } });
      const { body } = await quote(await buyer(), { coupon: code });
      expect([body.breakdown.total_cents, body.later_total_cents]).toEqual([12_239, later]);
      const bundle = await quote(await buyer(), { kind: 'bundle', offer_id: 'bundle-3', coupon: code });
      expect(bundle.body.later_total_cents).toBe(null);
    },
  );

  test.for([
    ['ondemand', 14],
    ['cancelled', 14],
    ['subscriber', 0],
    ['wix-user', 0],
  ] as const)('has the trial for who has no membership: %s', async ([status, days], { buyer, quote }) => {
    expect((await quote(await buyer({ status }), {})).body.trial_days).toBe(days);
  });

  test('a coupon that is over, of another product or another customer is refused', async ({
    clock,
    stripe,
    buyer,
    quote,
  }) => {
    const ada = await buyer();
    const code = async (coupon: object, promotion: object = {}) => {
      const { id } = await stripe.coupons.create({ percent_off: 10, duration: 'once', ...coupon });
      const made = await stripe.promotionCodes.create({
        promotion: { type: 'coupon', coupon: id },
        ...promotion,
      });
      return made.code;
    };
    const product = await stripe.products.create({ name: 'Other' });
    const stranger = await stripe.customers.create({ name: 'Eve' });
    for (const one of [
      await code({ applies_to: { products: [product.id] } }),
      await code({}, { customer: stranger.id }),
      await code({}, { active: false }),
      await code({}, { expires_at: Math.floor(clock.now().epochMilliseconds / 1000) - 1 }),
    ])
      expect((await quote(ada, { coupon: one })).problem.code).toBe('coupon_invalid');
    const top = { kind: 'top-up', coupon: await code({}) };
    expect((await quote(ada, top)).problem.code).toBe('coupon_invalid');
  });
});

test('the browser learns how to reach the provider', async ({ app, sandbox, buyer }) => {
  const { body } = await app.call(calls.getPaymentConfig, {}, await buyer());
  expect(body).toEqual({
    stripe: {
      publishable_key: expect.stringMatching(/^pk_test_/),
      api_origin: sandbox.url,
      sandbox: true,
    },
    paypal: { sandbox: true },
  });
});

describe('the portal', () => {
  const returnUrl = 'http://localhost:4000/profile#billing';

  test('opens for who has bought, back to an address of ours alone', async ({
    app,
    stripe,
    buyer,
    press,
  }) => {
    const ada = await buyer();
    const open = (to: string) => app.call(calls.createPortalSession, { body: { returnUrl: to } }, ada);
    expect((await open(returnUrl)).problem).toMatchObject({ status: 409, code: 'no_subscription' });
    await press(ada);
    const { body } = await open(returnUrl);
    expect(body.dashboard_url).toContain('/portal/');
    await open(returnUrl);
    const { data } = await stripe.billingPortal.configurations.list({ limit: 100 });
    expect(data.filter(({ is_default: isDefault }) => !isDefault)).toMatchObject([
      {
        features: {
          payment_method_update: { enabled: true },
          invoice_history: { enabled: true },
          subscription_cancel: { enabled: false },
        },
      },
    ]);
    for (const wrong of ['https://evil.test/', 'javascript:alert(1)', '/profile', 'http://localhost:4001/'])
      expect((await open(wrong)).problem).toMatchObject({ status: 422, code: 'wrong_return' });
  });
});
