import { describe, expect } from 'vitest';
import { getDraft, listHolds, saveDraft } from '#shared/booking/contract-holding.ts';
import { grant } from '../credits/steps.ts';
import { test as base } from '#test/rooms/booking.ts';
import type { TestPerson } from '#test/api/people.ts';
import { type TestSlot } from '#test/api/studio.ts';
import { newId } from '../lib/ids.ts';
import { sweepHolds } from './jobs.ts';

const test = base
  .extend('musician', { scope: 'file', auto: true }, ({ studio }) => studio.makeMusician())
  .extend('slots', { scope: 'file', auto: true }, ({ studio, musician }) => studio.slotsOf(musician))
  /** Slots that no other test uses. */
  .extend('some', { scope: 'file' }, ({ app, start, slots }) => (count: number): TestSlot[] => {
    app.clock.instant = start;
    return slots.splice(0, count);
  })
  .extend('wait', { scope: 'file' }, ({ app }) => (minutes: number) => {
    app.clock.add({ minutes });
  })
  .extend(
    'holdsOf',
    { scope: 'file' },
    ({ app }) =>
      async (client: TestPerson) =>
        (await app.call(listHolds, {}, client)).body,
  )
  .extend('draft', { scope: 'file' }, ({ studio }) => (session_id: number, title: string) => ({
    session_id,
    service_id: studio.service('recording'),
    slots: [],
    step: 'session',
    form: { track_title: title, new_tracks: [title] },
  }))
  .extend(
    'read',
    { scope: 'file' },
    ({ app, musician }) =>
      async (client: TestPerson) =>
        (await app.call(getDraft, { query: { partner_id: musician.id } }, client)).body.draft,
  )
  .extend(
    'save',
    { scope: 'file' },
    ({ app, draft }) =>
      (client: TestPerson, session_id: number, title: string) =>
        app.call(saveDraft, { body: draft(session_id, title) }, client),
  )
  .extend(
    'beginTopUp',
    { scope: 'file' },
    ({ app }) =>
      async (client: TestPerson, { hold_id, state }: TopUp) => {
        const price = {
          provider: 'stripe',
          mode: 'sandbox',
          kind: 'top-up',
          price_id: 'one-credit',
        } as const;
        const now = app.clock.now();
        await app.db
          .insertInto('billing_prices')
          .values({
            ...price,
            product_id: 'credits',
            offer_id: 'credit',
            name: 'Credit',
            unit_cents: 7900,
            credits: 1,
            made_at: now,
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        await app.db
          .insertInto('billing_checkouts')
          .values({
            ...price,
            id: newId(),
            person_id: client.id,
            quantity: 1,
            way: 'hosted',
            state: state ?? 'open',
            hold_id,
            started_at: now,
            expires_at: now.add({ minutes: 30 }),
          })
          .execute();
      },
  );

/** A top-up of one credit whose page at the provider is open. */
interface TopUp {
  readonly hold_id: number;
  readonly state?: 'open' | 'expired';
}

describe('who cannot pay', () => {
  test('holds once for 15 minutes in six hours; credits make the difference at once', async ({
    studio,
    bookingApi,
    some,
    wait,
    holdsOf,
  }) => {
    const [one, other] = some(2).map((slot) => [slot]) as [TestSlot[], TestSlot[]];
    const client = await studio.makeClient({ credits: 0 });
    const hold = await bookingApi.hold(client, one);
    const longer = await bookingApi.extend(client, hold.id);
    expect(longer.problem).toMatchObject({
      status: 429,
      code: 'unpaid_hold',
      detail: 'Get 1 more credit(s) to hold this time for longer.',
    });
    wait(5);
    const refused = await bookingApi.prebook(client, other);
    expect(refused.problem).toMatchObject({
      status: 429,
      code: 'unpaid_hold',
      detail:
        'You have held a time without the credits for it. Get 1 more credit(s) to hold this one, or hold it from 18:00.',
    });
    expect(refused.headers['retry-after']).toBe(String((6 * 60 - 5) * 60));
    // A refused hold leaves the earlier one as it is.
    expect((await holdsOf(client)).hold?.session.id).toBe(hold.id);

    await studio.inTx((tx, now) =>
      grant(tx, {
        personId: client.id,
        source: 'top-up',
        amount: 2,
        expiresAt: null,
        grantKey: client.id,
        now,
      }),
    );
    expect((await bookingApi.extend(client, hold.id)).status).toBe(200);
    expect((await bookingApi.prebook(client, other)).status).toBe(201);
  });

  test('extends while a top-up for the hold is under way, if it brings enough', async ({
    studio,
    bookingApi,
    some,
    beginTopUp,
  }) => {
    const [one, other] = some(2).map((slot) => [slot]) as [TestSlot[], TestSlot[]];
    const client = await studio.makeClient({ credits: 0 });
    const hold = await bookingApi.hold(client, one);
    await beginTopUp(client, { hold_id: hold.id, state: 'expired' });
    await beginTopUp(client, { hold_id: hold.id + 1000 });
    expect((await bookingApi.extend(client, hold.id)).problem).toMatchObject({ code: 'unpaid_hold' });
    await beginTopUp(client, { hold_id: hold.id });
    expect((await bookingApi.extend(client, hold.id)).status).toBe(200);
    expect((await bookingApi.extend(client, hold.id)).problem).toMatchObject({ code: 'already_extended' });
    // For another time it counts no more than any purchase that is not paid.
    expect((await bookingApi.prebook(client, other)).problem).toMatchObject({ code: 'unpaid_hold' });
  });

  test('may hold again after six hours', async ({ studio, bookingApi, some, wait }) => {
    const wanted = some(1);
    const client = await studio.makeClient({ credits: 0 });
    await bookingApi.hold(client, wanted);
    wait(6 * 60 - 1);
    expect((await bookingApi.prebook(client, wanted)).status).toBe(429);
    wait(1);
    expect((await bookingApi.prebook(client, wanted)).status).toBe(201);
  });
});

describe('the same time', () => {
  test('is held for 40 minutes in six hours, released or not, and extending counts', async ({
    app,
    studio,
    bookingApi,
    some,
    wait,
  }) => {
    const wanted = some(1);
    const client = await studio.makeClient();
    const first = await bookingApi.hold(client, wanted);
    await bookingApi.extend(client, first.id);
    wait(24);
    await bookingApi.release(client, first.id);
    const second = await bookingApi.hold(client, wanted);
    expect((await bookingApi.extend(client, second.id)).problem.code).toBe('held_too_long');
    wait(15);
    const refused = await bookingApi.prebook(client, wanted);
    expect(refused.problem).toMatchObject({
      status: 429,
      code: 'held_too_long',
      detail:
        'You have held this time as long as you can without booking it. You can hold it again from 17:59.',
    });
    const seconds = Number(refused.headers['retry-after']);
    // Another client may hold it, and this client may hold another time.
    expect((await bookingApi.prebook(await studio.makeClient(), wanted)).status).toBe(201);
    app.clock.add({ seconds: seconds - 1 });
    expect((await bookingApi.prebook(client, wanted)).status).toBe(429);
    app.clock.add({ seconds: 1 });
    expect((await bookingApi.prebook(client, wanted)).status).toBe(201);
  });

  test('that was booked counts no more', async ({ studio, bookingApi, some, wait }) => {
    const wanted = some(1);
    const client = await studio.makeClient();
    for (let n = 0; n < 3; n += 1) {
      const { id } = await bookingApi.hold(client, wanted);
      await bookingApi.extend(client, id);
      wait(24);
      await bookingApi.confirm(client, id);
      await bookingApi.cancel(client, id);
    }
    expect((await bookingApi.prebook(client, wanted)).status).toBe(201);
  });

  test('in windows at once is held no longer', async ({ studio, bookingApi, some, wait }) => {
    const wanted = some(1);
    const client = await studio.makeClient();
    await bookingApi.hold(client, wanted);
    wait(15);
    await bookingApi.hold(client, wanted);
    wait(11);
    const answers = await Promise.all(Array.from({ length: 8 }, () => bookingApi.prebook(client, wanted)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]));
  });
});

test('20 holds begin within an hour', async ({ studio, bookingApi, some, wait }) => {
  const wanted = some(21);
  const client = await studio.makeClient();
  for (const slot of wanted.slice(0, 20)) await bookingApi.hold(client, [slot]);
  const refused = await bookingApi.prebook(client, wanted.slice(20));
  expect(refused.problem).toMatchObject({ status: 429, code: 'too_many_holds' });
  expect(refused.headers['retry-after']).toBe('3600');
  wait(60);
  expect((await bookingApi.prebook(client, wanted.slice(20))).status).toBe(201);
});

test('the records of what was held are swept a day after its end', async ({
  app,
  studio,
  bookingApi,
  some,
  wait,
}) => {
  const client = await studio.makeClient();
  await bookingApi.hold(client, some(1));
  const records = async () =>
    (await app.db.selectFrom('hold_log').select('session_id').where('person_id', '=', client.id).execute())
      .length;
  wait(24 * 60 + 14);
  await sweepHolds.run(app.ctx(), {});
  expect(await records()).toBe(1);
  wait(1);
  await sweepHolds.run(app.ctx(), {});
  expect(await records()).toBe(0);
});

describe('what lies on the server beside a hold', () => {
  test('is read back by its owner, also once the hold has run out, and gone with the booking', async ({
    studio,
    bookingApi,
    some,
    wait,
    holdsOf,
    draft,
    read,
    save,
  }) => {
    const [wanted, later] = [some(1), some(1)];
    const client = await studio.makeClient();
    expect(await read(client)).toBeNull();
    const hold = await bookingApi.hold(client, wanted);
    await save(client, hold.id, 'First');
    const { body } = await save(client, hold.id, 'Second');
    expect(await read(client)).toEqual({ ...draft(hold.id, 'Second'), saved_at: body.saved_at });
    expect(await read(await studio.makeClient())).toBeNull();
    expect((await holdsOf(client)).hold).toMatchObject({ session: { id: hold.id }, step: 'session' });

    wait(16);
    expect((await save(client, hold.id, 'Third')).status).toBe(200);
    expect((await read(client))?.form).toMatchObject({ track_title: 'Third' });
    expect((await holdsOf(client)).hold).toBeNull();

    const again = await bookingApi.hold(client, later);
    expect((await save(client, hold.id, 'Late')).status).toBe(404);
    await save(client, again.id, 'Fourth');
    await bookingApi.confirm(client, again.id);
    expect(await read(client)).toBeNull();
    expect((await save(client, again.id, 'Too late')).status).toBe(404);
    expect(await read(client)).toBeNull();
  });

  test('is bounded, and goes a week after it was saved last', async ({
    app,
    studio,
    bookingApi,
    some,
    wait,
    read,
    save,
  }) => {
    const client = await studio.makeClient();
    const { id } = await bookingApi.hold(client, some(1));
    expect((await save(client, id, 'x'.repeat(20_001))).status).toBe(400);
    await save(client, id, 'Song');
    wait(7 * 24 * 60 - 1);
    await sweepHolds.run(app.ctx(), {});
    expect(await read(client)).not.toBeNull();
    wait(1);
    await sweepHolds.run(app.ctx(), {});
    expect(await read(client)).toBeNull();
  });
});
