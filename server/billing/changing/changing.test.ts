import type { Stripe } from 'stripe';
import { describe, expect } from 'vitest';
import * as calls from '#shared/billing/contract-changing.ts';
import { cancel as cancelSession } from '#shared/booking/contract.ts';
import { getBilling } from '#shared/billing/contract-area.ts';
import { makeBookingApi } from '#test/rooms/booking.ts';
import { test } from '#test/rooms/changing.ts';
import { creditsOf, travel } from '#test/rooms/store.ts';

const amounts = (paid: readonly Stripe.PaymentIntent[]) =>
  paid.map(({ amount }) => amount).toSorted((a, b) => a - b);
const FIRST = 19_900 + 4577;

describe('a change at once', () => {
  test('upgrade: billed as the preview said; the period’s credits end, the new plan grants in full', async ({
    app,
    member,
    preview,
    change,
    prices,
    atProvider,
  }) => {
    const { person } = await member('studio_5', { days: 15 });
    const { body } = await preview(person, 'studio_10');
    expect(body).toMatchObject({
      kind: 'upgrade',
      from: { name: 'Studio 5', price_cents: 19_900 },
      to: { name: 'Studio 10', price_cents: 34_900, credits: 10 },
      notice: null,
      credits: { lost: 5, granted: 10, bank: 0, bank_max: 60 },
      balance_cents: 0,
    });
    const [plan, credit] = body.breakdown.lines;
    expect(plan).toEqual({ label: 'Studio 10', cents: 34_900 });
    expect(credit?.label).toBe('Credit for Studio 5');
    // 15 of 28 to 31 days are over.
    expect(credit?.cents).toBeGreaterThanOrEqual(-Math.ceil((19_900 * 16) / 31));
    expect(credit?.cents).toBeLessThanOrEqual(-Math.floor((19_900 * 13) / 28));
    expect(body.breakdown.total_cents).toBe(body.due_today_cents);
    expect((await change(person, 'studio_10')).body).toEqual({ status: 'active' });
    const { subscriptions, paid } = await atProvider(person);
    expect(subscriptions[0]?.items.data[0]?.price.id).toBe(prices('studio_10'));
    expect(amounts(paid)).toEqual([FIRST, body.due_today_cents].toSorted((a, b) => a - b));
    expect(await creditsOf(app, person.id)).toEqual({ plan: 10 });
    expect(Temporal.Instant.from(body.renews_at).epochMilliseconds).toBe(
      (subscriptions[0]?.items.data[0]?.current_period_end ?? 0) * 1000,
    );
  });

  test('gives back only the share of the credits that are left, and keeps the bank', async ({
    app,
    member,
    spendSome,
    preview,
    change,
  }) => {
    const { person } = await member('studio_5', { days: 32 });
    expect(await creditsOf(app, person.id)).toEqual({ plan: 5, rollover: 5 });
    await spendSome(person, 3);
    const { body } = await preview(person, 'studio_10');
    expect(body.credits).toEqual({ lost: 2, granted: 10, bank: 5, bank_max: 60 });
    expect(body.breakdown.lines[1]?.cents).toBe(-7960);
    expect((await change(person, 'studio_10')).body.status).toBe('active');
    expect(await creditsOf(app, person.id)).toEqual({ plan: 10, rollover: 5 });
  });

  test('credits that are spent before the bank has confirmed are taken from the new plan', async ({
    app,
    member,
    spendSome,
    useCard,
    change,
    confirm,
  }) => {
    const { person, customer } = await member();
    await useCard(customer, 'pm_card_authenticationRequired');
    const waiting = await change(person, 'studio_10');
    expect(waiting.body).toEqual({ status: 'pending', client_secret: expect.stringMatching(/^pi_/) });
    expect(await creditsOf(app, person.id)).toEqual({ plan: 5 });
    await spendSome(person, 4);
    await confirm(waiting.body.client_secret ?? '');
    expect(await creditsOf(app, person.id)).toEqual({ plan: 6 });
    expect(
      await app.db.selectFrom('billing_changes').select('state').where('person_id', '=', person.id).execute(),
    ).toEqual([{ state: 'done' }]);
  });

  test('credits that come back before the bank has confirmed stay', async ({
    app,
    clock,
    studio,
    member,
    useCard,
    change,
    confirm,
  }) => {
    const { person, customer } = await member();
    const booking = makeBookingApi(app, studio);
    const slot = (await studio.slotsOf(await studio.makeMusician()))[80];
    const { id } = await booking.book(person, slot === undefined ? [] : [slot]);
    clock.add({ minutes: 61 });
    await useCard(customer, 'pm_card_authenticationRequired');
    const waiting = await change(person, 'studio_10');
    expect((await app.call(cancelSession, { body: { session_id: id } }, person)).status).toBe(200);
    expect(await creditsOf(app, person.id)).toEqual({ plan: 5 });
    await confirm(waiting.body.client_secret ?? '');
    expect(await creditsOf(app, person.id)).toEqual({ plan: 10, refund: 1 });
  });

  test('a bank that does not confirm, or a declined card, leaves the plan as it is', async ({
    app,
    member,
    useCard,
    confirm,
    preview,
    change,
    atProvider,
  }) => {
    const { person, customer } = await member();
    await useCard(customer, 'pm_card_authenticationRequired');
    const waiting = await change(person, 'studio_10');
    // The same press again is the same change.
    expect((await change(person, 'studio_10')).body).toEqual(waiting.body);
    await confirm(waiting.body.client_secret ?? '', 'failed');
    // Another press is another try.
    const again = await change(person, 'studio_10');
    expect(again.body).toEqual({ status: 'pending', client_secret: expect.stringMatching(/^pi_/) });
    expect(again.body.client_secret).not.toBe(waiting.body.client_secret);
    await confirm(again.body.client_secret ?? '', 'failed');
    await useCard(customer, 'pm_card_chargeCustomerFail');
    expect((await change(person, 'studio_10')).problem).toMatchObject({
      status: 422,
      code: 'card_declined',
      detail: 'Your card was declined.',
    });
    const { subscriptions, paid } = await atProvider(person);
    expect(subscriptions).toMatchObject([{ status: 'active', pending_update: null }]);
    expect(paid).toHaveLength(1);
    expect(await creditsOf(app, person.id)).toEqual({ plan: 5 });
    await useCard(customer, 'pm_card_visa');
    expect((await preview(person, 'studio_10')).status).toBe(200);
    expect((await change(person, 'studio_10')).body.status).toBe('active');
  });

  test('one that broke off is neither in the way nor sent again', async ({
    app,
    member,
    change,
    prices,
    atProvider,
  }) => {
    const now = app.clock.now();
    const broken = async (more: object) => {
      const { person } = await member();
      const [live] = (await atProvider(person)).subscriptions;
      const row = {
        id: crypto.randomUUID(),
        person_id: person.id,
        provider: 'stripe',
        mode: 'sandbox',
        subscription_id: live?.id ?? '',
        price_id: prices('studio_10'),
        counted_at: now,
        due_cents: 0,
        resumes: false,
        state: 'open' as const,
        request: JSON.stringify({ items: [{ id: live?.items.data[0]?.id, price: prices('studio_24') }] }),
        started_at: now,
      };
      await app.db
        .insertInto('billing_changes')
        .values({ ...row, ...more })
        .execute();
      return person;
    };
    const ofOtherKeys = await broken({ subscription_id: 'sub_of_other_keys' });
    expect((await change(ofOtherKeys, 'studio_10')).body.status).toBe('active');
    // In the first second all of the old plan comes back.
    const due = Math.round((34_900 - 19_900) * 1.23);
    const long = await broken({ state: 'starting', due_cents: due, started_at: now.subtract({ hours: 1 }) });
    expect((await change(long, 'studio_10')).body.status).toBe('active');
    const { subscriptions } = await atProvider(long);
    expect(subscriptions[0]?.items.data[0]?.price.id).toBe(prices('studio_10'));
  });

  test('16 presses at once: one change, one charge', async ({ app, member, preview, prices, atProvider }) => {
    const { person } = await member();
    const { at, due_today_cents, balance_cents } = (await preview(person, 'studio_10')).body;
    const body = { priceId: prices('studio_10'), at, due_today_cents, balance_cents };
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => app.call(calls.changeSubscription, { body }, person)),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    for (const one of answers.filter(({ status }) => status !== 200))
      expect(['same_plan', 'preview_over', 'in_progress']).toContain(one.problem.code);
    expect((await atProvider(person)).paid).toHaveLength(2);
    expect(await creditsOf(app, person.id)).toEqual({ plan: 10 });
  });

  test('a credit above the new price stays as balance and pays what comes', async ({
    app,
    prices,
    spendSome,
    member,
    preview,
    change,
    atProvider,
  }) => {
    const { person } = await member('studio_24');
    const { body } = await preview(person, 'studio_2');
    expect(body).toMatchObject({ kind: 'switch', due_today_cents: 0, balance_cents: 119_187 });
    // A credit less comes back now, though nothing is due all the same.
    await spendSome(person, 1);
    const { at, due_today_cents, balance_cents } = body;
    const old = { priceId: prices('studio_2'), at, due_today_cents, balance_cents };
    expect((await app.call(calls.changeSubscription, { body: old }, person)).problem.code).toBe(
      'preview_over',
    );
    expect((await change(person, 'studio_2')).body.status).toBe('active');
    expect((await atProvider(person)).paid).toHaveLength(1);
  });

  test('another plan takes a membership on that was ending', async ({
    stripe,
    member,
    change,
    preview,
    sync,
    atProvider,
  }) => {
    const { person, customer } = await member();
    const [live] = (await atProvider(person)).subscriptions;
    await stripe.subscriptions.update(live?.id ?? '', { cancel_at_period_end: true });
    await sync(customer);
    // A smaller plan begins at once, too: there is no next period.
    expect((await preview(person, 'studio_2')).body).toMatchObject({ kind: 'switch', notice: 'switch' });
    expect((await change(person, 'studio_10')).body.status).toBe('active');
    expect((await atProvider(person)).subscriptions).toMatchObject([
      { status: 'active', cancel_at_period_end: false, cancel_at: null },
    ]);
  });

  test('a preview that is over is asked again', async ({ app, stripe, member, preview, prices }) => {
    const { person, clock } = await member();
    const { at, due_today_cents, balance_cents } = (await preview(person, 'studio_10')).body;
    const press = (body: object) =>
      app.call(
        calls.changeSubscription,
        { body: { priceId: prices('studio_10'), at, due_today_cents, balance_cents, ...body } },
        person,
      );
    expect((await press({ due_today_cents: due_today_cents - 1 })).problem.code).toBe('preview_over');
    expect((await press({ at: '2020-01-01T00:00:00Z' })).problem.code).toBe('preview_over');
    expect((await press({ at: '2099-01-01T00:00:00Z' })).problem.code).toBe('preview_over');
    await travel(app, stripe, clock, 1);
    expect((await press({})).problem.code).toBe('preview_over');
  });
});

describe('a downgrade', () => {
  test('comes at the period’s end, and can be taken back until then', async ({
    app,
    stripe,
    member,
    preview,
    prices,
    atProvider,
  }) => {
    const { person, clock } = await member('studio_10');
    const query = { body: { priceId: prices('studio_5') } };
    expect((await preview(person, 'studio_5')).body).toMatchObject({
      kind: 'downgrade',
      notice: 'downgrade_with_rollover',
      due_today_cents: 0,
      breakdown: { total_cents: FIRST },
      credits: { lost: 0, bank_max: 30 },
    });
    expect((await preview(person, 'studio_2')).body.notice).toBe('downgrade_without_rollover');
    const planned = await app.call(calls.downgradeSubscription, query, person);
    expect(planned.status).toBe(200);
    expect((await app.call(getBilling, {}, person)).body.plan?.pending).toMatchObject({ name: 'Studio 5' });
    expect((await preview(person, 'studio_2')).problem.code).toBe('change_pending');
    expect((await app.call(calls.keepPlan, {}, person)).body).toEqual({ kept: true });
    expect((await app.call(getBilling, {}, person)).body.plan?.pending).toBeNull();
    expect((await app.call(calls.keepPlan, {}, person)).problem.code).toBe('nothing_planned');
    expect((await app.call(calls.downgradeSubscription, query, person)).status).toBe(200);
    await travel(app, stripe, clock, 32);
    const { subscriptions, paid } = await atProvider(person);
    expect(subscriptions[0]?.items.data[0]?.price.id).toBe(prices('studio_5'));
    expect(subscriptions[0]?.default_tax_rates).toMatchObject([{ percentage: 23 }]);
    expect(amounts(paid)).toEqual([FIRST, 34_900 + 8027]);
    expect(await creditsOf(app, person.id)).toEqual({ plan: 5, rollover: 10 });
  });
});

describe('a downgrade over a change that waits for the bank', () => {
  test('gives that up: nothing is paid for a plan that would end with the old period', async ({
    app,
    stripe,
    member,
    useCard,
    change,
    prices,
    atProvider,
  }) => {
    const { person, customer } = await member();
    await useCard(customer, 'pm_card_authenticationRequired');
    expect((await change(person, 'studio_10')).body.status).toBe('pending');
    const body = { priceId: prices('studio_2') };
    expect((await app.call(calls.downgradeSubscription, { body }, person)).status).toBe(200);
    const [live] = (await atProvider(person)).subscriptions;
    expect(live?.pending_update).toBeNull();
    expect(live?.items.data[0]?.price.id).toBe(prices('studio_5'));
    const { data } = await stripe.invoices.list({ customer, status: 'open' });
    expect(data).toHaveLength(0);
    expect((await app.call(getBilling, {}, person)).body.plan?.pending).toMatchObject({ name: 'Studio 2' });
  });
});

describe('refused', () => {
  test('what cannot be changed, or not so', async ({
    app,
    buyer,
    press,
    member,
    preview,
    prices,
    stripe,
    useCard,
  }) => {
    const nobody = await buyer({ status: 'ondemand' });
    expect((await preview(nobody, 'studio_5')).problem.code).toBe('no_subscription');
    const { person, clock, customer } = await member();
    expect((await preview(person, 'studio_5')).problem.code).toBe('same_plan');
    expect((await press(person, 'studio_5')).problem.code).toBe('already_subscribed');
    expect((await press(person, 'studio_10')).body.url).toMatch(
      /\/profile\?modal=plans&offer=studio_10#billing$/,
    );
    expect((await preview(person, 'credit')).problem.code).toBe('not_found');
    const post = (call: typeof calls.changeSubscription | typeof calls.downgradeSubscription, body: object) =>
      app.call(call, { body } as never, person);
    const { at } = (await preview(person, 'studio_10')).body;
    const down = { priceId: prices('studio_2'), at, due_today_cents: 0, balance_cents: 0 };
    expect((await post(calls.changeSubscription, down)).problem.code).toBe('is_downgrade');
    expect((await post(calls.downgradeSubscription, { priceId: prices('studio_10') })).problem.code).toBe(
      'not_a_downgrade',
    );
    await useCard(customer, 'pm_card_chargeCustomerFail');
    await travel(app, stripe, clock, 32);
    expect((await preview(person, 'studio_10')).problem.code).toBe('last_payment_failed');
  });
});
