import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { getSession } from '#shared/sessions/contract.ts';
import { bookExpiry } from '../credits/jobs.ts';
import type { Db } from '../db/transaction.ts';
import { grant, payBack, planRefund } from '../credits/steps.ts';
import { cancelSession } from '../sessions/steps.ts';
import { type TestApp } from '#test/api/app.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import { type BookingApi, test as base } from '#test/rooms/booking.ts';
import { makeSession } from '#test/rooms/sessions.ts';

const test = base
  .extend('musician', { scope: 'file' }, ({ studio }) => studio.makeMusician())
  .extend('slots', { scope: 'file' }, async ({ start, studio, musician }) =>
    (await studio.slotsOf(musician)).filter(
      ({ starts_at }) => Temporal.Instant.compare(starts_at, start.add({ hours: 24 * 5 })) > 0,
    ),
  )
  /** Two slots, one right after the other, that no other test uses. */
  .extend('neighbors', { scope: 'file' }, ({ slots }) => () => {
    const at = slots.findIndex(({ ends_at }, n) => slots[n + 1]?.starts_at.equals(ends_at));
    return slots.splice(at, 2);
  })
  /** A session booked at the beginning, more than five days ahead, on a slot that no other test uses. */
  .extend('bookSession', { scope: 'file' }, ({ studio, bookingApi, slots }) => async () => {
    const client = await studio.makeClient();
    const slot = slots.shift();
    if (slot === undefined) throw new Error('out of slots');
    const { id } = await bookingApi.book(client, [slot]);
    return { client, slot, id };
  })
  /** A client with credits that expire after a day, beside others that do not. */
  .extend('expiring', { scope: 'file' }, ({ studio, start }) => async (amount: number, credits = 0) => {
    const client = await studio.makeClient({ credits });
    const expiresAt = start.add({ hours: 24 });
    const lot = { personId: client.id, source: 'operator', amount, expiresAt } as const;
    await studio.inTx((tx, now) => grant(tx, { ...lot, grantKey: `trial ${client.id}`, now }));
    return { client, expiresAt };
  })
  .extend(
    'remaining',
    { scope: 'file' },
    ({ bookingApi }) =>
      async (client: Parameters<BookingApi['ledger']>[0]) =>
        (await bookingApi.ledger(client)).reduce((sum, lot) => sum + lot.remaining, 0),
  )
  .extend(
    'panel',
    { scope: 'file' },
    ({ app }) =>
      async (id: number, as: Parameters<TestApp['call']>[2]) =>
        (await app.call(getSession, { params: { id } }, as)).body.session,
  );

describe('the credits come back when booked over 60 minutes ago and over 48 hours before the start', () => {
  test('to the instant: not at 60 minutes, a millisecond later yes', async ({
    clock,
    bookingApi,
    bookSession,
    remaining,
  }) => {
    const [early, late] = [await bookSession(), await bookSession()];
    clock.add({ minutes: 60 });
    expect((await bookingApi.cancel(early.client, early.id)).body.refunded).toBe(0);
    expect(await remaining(early.client)).toBe(11);
    clock.add({ milliseconds: 1 });
    expect((await bookingApi.cancel(late.client, late.id)).body.refunded).toBe(1);
    expect(await remaining(late.client)).toBe(12);
  });

  test('to the instant: not at 48 hours before, a millisecond earlier yes', async ({
    clock,
    bookingApi,
    bookSession,
  }) => {
    const [at, before] = [await bookSession(), await bookSession()];
    clock.instant = at.slot.starts_at.subtract({ hours: 48 });
    expect((await bookingApi.cancel(at.client, at.id)).body.refunded).toBe(0);
    clock.instant = before.slot.starts_at.subtract({ hours: 48 }).subtract({ milliseconds: 1 });
    expect((await bookingApi.cancel(before.client, before.id)).body.refunded).toBe(1);
  });

  test('the musician’s own limit takes the place of 48', async ({ clock, start, studio, bookingApi }) => {
    const strict = await studio.makeMusician({ recreditLimitHours: 240 });
    const client = await studio.makeClient();
    const far = (await studio.slotsOf(strict)).filter(
      ({ starts_at }) => Temporal.Instant.compare(starts_at, start.add({ hours: 240 })) > 0,
    );
    const { id } = await bookingApi.book(client, far.slice(0, 1));
    clock.instant = far[0]?.starts_at.subtract({ hours: 239 }) ?? start;
    expect((await bookingApi.cancel(client, id)).body.refunded).toBe(0);
  });

  test('the 60 minutes are a setting', async ({ app, clock, bookingApi, bookSession }) => {
    const { client, id } = await bookSession();
    await app.db.insertInto('settings').values({ key: 'cancellation_grace_minutes', value: '5' }).execute();
    clock.add({ minutes: 6 });
    expect((await bookingApi.cancel(client, id)).body.refunded).toBe(1);
    await app.db.deleteFrom('settings').where('key', '=', 'cancellation_grace_minutes').execute();
  });
});

describe('a cancelled session', () => {
  test('is cancelled and past, its slot free at once, the feedback kept', async ({
    app,
    studio,
    bookingApi,
    musician,
    bookSession,
  }) => {
    const { client, slot, id } = await bookSession();
    const answer = await bookingApi.cancel(client, id, {
      cancellation_reasons: ['I have no time'],
      feedback_notes: ' Sorry!\u0007\r\nAda ',
    });
    expect(answer.status).toBe(200);
    expect(answer.body.session).toMatchObject({ id, status: 'cancelled', type: 'past' });
    const feedback = await app.db.selectFrom('feedback').selectAll().where('session_id', '=', id).execute();
    expect(feedback).toMatchObject([
      {
        author_id: client.id,
        feedback_type: 'cancel-by-user',
        cancellation_reasons: ['I have no time'],
        feedback_notes: 'Sorry!\nAda',
      },
    ]);
    expect((await bookingApi.prebook(await studio.makeClient(), [slot])).status).toBe(201);
    expect((await app.call(getSession, { params: { id } }, musician.person)).status).toBe(200);
  });

  test('cannot be cancelled, confirmed or extended again', async ({
    clock,
    bookingApi,
    bookSession,
    remaining,
  }) => {
    const { client, id } = await bookSession();
    clock.add({ hours: 2 });
    await bookingApi.cancel(client, id);
    expect((await bookingApi.cancel(client, id)).problem).toMatchObject({ status: 409, code: 'not_now' });
    expect((await bookingApi.confirm(client, id)).status).toBe(404);
    expect((await bookingApi.extend(client, id)).status).toBe(404);
    expect(await remaining(client)).toBe(12);
  });

  test('32 at once: one cancels, one refund', async ({ app, clock, bookingApi, bookSession }) => {
    const { client, id } = await bookSession();
    clock.add({ hours: 2 });
    const answers = await Promise.all(Array.from({ length: 32 }, () => bookingApi.cancel(client, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ problem }) => problem.code === 'not_now')).toHaveLength(31);
    const [lot] = await bookingApi.ledger(client);
    expect(lot).toMatchObject({ remaining: 12, entries: 12 });
    const refunds = await app.db
      .selectFrom('credit_entries')
      .select('delta')
      .where('session_id', '=', id)
      .where('reason', '=', 'refund')
      .execute();
    expect(refunds).toEqual([{ delta: 1 }]);
  });

  test('32 at once with one Idempotency-Key: one answer for all, one refund', async ({
    app,
    clock,
    bookingApi,
    bookSession,
  }) => {
    const { client, id } = await bookSession();
    clock.add({ hours: 2 });
    const headers = { 'idempotency-key': `cancel ${id}` };
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => bookingApi.cancel(client, id, {}, headers)),
    );
    expect(answers.map(({ status, body }) => [status, body.refunded])).toEqual(answers.map(() => [200, 1]));
    expect(await bookingApi.ledger(client)).toMatchObject([{ remaining: 12, entries: 12 }]);
    const said = await app.db.selectFrom('feedback').select('id').where('session_id', '=', id).execute();
    expect(said).toHaveLength(1);
  });

  test('by a managed client', async ({ app, studio, bookingApi, musician }) => {
    const managed = await app.people.make('managed');
    const { id } = await makeSession(studio, { client: managed, musician });
    expect((await bookingApi.cancel(managed, id)).body.session).toMatchObject({ id, status: 'cancelled' });
  });

  test('with an Idempotency-Key the first answer comes again', async ({ clock, bookingApi, bookSession }) => {
    const { client, id } = await bookSession();
    clock.add({ hours: 2 });
    const headers = { 'idempotency-key': 'cancel-1' };
    const first = await bookingApi.cancel(client, id, {}, headers);
    expect(first.body.refunded).toBe(1);
    expect((await bookingApi.cancel(client, id, {}, headers)).body).toEqual(first.body);
  });
});

describe('a cancelled session says', () => {
  test('to its client who, when, why and what came back; to its musician neither notes nor credits', async ({
    clock,
    bookingApi,
    musician,
    bookSession,
    panel,
  }) => {
    const { client, id } = await bookSession();
    clock.add({ hours: 2 });
    const said = { cancellation_reasons: ['My track is not ready'], feedback_notes: 'The singer is ill.' };
    const { session } = (await bookingApi.cancel(client, id, said)).body;
    const record = { by: 'client', undelivered: false, reasons: ['My track is not ready'] };
    expect(session.cancelled_at).toBe(clock.now().toString());
    expect(session.cancelled).toEqual({ ...record, notes: 'The singer is ill.', refunded: 1 });
    expect((await panel(id, musician.person)).cancelled).toEqual({ ...record, notes: null, refunded: null });
  });

  test('that the studio cancelled it, and that nothing was delivered', async ({
    app,
    clock,
    studio,
    bookSession,
    panel,
  }) => {
    const [early, undelivered] = [await bookSession(), await bookSession()];
    const operator = await app.people.make('operator');
    const take = (sessionId: number) =>
      studio.inTx(async (tx, now) => {
        await cancelSession(tx, { sessionId, actorId: operator.id, now });
        await payBack(tx, await planRefund(tx, { sessionId, by: 'operator', now }));
      });
    await take(early.id);
    clock.instant = undelivered.slot.ends_at;
    await take(undelivered.id);
    const studioDid = { by: 'studio', reasons: [], notes: null, refunded: 1 };
    expect((await panel(early.id, early.client)).cancelled).toEqual({ ...studioDid, undelivered: false });
    expect((await panel(undelivered.id, undelivered.client)).cancelled).toEqual({
      ...studioDid,
      undelivered: true,
    });
  });

  test('nothing while it is not', async ({ bookSession, panel }) => {
    const { client, id } = await bookSession();
    expect(await panel(id, client)).toMatchObject({ cancelled: null, cancelled_at: null });
  });
});

/** What the check of the data says of prices. */
const brokenPrices = async (db: Db) => (await brokenInvariants(db)).filter((one) => one.includes('price'));

describe('a refund goes back to its lots', () => {
  test('of an expired lot into a new one of 30 days, once per original lot', async ({
    clock,
    expiring,
    bookingApi,
    slots,
  }) => {
    const { client, expiresAt } = await expiring(2);
    const first = await bookingApi.book(client, slots.splice(0, 1));
    const second = await bookingApi.book(client, slots.splice(0, 1));
    clock.instant = expiresAt;
    const cancelled = (await bookingApi.cancel(client, first.id)).body;
    expect([cancelled.refunded, cancelled.session.cancelled?.refunded]).toEqual([1, 1]);
    const made = (await bookingApi.ledger(client)).find(({ source }) => source === 'refund');
    expect(made).toMatchObject({ remaining: 1, entries: 1 });
    expect(made?.expires_at?.toString()).toBe(expiresAt.add({ hours: 30 * 24 }).toString());
    expect((await bookingApi.cancel(client, second.id)).body.refunded).toBe(0);
  });

  test('of two lots, one of which has expired, is whole for the check of the data, too', async ({
    app,
    clock,
    expiring,
    bookingApi,
    neighbors,
  }) => {
    const { client, expiresAt } = await expiring(1, 3);
    const { id } = await bookingApi.book(client, neighbors());
    clock.instant = expiresAt;
    expect((await bookingApi.cancel(client, id)).body.refunded).toBe(2);
    expect((await bookingApi.ledger(client)).map(({ source, remaining }) => [source, remaining])).toEqual(
      expect.arrayContaining([['refund', 1]]),
    );
    expect(await brokenPrices(app.db)).toEqual([]);
  });

  test('of two lots, one of which was refunded once before, in part, which the check of the data knows', async ({
    app,
    clock,
    expiring,
    bookingApi,
    slots,
    neighbors,
    remaining,
  }) => {
    const { client, expiresAt } = await expiring(2, 1);
    const first = await bookingApi.book(client, slots.splice(0, 1));
    const second = await bookingApi.book(client, neighbors());
    clock.instant = expiresAt;
    await bookingApi.cancel(client, first.id);
    expect((await bookingApi.cancel(client, second.id)).body.refunded).toBe(1);
    expect(await remaining(client)).toBe(2);
    expect(await brokenPrices(app.db)).toEqual([]);
    // Without a refund lot from before the same loss is a fault.
    const unexplained = app.db.transaction().execute(async (tx) => {
      await sql`alter table credit_lots disable trigger user`.execute(tx);
      await sql`update credit_lots set origin_lot_id = null where person_id = ${client.id}`.execute(tx);
      throw new Error((await brokenPrices(tx)).join('; '));
    });
    await expect(unexplained).rejects.toThrow(`Not so for 1: ${second.id}`);
  });

  test('of a lot whose expiry is booked already into a new one, though the call began before that instant', async ({
    app,
    clock,
    expiring,
    bookingApi,
    slots,
    remaining,
  }) => {
    const { client, expiresAt } = await expiring(2);
    const { id } = await bookingApi.book(client, slots.splice(0, 1));
    clock.instant = expiresAt;
    await bookExpiry.run(app.ctx(), {});
    clock.instant = expiresAt.subtract({ milliseconds: 1 });
    expect((await bookingApi.cancel(client, id)).body.refunded).toBe(1);
    expect((await bookingApi.ledger(client)).map(({ source, remaining }) => [source, remaining])).toEqual([
      ['operator', 0],
      ['refund', 1],
    ]);
    clock.instant = expiresAt.add({ hours: 24 * 31 });
    await bookExpiry.run(app.ctx(), {});
    expect(await remaining(client)).toBe(0);
  });
});

describe('who and what is refused', () => {
  test('a session that is over, a hold, an expired hold', async ({
    clock,
    bookingApi,
    slots,
    bookSession,
  }) => {
    const { client, slot, id } = await bookSession();
    const hold = await bookingApi.hold(client, slots.splice(0, 1));
    expect((await bookingApi.cancel(client, hold.id)).problem).toMatchObject({
      status: 409,
      code: 'not_now',
    });
    clock.add({ minutes: 15 });
    expect((await bookingApi.cancel(client, hold.id)).status).toBe(404);
    const later = slots.splice(0, 1);
    for (const at of [slot.starts_at, slot.starts_at.add({ minutes: 1 })]) {
      clock.instant = at;
      const begun = { code: 'not_now', detail: 'It has begun; ask for help.' };
      expect((await bookingApi.cancel(client, id)).problem).toMatchObject(begun);
      expect((await bookingApi.move(client, id, later)).problem).toMatchObject(begun);
    }
    clock.instant = slot.ends_at;
    expect((await bookingApi.cancel(client, id)).status).toBe(409);
  });

  test('not signed in 401, a musician 403, somebody else’s 404, malformed 400', async ({
    studio,
    bookingApi,
    musician,
    bookSession,
  }) => {
    const { client, id } = await bookSession();
    expect((await bookingApi.cancel(null, id)).status).toBe(401);
    expect((await bookingApi.cancel(musician.person, id)).status).toBe(403);
    expect((await bookingApi.cancel(await studio.makeClient(), id)).status).toBe(404);
    expect((await bookingApi.cancel(client, 99)).status).toBe(404);
    expect((await bookingApi.cancel(client, 1.5)).status).toBe(400);
    const reasons = Array.from({ length: 21 }, () => 'x');
    expect((await bookingApi.cancel(client, id, { cancellation_reasons: reasons })).status).toBe(400);
  });
});
