import { describe, expect } from 'vitest';
import { getMe } from '#shared/me/contract.ts';
import { makeBookingApi } from '#test/rooms/booking.ts';
import { test } from '#test/api/test.ts';

describe('the signed-in person', () => {
  test('a member: balance, status, cohort, subscription', async ({ app, studio }) => {
    const client = await studio.makeClient({ credits: 7, annual: true, prePivot: true, concurrency: 4 });
    const { user } = (await app.call(getMe, {}, client)).body;
    expect(user).toEqual({
      id: client.id,
      name: 'Ada Lovelace',
      email: client.email,
      role: 'client',
      avatar: null,
      status: 'subscriber',
      timezone: 'Europe/Lisbon',
      country: null,
      provider: 'other',
      cohort: 'member',
      cohorts: { hasExclusivePrices: false, isPrePivot: true },
      has_limitations: false,
      sessions_left: 7,
      credits_bank: 0,
      credits_before_trial: null,
      email_proved: false,
      topup_price: 79,
      sessions_limit: 30,
      isOnboardingCompleted: false,
      service_update: null,
      erasure_due: null,
      billing_address: {
        address: '',
        city: '',
        company_name: '',
        country: null,
        vat_number: '',
        zipcode: '',
      },
      notification_settings: { booking: true, cancellation: true, files: true, marketing: true },
      subscription: {
        concurrency: 4,
        currentSessions: 0,
        isAnnual: true,
        legacy: false,
        isSubscribed: true,
        isTrial: false,
        paymentsProvider: null,
        lastPaymentStatus: null,
        currentPrice: null,
        currentProduct: null,
        subscriptionId: null,
        planName: null,
        tierNumber: null,
        creditsBank: 0,
        creditsBankMax: null,
        nextBillingDate: null,
      },
    });
  });

  test('a running plan says its tier and what its bank holds at most; one that has ended says nothing', async ({
    app,
    studio,
  }) => {
    const client = await studio.makeClient({ status: 'subscriber' });
    const rows = app.db.updateTable('memberships').where('person_id', '=', client.id);
    await rows.set({ plan_name: 'Studio 5', is_annual: false }).execute();
    const seen = async () => (await app.call(getMe, {}, client)).body.user.subscription;
    expect(await seen()).toMatchObject({ planName: 'Studio 5', tierNumber: 2, creditsBankMax: 30 });
    await rows.set({ status: 'cancelled' }).execute();
    expect(await seen()).toMatchObject({ tierNumber: null, creditsBankMax: null });
  });

  test('balance and current sessions follow a booking at once; a hold does not count', async ({
    app,
    studio,
  }) => {
    const bookingApi = makeBookingApi(app, studio);
    const client = await studio.makeClient({ credits: 2 });
    const slots = await studio.slotsOf(await studio.makeMusician());
    const seen = async () => {
      const { user } = (await app.call(getMe, {}, client)).body;
      return [user.sessions_left, user.subscription.currentSessions];
    };
    const hold = await bookingApi.hold(client, slots.slice(0, 1));
    expect(await seen()).toEqual([2, 0]);
    await bookingApi.confirm(client, hold.id);
    expect(await seen()).toEqual([1, 1]);
    await bookingApi.cancel(client, hold.id);
    expect(await seen()).toEqual([1, 0]);
  });

  test.for(['ondemand', 'cancelled'] as const)(
    '%s has limitations and is its own cohort',
    async (status, { app, studio }) => {
      const client = await studio.makeClient({ status });
      const { user } = (await app.call(getMe, {}, client)).body;
      expect(user).toMatchObject({ status, cohort: status, has_limitations: true });
    },
  );

  test('who has no membership yet has signed up: cohort public, no credits', async ({ app }) => {
    const client = await app.people.make('client', { password_hash: 'x' });
    const { user } = (await app.call(getMe, {}, client)).body;
    expect(user).toMatchObject({
      status: 'signup',
      cohort: 'public',
      provider: 'manual',
      has_limitations: false,
      sessions_left: 0,
      credits_bank: 0,
      subscription: { concurrency: 30 },
    });
  });

  test('an imported membership is cancelled from its paid-through date on', async ({ app, studio }) => {
    const client = await studio.makeClient({ status: 'wix-user' });
    const until = app.clock.now().add({ hours: 1 });
    await app.db
      .updateTable('memberships')
      .set({ next_billing_at: until })
      .where('person_id', '=', client.id)
      .execute();
    const status = async () => (await app.call(getMe, {}, client)).body.user.status;
    expect(await status()).toBe('wix-user');
    app.clock.instant = until;
    expect(await status()).toBe('cancelled');
    app.clock.add({ hours: -1 });
  });

  test.for(['partner', 'operator', 'managed'] as const)(
    'a %s has no status and no credits',
    async (role, { app }) => {
      const { user } = (await app.call(getMe, {}, await app.people.make(role))).body;
      expect(user).toMatchObject({
        role,
        status: null,
        cohort: null,
        sessions_left: null,
        credits_bank: null,
      });
    },
  );

  test('nobody is 401', async ({ app }) => {
    expect((await app.call(getMe, {})).problem).toMatchObject({ status: 401, code: 'not_signed_in' });
  });
});
