import { describe, expect } from 'vitest';
import * as calls from '#shared/billing/contract-buying.ts';
import type { ArgsOf } from '#shared/lib/endpoint.ts';
import * as contract from '#shared/operator/content/contract-coupons.ts';
import { testApp } from '#test/api/app.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { A_COUPON } from '#test/rooms/coupon.ts';
import { test as base } from '#test/rooms/buying.ts';
import { outageFixture, throughOutage } from '#test/rooms/outage.ts';
import { syncPrices } from '../../billing/prices/sync.ts';

type Wanted = ArgsOf<typeof contract.makeCoupon>['body'];

const test = base
  .extend('outage', { scope: 'file' }, outageFixture)
  .extend('options', { scope: 'file' }, throughOutage)
  .extend('operator', { scope: 'file' }, ({ app }) =>
    app.people.make('operator', { name: 'Olga', zone: 'America/New_York' }),
  )
  .extend('list', { scope: 'file' }, ({ app, operator }) => async (after?: string) => {
    const { status, body } = await app.call(contract.listCoupons, { query: { after } }, operator);
    expect(status).toBe(200);
    return body;
  })
  .extend(
    'make',
    { scope: 'file' },
    ({ app, operator }) =>
      async (code: string, changes: Partial<Wanted> = {}, key?: string) => {
        const headers = key === undefined ? {} : { 'idempotency-key': key };
        return app.call(contract.makeCoupon, { body: { ...A_COUPON, code, ...changes }, headers }, operator);
      },
  )
  .extend('end', { scope: 'file' }, ({ app, operator }) => async (id: string) => {
    const { status, problem } = await app.call(contract.endCoupon, { params: { id } }, operator);
    return status === 200 ? 'ok' : `${status} ${problem.code}`;
  })
  .extend('quote', { scope: 'file' }, ({ app, buyer }) => async (coupon: string, offer = 'studio_5') => {
    const kind = offer.startsWith('bundle') ? 'bundle' : 'plan';
    const query = { kind, offer_id: offer, coupon, country: 'US' } as const;
    const { status, body, problem } = await app.call(
      calls.getQuote,
      { query },
      await buyer({ country: null }),
    );
    return status === 200 ? body.breakdown.total_cents : problem.code;
  });

test.beforeEach(async ({ app }) => {
  await syncPrices(app.ctx());
});
test.afterEach(({ outage }) => outage.end());

describe('a coupon', () => {
  test('that is made works at the checkout, for what it is for, and is counted', async ({
    app,
    buyer,
    list,
    make,
    pay,
    press,
    quote,
    operator,
  }) => {
    const made = await make(' spring-25 ', {
      offers: ['studio_5'],
      max_redemptions: 1,
      last_day: '2026-12-24',
    });
    expect([made.status, made.body.code]).toEqual([200, 'SPRING-25']);
    const listed = await list();
    expect(listed.offers.map(({ name }) => name).slice(0, 3)).toEqual(['Studio 2', 'Studio 5', 'Studio 10']);
    expect(listed.coupons[0]).toEqual({
      id: made.body.id,
      code: 'SPRING-25',
      name: 'SPRING-25',
      state: 'open',
      percent: 25,
      cents: null,
      duration: 'once',
      months: null,
      offers: ['Studio 5'],
      redeemed: 0,
      max_redemptions: 1,
      // The end of the day where the operator is.
      expires_at: '2026-12-25T05:00:00Z',
      made_at: expect.any(String),
      first_only: false,
      for_one: false,
      minimum_cents: null,
    });
    expect(await quote('Spring-25')).toBe(14_925);
    expect(await quote('SPRING-25', 'studio_2')).toBe('coupon_invalid');
    const ada = await buyer({ hadTrial: true, country: 'US' });
    const bought = await press(ada, 'studio_5', { coupon: 'SPRING-25' });
    expect(bought.status).toBe(200);
    await pay(bought.body.url);
    expect((await list()).coupons[0]).toMatchObject({ state: 'used-up', redeemed: 1 });
    expect(await quote('SPRING-25')).toBe('coupon_invalid');
    const log = await auditOf(app.db, 'coupon', 'SPRING-25');
    expect(log.map(({ what, operator_id }) => [what, operator_id])).toEqual([
      ['coupon.begun', operator.id],
      ['coupon.made', operator.id],
    ]);
    expect(log.map(({ after }) => after)).toEqual([
      {
        code: 'SPRING-25',
        percent: 25,
        duration: 'once',
        offers: ['studio_5'],
        max_redemptions: 1,
        last_day: '2026-12-24',
        first_only: false,
      },
      { id: made.body.id },
    ]);
  });

  test('takes an amount off for some months, and only for who has never paid', async ({
    list,
    make,
    quote,
  }) => {
    const changes = {
      percent: null,
      cents: 1050,
      duration: 'repeating',
      months: 3,
      first_only: true,
    } as const;
    expect((await make('TENFIFTY', changes)).status).toBe(200);
    expect((await list()).coupons[0]).toMatchObject({
      percent: null,
      cents: 1050,
      months: 3,
      offers: null,
      first_only: true,
    });
    expect(await quote('tenfifty')).toBe(18_850);
    expect(await quote('tenfifty', 'bundle-3')).toBe(20_850);
  });

  test('that is ended cannot be used, and its code can be given again', async ({
    app,
    operator,
    end,
    list,
    make,
    quote,
  }) => {
    const { body } = await make('SUMMER');
    expect(await quote('SUMMER')).toBe(14_925);
    expect(await end(body.id)).toBe('ok');
    expect(await end(body.id)).toBe('409 ended_already');
    expect(await end('promo_none')).toBe('404 not_found');
    const after = await app.call(contract.listCoupons, { query: { after: 'promo_none' } }, operator);
    expect([after.status, after.problem.code]).toEqual([404, 'not_found']);
    expect((await list(body.id)).next).toBeNull();
    expect(await quote('SUMMER')).toBe('coupon_invalid');
    expect((await list()).coupons[0]).toMatchObject({ code: 'SUMMER', state: 'ended' });
    const again = await make('SUMMER');
    expect([again.status, again.body.id === body.id]).toEqual([200, false]);
    expect(await quote('SUMMER')).toBe(14_925);
    expect((await auditOf(app.db, 'coupon', 'SUMMER')).map(({ what }) => what)).toEqual([
      'coupon.begun',
      'coupon.made',
      'coupon.ending',
      'coupon.ended',
      'coupon.begun',
      'coupon.made',
    ]);
  });

  test('is named field by field where it is wrong, and nothing is made', async ({ list, make }) => {
    const { status, problem } = await make('A B', {
      percent: 101,
      months: 2,
      offers: ['none'],
      last_day: '2026-11-20',
    });
    expect([status, problem.code]).toEqual([422, 'invalid']);
    expect(problem.errors?.map(({ field }) => field)).toEqual([
      'code',
      'percent',
      'months',
      'last_day',
      'offers',
    ]);
    expect((await list()).coupons.map(({ code }) => code)).not.toContain('A B');
  });

  test('made at the provider is listed too, also one of a currency that is not taken here', async ({
    list,
    stripe,
  }) => {
    const coupon = await stripe.coupons.create({ amount_off: 500, currency: 'eur', duration: 'forever' });
    await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'EUROS' });
    const find = async () => (await list()).coupons.find(({ code }) => code === 'EUROS');
    expect(await find()).toMatchObject({ percent: null, cents: null, duration: 'forever', name: null });
    // What it took off is gone for good: nothing is left to say.
    await stripe.coupons.del(coupon.id);
    expect(await find()).toBeUndefined();
  });
});

describe('twice', () => {
  test('the same call makes one coupon, and another with its code is refused', async ({ list, make }) => {
    const answers = [await make('ONCE', {}, 'once-key'), await make('ONCE', {}, 'once-key')];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect((await make('once', { percent: 50 })).problem.code).toBe('code_taken');
    expect((await make('once')).problem.code).toBe('code_taken');
    expect((await list()).coupons.filter(({ code }) => code === 'ONCE')).toHaveLength(1);
  });

  test('two at once make one', async ({ list, make }) => {
    const answers = await Promise.all([make('RACE'), make('RACE', { percent: 30 })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await list()).coupons.filter(({ code }) => code === 'RACE')).toHaveLength(1);
  });
});

describe('while the provider does not answer', () => {
  test('the list says so', async ({ app, operator, outage }) => {
    outage.fail('dropped');
    const { status, problem } = await app.call(contract.listCoupons, { query: {} }, operator);
    expect([status, problem.detail]).toEqual([
      503,
      'Stripe does not answer. Nothing was changed; try again in a moment.',
    ]);
  });

  test.for([
    // How many calls pass before it is away, and whether that one is done.
    ['before anything', 'error', 0, 'provider_unavailable'],
    ['after it was looked up', 'error', 1, 'outcome_open'],
    ['after what is taken off was made', 'error', 2, 'outcome_open'],
    ['after what is taken off was made, unheard', 'lost', 1, 'outcome_open'],
    ['after all was made, unheard', 'lost', 2, 'outcome_open'],
  ] as const)(
    '%s: the same press makes it once',
    async ([name, how, passed, reason], { app, list, make, outage, quote }) => {
      const code = `AWAY-${name.length}`;
      outage.fail(how, passed);
      const key = `${code}-key`;
      expect((await make(code, {}, key)).problem.code).toBe(reason);
      outage.end();
      expect((await make(code, {}, key)).status).toBe(200);
      expect((await list()).coupons.filter((coupon) => coupon.code === code)).toHaveLength(1);
      expect(await quote(code)).toBe(14_925);
      const whats = (await auditOf(app.db, 'coupon', code)).map(({ what }) => what);
      expect([whats[0], whats.at(-1)]).toEqual(['coupon.begun', 'coupon.made']);
      expect(whats.filter((what) => what === 'coupon.made')).toHaveLength(1);
    },
  );

  test.for([
    ['it had not ended', 'error'],
    ['it had ended, unheard', 'lost'],
  ] as const)(
    'ending is finished by the same press where %s',
    async ([name, how], { app, end, make, outage, quote }) => {
      const code = `ENDING-${name.length}`;
      const { body } = await make(code);
      outage.fail('error');
      expect(await end(body.id)).toBe('503 provider_unavailable');
      outage.fail(how, 1);
      expect(await end(body.id)).toBe('503 outcome_open');
      outage.end();
      expect(await end(body.id)).toBe('ok');
      expect(await quote(code)).toBe('coupon_invalid');
      const whats = (await auditOf(app.db, 'coupon', code)).map(({ what }) => what);
      expect(whats.at(-1)).toBe('coupon.ended');
    },
  );
});

test('what the provider refuses is said in its words, and noted', async ({ app, make, stripe }) => {
  // Somebody has taken what is to be taken off from the provider: its id is spent.
  const first = await make('SPENT');
  expect(first.status).toBe(200);
  await stripe.promotionCodes.update(first.body.id, { active: false });
  const promotion = await stripe.promotionCodes.retrieve(first.body.id);
  const { coupon } = promotion.promotion;
  if (typeof coupon !== 'string') throw new Error('no coupon');
  await stripe.coupons.del(coupon);
  const { status, problem } = await make('SPENT');
  expect([status, problem.code]).toEqual([422, 'refused']);
  expect(problem.detail).toMatch(/^The payment provider refuses: /);
  expect((await auditOf(app.db, 'coupon', 'SPENT')).at(-1)?.what).toBe('coupon.refused');
});

test('without the card provider there are none', async ({ app, operator }) => {
  const bare = await testApp(undefined, { url: app.url, clock: app.clock });
  const codes = await Promise.all([
    bare.call(contract.listCoupons, { query: {} }, operator),
    bare.call(contract.makeCoupon, { body: { ...A_COUPON, code: 'NONE' } }, operator),
    bare.call(contract.endCoupon, { params: { id: 'promo_none' } }, operator),
  ]);
  for (const { status, problem } of codes)
    expect([status, problem.code]).toEqual([409, 'payments_not_configured']);
  await bare.close();
});
