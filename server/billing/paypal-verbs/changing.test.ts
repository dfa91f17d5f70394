import { describe, expect } from 'vitest';
import { getBilling } from '#shared/billing/contract-area.ts';
import * as changing from '#shared/billing/contract-changing.ts';
import * as calls from '#shared/billing/contract-paypal.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import { test } from '#test/rooms/approving.ts';
import { creditsOf } from '#test/rooms/store.ts';

test.afterAll(async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
});

const TEN = 34_900;
const FIVE = 19_900;
const withVat = (net: number): number => net + Math.round((net * 23) / 100);

describe('an upgrade', () => {
  test('costs what its preview says, and takes the place of the running plan at the approval', async ({
    app,
    member,
    pass,
    spendSome,
    preview,
    upgrade,
    agree,
    priceOf,
    standing,
    atPaypal,
  }) => {
    const ada = await member();
    await pass(ada, '15d');
    // The trial's credit is spent first.
    await spendSome(ada, 2);
    const { body: said } = await preview(ada, priceOf('studio_10'));
    expect(said).toMatchObject({
      kind: 'upgrade',
      provider: 'paypal',
      moves: false,
      balance_cents: 0,
      credits: { lost: 4, granted: 10 },
    });
    const [plan, credit] = said.breakdown.lines;
    expect(plan?.cents).toBe(TEN);
    // 15 of 30 or 31 days are left; 4 of 5 credits are.
    expect(credit?.cents).toBeLessThan(-FIVE * 0.48);
    expect(credit?.cents).toBeGreaterThan(-FIVE * 0.53);
    expect(said.due_today_cents).toBe(withVat(TEN + (credit?.cents ?? 0)));
    const { body } = await upgrade(ada, 'studio_10');
    expect(await standing(ada)).toMatchObject({ planName: 'Studio 5' });
    const url = await agree(body.url);
    expect(url).toMatch(/\/profile\?session_id=.*subscription_id=I-.*#billing&purchase=plan/);
    expect(await atPaypal(ada)).toMatchObject([
      { status: 'CANCELLED', cents: [withVat(FIVE)] },
      { status: 'ACTIVE', cents: [said.due_today_cents], starts: said.renews_at },
    ]);
    expect(await standing(ada)).toMatchObject({ status: 'subscriber', planName: 'Studio 10' });
    expect(await creditsOf(app, ada.id)).toEqual({ trial: 0, plan: 10 });
    await pass(ada, '1mo');
    expect((await atPaypal(ada))[1]?.cents).toEqual([said.due_today_cents, withVat(TEN)]);
    expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 10, rollover: 10 });
  });

  test('takes from the new plan what was spent between its count and the approval', async ({
    app,
    member,
    upgrade,
    agree,
    spendSome,
    atPaypal,
  }) => {
    const ada = await member();
    const page = await upgrade(ada, 'studio_10');
    // The trial's credit is spent first.
    await spendSome(ada, 4);
    await agree(page.body.url);
    expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 7 });
    expect((await atPaypal(ada)).map(({ status }) => status)).toEqual(['CANCELLED', 'ACTIVE']);
  });

  test('given up at PayPal changes nothing', async ({ app, member, upgrade, goBack, standing, atPaypal }) => {
    const ada = await member();
    const { body } = await upgrade(ada, 'studio_10');
    await goBack(body.url);
    expect(await standing(ada)).toMatchObject({ status: 'subscriber', planName: 'Studio 5' });
    expect((await atPaypal(ada)).map(({ status }) => status)).toEqual(['ACTIVE', 'APPROVAL_PENDING']);
    expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 5 });
  });

  test('whose payment is declined changes nothing', async ({
    member,
    upgrade,
    agree,
    standing,
    atPaypal,
  }) => {
    const ada = await member();
    await agree((await upgrade(ada, 'studio_10')).body.url, 'declined');
    expect(await standing(ada)).toMatchObject({ status: 'subscriber', planName: 'Studio 5' });
    expect((await atPaypal(ada)).map(({ status }) => status)).toEqual(['ACTIVE', 'CANCELLED']);
  });

  test('is asked about anew after 15 minutes, and at another amount', async ({
    app,
    member,
    preview,
    priceOf,
    clock,
    spendSome,
  }) => {
    const ada = await member();
    const priceId = priceOf('studio_10');
    const { at, due_today_cents } = (await preview(ada, priceId)).body;
    const press = (body: object) =>
      app.call(calls.upgradePaypalSubscription, { body: { priceId, ...body } }, ada);
    expect((await press({ at, due_today_cents: due_today_cents - 1 })).problem.code).toBe('preview_over');
    expect((await press({ at: '2027-01-01T00:00:00Z', due_today_cents })).problem.code).toBe('preview_over');
    await spendSome(ada, 3);
    expect((await press({ at, due_today_cents })).problem.code).toBe('preview_over');
    clock.add({ minutes: 16 });
    const { body: later } = await preview(ada, priceId);
    expect((await press({ at, due_today_cents: later.due_today_cents })).problem.code).toBe('preview_over');
    // The requirement's body alone: PayPal shows the amount.
    expect((await press({})).body.url).toContain('/paypal/approve/');
  });

  test('whose credit exceeds the price is not possible', async ({
    member,
    preview,
    priceOf,
    app,
    upgrade,
  }) => {
    const ada = await member('studio_10');
    const annual = await member('studio_60');
    expect((await preview(annual, priceOf('studio_5'))).problem.code).toBe('credit_above_price');
    const press = await app.call(
      calls.upgradePaypalSubscription,
      { body: { priceId: priceOf('studio_5') } },
      annual,
    );
    expect(press.problem.code).toBe('credit_above_price');
    expect((await preview(ada, priceOf('studio_10'))).problem.code).toBe('same_plan');
    expect((await upgrade(ada, 'studio_5')).problem.code).toBe('is_downgrade');
  });

  test('of two pages the one approved later is paid back', async ({
    app,
    member,
    upgrade,
    agree,
    clock,
    standing,
    atPaypal,
  }) => {
    const ada = await member();
    const ten = await upgrade(ada, 'studio_10');
    const yearly = await upgrade(ada, 'studio_60');
    await agree(yearly.body.url);
    clock.add({ minutes: 5 });
    await agree(ten.body.url);
    expect(await standing(ada)).toMatchObject({ planName: expect.stringContaining('60') });
    expect(await atPaypal(ada)).toMatchObject([
      { status: 'CANCELLED' },
      { status: 'CANCELLED', cents: [] },
      { status: 'ACTIVE' },
    ]);
    expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 60 });
  });

  test('pressed in two tabs for two plans leaves one open purchase', async ({
    member,
    upgrade,
    checkouts,
  }) => {
    const ada = await member('studio_2');
    const pages = await Promise.all([upgrade(ada, 'studio_5'), upgrade(ada, 'studio_10')]);
    for (const { status } of pages) expect([200, 409]).toContain(status);
    const open = (await checkouts(ada)).filter(({ state }) => state === 'open' || state === 'starting');
    expect(open).toHaveLength(1);
  });
});

describe('a downgrade', () => {
  test('is approved, comes at the end of the period, and is shown until then', async ({
    app,
    member,
    agree,
    pass,
    preview,
    priceOf,
    standing,
    atPaypal,
  }) => {
    const ada = await member('studio_10');
    const priceId = priceOf('studio_5');
    const { body: said } = await preview(ada, priceId);
    expect(said).toMatchObject({
      kind: 'downgrade',
      due_today_cents: 0,
      breakdown: { total_cents: withVat(FIVE) },
    });
    const press = () => app.call(calls.downgradePaypalSubscription, { body: { priceId } }, ada);
    const { body } = await press();
    expect((await press()).body.url).toBe(body.url);
    const pending = async () => (await app.call(getBilling, {}, ada)).body.plan?.pending;
    expect(await pending()).toBeNull();
    expect(await agree(body.url)).toMatch(
      /\/profile\?session_id=true&payment_provider=paypal&subscription_id=I-/,
    );
    expect(await pending()).toMatchObject({ name: 'Studio 5', from: said.begins_at });
    expect((await press()).problem.code).toBe('change_pending');
    expect((await preview(ada, priceOf('studio_2'))).problem.code).toBe('change_pending');
    await pass(ada, '1mo');
    expect(await standing(ada)).toMatchObject({ planName: 'Studio 5' });
    expect((await atPaypal(ada))[0]?.cents).toEqual([withVat(TEN), withVat(FIVE)]);
    expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 5, rollover: 10 });
  });

  test('is taken back by another approval', async ({
    app,
    member,
    agree,
    priceOf,
    pass,
    standing,
    atPaypal,
  }) => {
    const ada = await member('studio_10');
    const keep = () => app.call(changing.keepPlan, {}, ada);
    expect((await keep()).problem.code).toBe('nothing_planned');
    const { body } = await app.call(
      calls.downgradePaypalSubscription,
      { body: { priceId: priceOf('studio_5') } },
      ada,
    );
    await agree(body.url);
    const kept = await keep();
    expect(kept.body).toEqual({ kept: false, url: expect.stringContaining('/paypal/approve/') });
    await agree(kept.body.url ?? '');
    expect((await app.call(getBilling, {}, ada)).body.plan?.pending).toBeNull();
    await pass(ada, '1mo');
    expect(await standing(ada)).toMatchObject({ planName: 'Studio 10' });
    expect((await atPaypal(ada))[0]?.cents).toEqual([withVat(TEN), withVat(TEN)]);
  });

  test('that is given up changes nothing, and another one takes its place', async ({
    app,
    member,
    agree,
    goBack,
    priceOf,
    standing,
    pass,
  }) => {
    const ada = await member('studio_10');
    const press = (offer: string) =>
      app.call(calls.downgradePaypalSubscription, { body: { priceId: priceOf(offer) } }, ada);
    await goBack((await press('studio_5')).body.url);
    expect((await app.call(getBilling, {}, ada)).body.plan?.pending).toBeNull();
    await agree((await press('studio_2')).body.url);
    await pass(ada, '1mo');
    expect(await standing(ada)).toMatchObject({ planName: 'Studio 2' });
    expect((await press('studio_10')).problem.code).toBe('not_a_downgrade');
  });
});

describe('a trial', () => {
  test('takes another plan with the same end, and nothing is charged', async ({
    app,
    trialist,
    choose,
    agree,
    pass,
    standing,
    atPaypal,
  }) => {
    const ada = await trialist();
    await pass(ada, '3d');
    const { body } = await choose(ada, 'studio_10');
    await agree(body.url);
    expect(await standing(ada)).toMatchObject({ status: 'trial', planName: 'Studio 10' });
    const [first, second] = await atPaypal(ada);
    expect([first?.status, second?.status, second?.starts]).toEqual(['CANCELLED', 'ACTIVE', first?.starts]);
    expect(await creditsOf(app, ada.id)).toEqual({ trial: 1 });
    await pass(ada, '12d');
    expect(await standing(ada)).toMatchObject({ status: 'subscriber', planName: 'Studio 10' });
    expect((await atPaypal(ada)).map(({ cents }) => cents)).toEqual([[], [withVat(TEN)]]);
  });

  test('is finished now by an approval that pays the first period', async ({
    app,
    trialist,
    priceOf,
    agree,
    pass,
    standing,
    atPaypal,
    member,
  }) => {
    const ada = await trialist();
    await pass(ada, '3d');
    const body = { priceId: priceOf('studio_5') };
    const start = await app.call(calls.startPaypalSubscription, { body }, ada);
    expect(await standing(ada)).toMatchObject({ status: 'trial' });
    await agree(start.body.url);
    expect(await standing(ada)).toMatchObject({ status: 'subscriber', planName: 'Studio 5' });
    expect(await atPaypal(ada)).toMatchObject([
      { status: 'CANCELLED', cents: [] },
      { status: 'ACTIVE', cents: [withVat(FIVE)] },
    ]);
    expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 5 });
    const again = await app.call(calls.startPaypalSubscription, { body }, ada);
    expect(again.problem.code).toBe('no_trial');
    const bob = await member();
    expect((await app.call(calls.startPaypalSubscription, { body }, bob)).problem.code).toBe('no_trial');
  });
});
