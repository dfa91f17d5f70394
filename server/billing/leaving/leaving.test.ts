import { sql } from 'kysely';
import { Stripe } from 'stripe';
import { describe, expect, vi } from 'vitest';
import * as buying from '#shared/billing/contract-buying.ts';
import * as calls from '#shared/billing/contract-leaving.ts';
import { getMe } from '#shared/me/contract.ts';
import type { TestApp } from '#test/api/app.ts';
import type { TestPerson } from '#test/api/people.ts';
import { test as base } from '#test/rooms/buying.ts';
import { creditsOf, endsTold, setCard, settle, travel } from '#test/rooms/store.ts';
import { SERVICE_UPDATE } from '../../content/defaults/modals.ts';
import { writeDocument } from '../../content/service.ts';
import { bookExpiry } from '../../credits/jobs.ts';
import { grant } from '../../credits/steps.ts';
import { membershipEnded } from '../events.ts';
import { stripeOf } from '../stripe/client.ts';
import { endMembershipsHere } from './end-here.ts';

const REASON = { reason: { value: 'break', comments: 'Back in spring.' } } as const;

const test = base
  /** Somebody who has begun Studio 5 by card: a member, or on trial by a card that nobody else uses. */
  .extend(
    'member',
    { scope: 'file' },
    ({ buyer, press, pay }) =>
      async ({ offer = 'studio_5', trialCard = '' } = {}): Promise<TestPerson> => {
        const person = await buyer({ hadTrial: trialCard === '' });
        await pay((await press(person, offer)).body.url, trialCard === '' ? undefined : trialCard);
        return person;
      },
  )
  .extend(
    'cancel',
    { scope: 'file' },
    ({ app }) =>
      (person: TestPerson | null, headers: Record<string, string> = {}) =>
        app.call(calls.cancelSubscription, { body: REASON, headers }, person),
  )
  .extend(
    'renew',
    { scope: 'file' },
    ({ app }) =>
      (person: TestPerson | null, body: object = {}, headers: Record<string, string> = {}) =>
        app.call(calls.renewSubscription, { body, headers }, person),
  )
  .extend('statusOf', { scope: 'file' }, ({ app }) => async (person: TestPerson) => {
    const { user } = (await app.call(getMe, {}, person)).body;
    return user.status;
  })
  /** Moves the time at the provider and here. */
  .extend('pass', ({ app, clock, stripe, atProvider }) => async (person: TestPerson, days: number) => {
    const { customer } = await atProvider(person);
    const found = (await stripe.customers.retrieve(customer)) as Stripe.Customer;
    clock.add({ hours: 24 * days });
    await travel(app, stripe, found.test_clock as string, days);
  })
  /** Another card is charged from now on. */
  .extend('useCard', ({ app, stripe, atProvider }) => async (person: TestPerson, card: string) => {
    const { customer, subscriptions } = await atProvider(person);
    await setCard(stripe, customer, card);
    await stripe.subscriptions.update(subscriptions[0]?.id ?? '', { default_payment_method: '' });
    await settle(app);
  })
  .extend(
    'reasons',
    { scope: 'file' },
    ({ app }) =>
      ({ id }: TestPerson) =>
        app.db
          .selectFrom('billing_cancellations')
          .select(['reason', 'comments', 'taken_back_at'])
          .where('person_id', '=', id)
          .orderBy('requested_at')
          .execute(),
  )
  /** Stripe gives no answer to the calls of this method, once done or before. */
  .extend('silence', ({ app }, { onCleanup }) => (resource: 'retrieve' | 'update') => {
    if (app.payments.stripe === null) throw new Error('no payments');
    const { subscriptions } = stripeOf(app.payments.stripe);
    const away = new Stripe.errors.StripeConnectionError({ message: 'away' });
    const spy = vi.spyOn(subscriptions, resource).mockRejectedValue(away);
    onCleanup(() => spy.mockRestore());
    return () => spy.mockRestore();
  });

/** How often a person was told that their membership is over. */
async function ended(app: TestApp, { id }: TestPerson): Promise<number> {
  const { rows } = await sql`
    select id from jobs.job
    where name like ${`${membershipEnded.event}/%`} and data ->> 'person_id' = ${id}`.execute(app.db);
  return rows.length;
}

describe('cancel-subscription', () => {
  test('keeps all until the paid-through date; then plan and bank end, a top-up stays', async ({
    app,
    clock,
    member,
    cancel,
    pay,
    atProvider,
    reasons,
    statusOf,
    pass,
  }) => {
    const ada = await member();
    const topUp = await app.call(buying.createTopup, { body: { amount: 2 } }, ada);
    await pay(topUp.body.url);
    await pass(ada, 32);
    expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 5, rollover: 5, 'top-up': 2 });
    const told = (await app.call(calls.getCancellation, {}, ada)).body;
    expect(told).toMatchObject({ is_trial: false, credits: { plan: 5, bank: 5, trial: 0 } });

    const { body } = await cancel(ada);
    expect(body).toEqual({ status: 'pending_cancellation', ends_at: told.ends_at });
    expect(await statusOf(ada)).toBe('pending_cancellation');
    expect((await atProvider(ada)).subscriptions).toMatchObject([{ cancel_at_period_end: true }]);
    expect(await reasons(ada)).toEqual([
      { reason: 'break', comments: 'Back in spring.', taken_back_at: null },
    ]);
    expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 5, rollover: 5, 'top-up': 2 });
    expect((await app.call(calls.getCancellation, {}, ada)).problem).toMatchObject({
      status: 409,
      code: 'already_ending',
    });

    await pass(ada, 32);
    expect(Temporal.Instant.compare(clock.now(), told.ends_at)).toBe(1);
    expect(await statusOf(ada)).toBe('cancelled');
    await bookExpiry.run(app.ctx(), {});
    expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 0, rollover: 0, 'top-up': 2 });
    expect((await atProvider(ada)).paid).toHaveLength(3);
    expect((await cancel(ada)).problem).toMatchObject({ status: 409, code: 'no_membership' });
  });

  test('16 presses, and one more: one cancellation', async ({ app, member, cancel, reasons }) => {
    const ada = await member();
    const answers = await Promise.all(Array.from({ length: 16 }, () => cancel(ada)));
    const again = await cancel(ada);
    expect(new Set([...answers, again].map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set([...answers, again].map(({ body }) => body.ends_at)).size).toBe(1);
    expect(await reasons(ada)).toHaveLength(1);
    await settle(app);
    expect(await endsTold(app, ada.id)).toEqual([again.body.ends_at]);
  });

  test('is told by mail also if the call broke off after the provider’s answer', async ({
    app,
    stripe,
    member,
    cancel,
    atProvider,
  }) => {
    const ada = await member();
    const [subscription] = (await atProvider(ada)).subscriptions;
    await stripe.subscriptions.update(subscription?.id ?? '', { cancel_at_period_end: true });
    await settle(app);
    const told = await endsTold(app, ada.id);
    expect(told).toHaveLength(1);
    expect((await cancel(ada)).body.ends_at).toBe(told[0]);
    expect(await endsTold(app, ada.id)).toEqual(told);
  });

  test('a planned change of plan is dropped', async ({ app, stripe, member, prices, cancel, atProvider }) => {
    const ada = await member();
    const [before] = (await atProvider(ada)).subscriptions;
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: before?.id ?? '' });
    const [phase] = schedule.phases;
    await stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: 'release',
      phases: [
        {
          items: [{ price: prices('studio_5'), quantity: 1 }],
          start_date: phase?.start_date ?? 0,
          end_date: phase?.end_date ?? 0,
        },
        {
          items: [{ price: prices('studio_2'), quantity: 1 }],
          duration: { interval: 'month', interval_count: 1 },
        },
      ],
    });
    await settle(app);
    const answers = await Promise.all(Array.from({ length: 4 }, () => cancel(ada)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await atProvider(ada)).subscriptions).toMatchObject([
      { cancel_at_period_end: true, schedule: null },
    ]);
    const pending = app.db.selectFrom('billing_subscriptions').select('pending_price_id');
    expect(await pending.where('person_id', '=', ada.id).execute()).toEqual([{ pending_price_id: null }]);
  });

  test('a trial ends without a charge; its credit stays until then', async ({
    app,
    member,
    cancel,
    atProvider,
    statusOf,
    pass,
  }) => {
    const ada = await member({ trialCard: '5555555555554444' });
    expect((await app.call(calls.getCancellation, {}, ada)).body).toMatchObject({
      is_trial: true,
      credits: { plan: 0, bank: 0, trial: 1, kept: 0 },
    });
    await cancel(ada);
    expect(await statusOf(ada)).toBe('pending_cancellation');
    expect(await creditsOf(app, ada.id)).toEqual({ trial: 1 });
    await pass(ada, 15);
    expect(await statusOf(ada)).toBe('cancelled');
    expect((await atProvider(ada)).paid).toEqual([]);
  });

  test('a provider that is away changes nothing, and the next press does it', async ({
    member,
    cancel,
    statusOf,
    reasons,
    silence,
  }) => {
    const ada = await member();
    const restore = silence('update');
    expect((await cancel(ada)).problem).toMatchObject({ status: 503, code: 'provider_unavailable' });
    expect(await statusOf(ada)).toBe('subscriber');
    expect(await reasons(ada)).toEqual([]);
    restore();
    expect((await cancel(ada)).status).toBe(200);
  });

  test('an Idempotency-Key answers again, also after the membership was resumed', async ({
    member,
    cancel,
    renew,
    statusOf,
  }) => {
    const ada = await member();
    const headers = { 'idempotency-key': 'leave-once' };
    const first = await cancel(ada, headers);
    await renew(ada);
    expect((await cancel(ada, headers)).body).toEqual(first.body);
    expect(await statusOf(ada)).toBe('subscriber');
  });

  test('needs a reason, a login and a client', async ({ app, member, studio, cancel }) => {
    const ada = await member();
    for (const reason of [{ value: '' }, { value: '  ' }, { value: 'x', comments: 'x'.repeat(256) }, {}])
      expect(
        (await app.call(calls.cancelSubscription, { body: { reason } as { reason: { value: string } } }, ada))
          .status,
      ).toBe(400);
    expect((await cancel(null)).problem).toMatchObject({ status: 401, code: 'not_signed_in' });
    const partner = await app.people.make('partner');
    expect((await cancel(partner)).problem).toMatchObject({ status: 403, code: 'wrong_role' });
    for (const status of ['signup', 'ondemand', 'cancelled'] as const)
      expect((await cancel(await studio.makeClient({ status }))).problem).toMatchObject({
        status: 409,
        code: 'no_membership',
        detail: 'There is no running membership.',
      });
    // Without a subscription and without a date nobody knows until when it lasts.
    expect((await cancel(await studio.makeClient({ status: 'subscriber' }))).problem.code).toBe('not_here');
  });
});

describe('a membership that no provider keeps', () => {
  test('an imported one ends on its paid-through date', async ({
    app,
    clock,
    studio,
    cancel,
    renew,
    statusOf,
  }) => {
    const ada = await studio.makeClient({ status: 'wix-user' });
    const ends = clock.now().add({ hours: 240 });
    await app.db
      .updateTable('memberships')
      .set({ next_billing_at: ends })
      .where('person_id', '=', ada.id)
      .execute();
    const answers = await Promise.all(Array.from({ length: 4 }, () => cancel(ada)));
    expect(answers.map(({ body }) => body.ends_at)).toEqual(Array(4).fill(ends.toString()));
    expect(await statusOf(ada)).toBe('pending_cancellation');
    expect((await renew(ada)).problem).toMatchObject({ status: 409, code: 'not_resumable' });
    clock.instant = ends;
    expect(await statusOf(ada)).toBe('cancelled');
  });

  test('plan credits and bank end with it, once; imported credits stay', async ({
    app,
    clock,
    studio,
    statusOf,
  }) => {
    const ada = await studio.makeClient({ status: 'wix-user', credits: 0 });
    const next_billing_at = clock.now().add({ hours: 240 });
    await app.db
      .updateTable('memberships')
      .set({ next_billing_at })
      .where('person_id', '=', ada.id)
      .execute();
    await studio.inTx(async (tx, now) => {
      for (const source of ['plan', 'rollover', 'operator', 'top-up'] as const)
        await grant(tx, {
          personId: ada.id,
          source,
          amount: 3,
          expiresAt: null,
          grantKey: `${source}:${ada.id}`,
          now,
        });
    });
    const left = async () => ({ ...(await creditsOf(app, ada.id)), told: await ended(app, ada) });
    const kept = { operator: 3, 'top-up': 3 };
    clock.instant = next_billing_at.subtract({ seconds: 1 });
    await endMembershipsHere.run(app.ctx(), {});
    expect(await left()).toEqual({ ...kept, plan: 3, rollover: 3, told: 0 });
    clock.instant = next_billing_at;
    expect(await statusOf(ada)).toBe('cancelled');
    for (let runs = 0; runs < 2; runs += 1) await endMembershipsHere.run(app.ctx(), {});
    expect(await left()).toEqual({ ...kept, plan: 0, rollover: 0, told: 1 });
  });

  test('a trial without a card ends with its trial', async ({ app, clock, studio, cancel, statusOf }) => {
    const ada = await studio.makeClient({ status: 'trial' });
    const ends = clock.now().add({ hours: 24 });
    await app.db
      .updateTable('memberships')
      .set({ trial_ends_at: ends })
      .where('person_id', '=', ada.id)
      .execute();
    expect((await cancel(ada)).body.ends_at).toBe(ends.toString());
    expect(await statusOf(ada)).toBe('pending_cancellation');
    clock.instant = ends;
    expect(await statusOf(ada)).toBe('cancelled');
  });
});

describe('renew-subscription of a membership that is ending', () => {
  test('goes on and renews', async ({ app, member, cancel, renew, reasons, statusOf, atProvider, pass }) => {
    const ada = await member();
    await cancel(ada);
    expect((await renew(ada)).body).toEqual({ status: 'subscriber' });
    expect(await statusOf(ada)).toBe('subscriber');
    expect((await atProvider(ada)).subscriptions).toMatchObject([
      { cancel_at_period_end: false, cancel_at: null, status: 'active' },
    ]);
    expect(await reasons(ada)).toMatchObject([{ taken_back_at: expect.anything() }]);
    await pass(ada, 32);
    expect((await atProvider(ada)).paid).toHaveLength(2);
    expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 5, rollover: 5 });
    // Leaving again has a reason of its own, and is told again.
    await cancel(ada);
    expect(await reasons(ada)).toHaveLength(2);
    expect(await endsTold(app, ada.id)).toHaveLength(2);
  });

  test('taken back by choosing its plan again; the next leaving has its own reason', async ({
    clock,
    member,
    cancel,
    press,
    reasons,
    statusOf,
  }) => {
    const ada = await member();
    await cancel(ada);
    expect((await press(ada)).status).toBe(200);
    expect(await statusOf(ada)).toBe('subscriber');
    clock.add({ minutes: 11 });
    await cancel(ada);
    expect((await reasons(ada)).map(({ taken_back_at }) => taken_back_at === null)).toEqual([false, true]);
  });

  test('8 presses and a late one resume once and charge nothing', async ({
    member,
    cancel,
    renew,
    atProvider,
  }) => {
    const ada = await member();
    await cancel(ada);
    const answers = await Promise.all(Array.from({ length: 8 }, () => renew(ada, { what: 'resume' })));
    const late = await renew(ada);
    expect(new Set([...answers, late].map(({ status }) => status))).toEqual(new Set([200]));
    expect((await atProvider(ada)).paid).toHaveLength(1);
  });

  test('a trial goes on as a trial', async ({ member, cancel, renew, statusOf }) => {
    const ada = await member({ trialCard: '378282246310005' });
    await cancel(ada);
    expect((await renew(ada)).body).toEqual({ status: 'trial' });
    expect(await statusOf(ada)).toBe('trial');
  });

  test('an end that the provider has set by date is cleared, too', async ({
    app,
    stripe,
    member,
    renew,
    statusOf,
    atProvider,
  }) => {
    const ada = await member();
    const [before] = (await atProvider(ada)).subscriptions;
    const end = before?.items.data[0]?.current_period_end ?? 0;
    await stripe.subscriptions.update(before?.id ?? '', { cancel_at: end - 86_400 });
    await settle(app);
    expect(await statusOf(ada)).toBe('pending_cancellation');
    await renew(ada);
    expect((await atProvider(ada)).subscriptions).toMatchObject([{ cancel_at: null }]);
  });

  test('one of older terms is not resumed, and the provider may be away', async ({
    app,
    member,
    cancel,
    renew,
    statusOf,
    silence,
  }) => {
    const ada = await member();
    await cancel(ada);
    const restore = silence('update');
    expect((await renew(ada)).problem).toMatchObject({ status: 503, code: 'provider_unavailable' });
    restore();
    expect(await statusOf(ada)).toBe('pending_cancellation');
    await app.db.updateTable('memberships').set({ legacy: true }).where('person_id', '=', ada.id).execute();
    expect((await renew(ada)).problem).toMatchObject({ status: 409, code: 'not_resumable' });
    expect((await renew(null)).status).toBe(401);
  });
});

describe('renew-subscription of a running one begins the cycle anew', () => {
  test('a paid renewal today, to the cent as the dialog said', async ({
    app,
    clock,
    member,
    renew,
    atProvider,
    pass,
  }) => {
    const ada = await member();
    expect((await renew(ada)).problem).toMatchObject({ status: 409, code: 'just_begun' });
    await pass(ada, 10);
    const told = (await app.call(calls.getRestart, {}, ada)).body;
    expect(told).toMatchObject({
      net_cents: 19_900,
      vat_cents: 4577,
      total_cents: 24_477,
      due_cents: 24_477,
      credits: { granted: 5, unspent: 5, to_bank: 5, lost: 0 },
    });
    expect((await renew(ada, { what: 'restart', total_cents: 1 })).problem.code).toBe('price_changed');
    const { total_cents } = told;
    const presses = await Promise.all(
      Array.from({ length: 8 }, () => renew(ada, { what: 'restart', total_cents })),
    );
    const late = await renew(ada, { what: 'restart', total_cents });
    const statuses = new Set(
      [...presses, late].map(({ status, problem }) => `${status} ${problem?.code ?? ''}`),
    );
    expect([...statuses].filter((one) => one !== '409 just_begun')).toEqual(['200 ']);
    expect(late.status).toBe(200);
    const { paid, subscriptions } = await atProvider(ada);
    expect(paid.map(({ amount }) => amount)).toEqual([24_477, 24_477]);
    const [item] = subscriptions[0]?.items.data ?? [];
    expect(Temporal.Instant.fromEpochMilliseconds((item?.current_period_end ?? 0) * 1000).toString()).toBe(
      told.next_at,
    );
    expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 5, rollover: 5 });
    expect(clock.now().toString()).not.toBe(told.next_at);
  });

  test('credits of a plan without rollover are lost, as said before', async ({
    app,
    member,
    renew,
    pass,
  }) => {
    const ada = await member({ offer: 'studio_2' });
    await pass(ada, 3);
    const told = (await app.call(calls.getRestart, {}, ada)).body;
    expect(told.credits).toEqual({ granted: 2, unspent: 2, to_bank: 0, lost: 2 });
    expect((await renew(ada)).body).toEqual({ status: 'subscriber' });
    await bookExpiry.run(app.ctx(), {});
    expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 2 });
  });

  test('a declined card leaves the cycle as it is; another card pays', async ({
    member,
    renew,
    atProvider,
    statusOf,
    pass,
    useCard,
  }) => {
    const ada = await member();
    await pass(ada, 5);
    const before = (await atProvider(ada)).subscriptions[0]?.items.data[0]?.current_period_start;
    await useCard(ada, 'pm_card_chargeCustomerFail');
    expect((await renew(ada)).problem).toMatchObject({
      status: 422,
      code: 'card_declined',
      detail: 'Your card was declined.',
    });
    const after = await atProvider(ada);
    expect(after.subscriptions[0]?.items.data[0]?.current_period_start).toBe(before);
    expect(after.paid).toHaveLength(1);
    expect(await statusOf(ada)).toBe('subscriber');
    await useCard(ada, 'pm_card_mastercard');
    expect((await renew(ada)).status).toBe(200);
    expect((await atProvider(ada)).paid).toHaveLength(2);
  });

  describe('3-D Secure', () => {
    test('the cycle is as it was until the bank has confirmed', async ({
      app,
      member,
      renew,
      confirm,
      atProvider,
      statusOf,
      pass,
      useCard,
    }) => {
      const ada = await member();
      await pass(ada, 5);
      const before = (await atProvider(ada)).subscriptions[0]?.items.data[0]?.current_period_start ?? 0;
      await useCard(ada, 'pm_card_authenticationRequired');
      const body = { what: 'restart', total_cents: 24_477 };
      const presses = await Promise.all(Array.from({ length: 4 }, () => renew(ada, body)));
      const { client_secret: secret = '' } = presses[0]?.body ?? {};
      expect(secret).toMatch(/^pi_.*_secret_/);
      for (const { body: answer } of [...presses, await renew(ada, body)])
        expect(answer).toEqual({ status: 'subscriber', client_secret: secret });
      await settle(app);
      const waiting = await atProvider(ada);
      expect(waiting.subscriptions[0]?.items.data[0]?.current_period_start).toBe(before);
      expect(waiting.paid).toHaveLength(1);
      expect(await creditsOf(app, ada.id)).toEqual({ plan: 5, trial: 1 });
      expect(await statusOf(ada)).toBe('subscriber');

      await confirm(secret);
      expect((await renew(ada, body)).body).toEqual({ status: 'subscriber' });
      const after = await atProvider(ada);
      expect(after.subscriptions[0]?.items.data[0]?.current_period_start).toBeGreaterThan(before);
      expect(after.paid).toHaveLength(2);
      expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 5, rollover: 5 });
    });

    test('refused at the bank: nothing changes, and the next press is a new try', async ({
      app,
      stripe,
      member,
      renew,
      cancel,
      confirm,
      atProvider,
      pass,
      useCard,
    }) => {
      const ada = await member();
      await pass(ada, 5);
      await useCard(ada, 'pm_card_authenticationRequired');
      const { client_secret: first = '' } = (await renew(ada)).body;
      await confirm(first, 'failed');
      const again = await Promise.all(Array.from({ length: 3 }, () => renew(ada)));
      const { client_secret: second = '' } = again[0]?.body ?? {};
      for (const { body } of again) expect(body).toEqual({ status: 'subscriber', client_secret: second });
      expect(second).toMatch(/^pi_/);
      expect(second).not.toBe(first);
      expect((await atProvider(ada)).paid).toHaveLength(1);
      expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 5 });

      // Whoever leaves does not pay for a new cycle any more.
      await cancel(ada);
      const [intent = ''] = second.split('_secret_');
      expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({ status: 'canceled' });
      await renew(ada, { what: 'resume' });
      const { client_secret: third = '' } = (await renew(ada, { what: 'restart' })).body;
      expect(third).toMatch(/^pi_/);
      expect(third).not.toBe(second);
    });
  });

  test('not for others, and not while the provider is away', async ({
    app,
    studio,
    member,
    renew,
    pass,
    silence,
  }) => {
    for (const [status, code] of [
      ['trial', 'no_membership'],
      ['ondemand', 'no_membership'],
      ['subscriber', 'not_here'],
    ] as const) {
      const person = await studio.makeClient({ status });
      expect((await renew(person, { what: 'restart' })).problem).toMatchObject({ status: 409, code });
      expect((await app.call(calls.getRestart, {}, person)).problem.code).toBe(code);
    }
    const ada = await member();
    expect((await renew(ada, { what: 'resume' })).problem).toMatchObject({ status: 409, code: 'not_ending' });
    await pass(ada, 2);
    const restore = silence('retrieve');
    expect((await renew(ada)).problem).toMatchObject({ status: 503, code: 'provider_unavailable' });
    expect((await app.call(calls.getRestart, {}, ada)).problem.status).toBe(503);
    restore();
  });
});

test('a service update is due once per version, for subscribers while the flag is on', async ({
  app,
  studio,
}) => {
  const ada = await studio.makeClient({ status: 'subscriber' });
  const eve = await studio.makeClient({ status: 'ondemand' });
  const dueOf = async (person: TestPerson) => (await app.call(getMe, {}, person)).body.user.service_update;
  expect(await dueOf(ada)).toBeNull();
  await writeDocument(app.ctx(), 'service-update', { ...SERVICE_UPDATE, version: 2 });
  expect([await dueOf(ada), await dueOf(eve)]).toEqual([2, null]);
  const seen = (version: number) => app.call(calls.markServiceUpdate, { body: { version } }, ada);
  expect((await seen(2)).body).toEqual({ ok: true });
  expect(await dueOf(ada)).toBeNull();
  // A late mark of an older one does not bring it back.
  await seen(1);
  expect(await dueOf(ada)).toBeNull();
  await writeDocument(app.ctx(), 'service-update', { ...SERVICE_UPDATE, version: 3 });
  expect(await dueOf(ada)).toBe(3);
});
