import { describe, expect } from 'vitest';
import { test as base } from '#test/rooms/booking.ts';
import { bookExpiry } from './jobs.ts';
import { balance } from './service.ts';
import { grant, planSpending } from './steps.ts';

const test = base.extend(
  'give',
  { scope: 'file' },
  ({ studio }) =>
    (personId: string, grantKey: string, more: Partial<Parameters<typeof grant>[1]> = {}) =>
      studio.inTx((tx, now) =>
        grant(tx, { personId, source: 'plan', amount: 5, expiresAt: null, grantKey, now, ...more }),
      ),
);

describe('a grant', () => {
  test('with the same key happens once', async ({ studio, bookingApi, give }) => {
    const client = await studio.makeClient({ credits: 0 });
    expect(await give(client.id, 'period 1')).toEqual(expect.any(String));
    expect(await give(client.id, 'period 1')).toBeNull();
    expect(await bookingApi.ledger(client)).toMatchObject([{ amount: 5, remaining: 5, entries: 5 }]);
  });

  test('with the same key 20 times at once happens once', async ({ app, studio, give }) => {
    const client = await studio.makeClient({ credits: 0 });
    const made = await Promise.all(Array.from({ length: 20 }, () => give(client.id, 'period 2')));
    expect(made.filter((id) => id !== null)).toHaveLength(1);
    expect(await balance(app.db, client.id, app.clock.now())).toMatchObject({ total: 5 });
  });
});

describe('the balance', () => {
  test('is the rollover lots as bank and all others as sessions left', async ({ app, studio, give }) => {
    const client = await studio.makeClient({ credits: 0 });
    await give(client.id, 'a plan');
    await give(client.id, 'a bank', { source: 'rollover', amount: 3 });
    await give(client.id, 'a top-up', { source: 'top-up', amount: 1 });
    const now = app.clock.now();
    expect(await balance(app.db, client.id, now)).toMatchObject({
      credits_bank: 3,
      sessions_left: 6,
      total: 9,
    });
  });

  test('leaves out an expired lot from its instant on, before any job and after it', async ({
    app,
    studio,
    give,
  }) => {
    const client = await studio.makeClient({ credits: 0 });
    const expiresAt = app.clock.now().add({ hours: 1 });
    await give(client.id, 'short', { source: 'trial', amount: 2, expiresAt });
    const at = (now: Temporal.Instant) => balance(app.db, client.id, now);
    expect(await at(expiresAt.subtract({ milliseconds: 1 }))).toMatchObject({ sessions_left: 2 });
    expect(await at(expiresAt)).toMatchObject({ sessions_left: 0 });
    const began = app.clock.instant;
    app.clock.instant = expiresAt.add({ minutes: 7 });
    await bookExpiry.run(app.ctx(), {});
    await bookExpiry.run(app.ctx(), {});
    expect(await at(expiresAt)).toMatchObject({ sessions_left: 0 });
    const entries = await app.db
      .selectFrom('credit_entries as e')
      .innerJoin('credit_lots as l', 'l.id', 'e.lot_id')
      .select(['e.delta', 'e.reason', 'e.at'])
      .where('l.person_id', '=', client.id)
      .orderBy('e.id')
      .execute();
    expect(entries.map(({ delta, reason }) => [reason, delta])).toEqual([
      ['grant', 2],
      ['expiry', -2],
    ]);
    expect(entries[1]?.at.toString()).toBe(expiresAt.toString());
    app.clock.instant = began;
  });
});

describe('spending', () => {
  test('more than there is takes nothing', async ({ studio, bookingApi }) => {
    const client = await studio.makeClient({ credits: 2 });
    const plan = await studio.inTx((tx, now) => planSpending(tx, { personId: client.id, amount: 3, now }));
    expect(plan).toBe(null);
    expect(await bookingApi.ledger(client)).toMatchObject([{ remaining: 2 }]);
  });
});

const sqlState = (code: string) => expect.objectContaining({ code });

describe('the database keeps the ledger', () => {
  test('an entry is never changed or deleted', async ({ app, studio, bookingApi }) => {
    const client = await studio.makeClient({ credits: 1 });
    const [lot] = await bookingApi.ledger(client);
    const entries = { lot_id: lot?.id ?? '' };
    await expect(
      app.db.updateTable('credit_entries').set({ delta: 9 }).where('lot_id', '=', entries.lot_id).execute(),
    ).rejects.toEqual(sqlState('23001'));
    await expect(
      app.db.deleteFrom('credit_entries').where('lot_id', '=', entries.lot_id).execute(),
    ).rejects.toEqual(sqlState('23001'));
  });

  test('what remains of a lot is moved by entries only, between 0 and its amount', async ({
    app,
    studio,
    bookingApi,
  }) => {
    const client = await studio.makeClient({ credits: 1 });
    const [lot] = await bookingApi.ledger(client);
    const id = lot?.id ?? '';
    await expect(
      app.db.updateTable('credit_lots').set({ remaining: 0 }).where('id', '=', id).execute(),
    ).rejects.toEqual(sqlState('23001'));
    for (const delta of [-2, 1]) {
      const entry = {
        id: crypto.randomUUID(),
        lot_id: id,
        delta,
        reason: 'withdrawal',
        at: app.clock.now(),
      } as const;
      await expect(app.db.insertInto('credit_entries').values(entry).execute()).rejects.toEqual(
        sqlState('23514'),
      );
    }
  });
});
