import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { setWeeklyHours } from '../calendar/materialize.ts';
import { balance } from '../credits/service.ts';
import { test as base } from '#test/rooms/booking.ts';
import type { TestPerson } from '#test/api/people.ts';
import { type TestSlot } from '#test/api/studio.ts';

const times = <T>(n: number, make: (n: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
function count(statuses: readonly { status: number }[]): Record<number, number> {
  const found: Record<number, number> = {};
  for (const { status } of statuses) found[status] = (found[status] ?? 0) + 1;
  return found;
}

const test = base
  .extend('slots', async ({ studio }) => studio.slotsOf(await studio.makeMusician()))
  .extend(
    'clients',
    { scope: 'file' },
    ({ app }) =>
      (n: number): Promise<TestPerson[]> =>
        Promise.all(times(n, () => app.people.make('client'))),
  )
  .extend(
    'claimsOn',
    { scope: 'file' },
    ({ app }) =>
      (some: readonly TestSlot[]) =>
        app.db
          .selectFrom('slot_claims')
          .select(['slot_id', 'session_id', 'held_until'])
          .where(
            'slot_id',
            'in',
            some.map(({ id }) => id),
          )
          .execute(),
  )
  .extend('settled', ({ app, clock, bookingApi }) => async (client: TestPerson) => {
    const booked = await app.db
      .selectFrom('sessions')
      .select('id')
      .where('client_id', '=', client.id)
      .where('phase', '=', 'booked')
      .execute();
    const ledger = await bookingApi.ledger(client);
    return {
      booked: booked.length,
      balance: (await balance(app.db, client.id, clock.now())).total,
      ledger: ledger.map(({ remaining, entries }) => remaining - entries),
    };
  })
  .extend('counted', { scope: 'file' }, ({ app }) => async (query: string): Promise<number | undefined> => {
    const { rows } = await sql<{ n: number }>`${sql.raw(query)}`.execute(app.db);
    return rows[0]?.n;
  });

describe('one slot', () => {
  test('500 people at once: one holds it, 499 hear 409 with words, nothing else happens', async ({
    app,
    bookingApi,
    slots,
    clients,
    claimsOn,
  }) => {
    const wanted = slots.slice(0, 1);
    const people = await clients(500);
    const answers = await Promise.all(people.map((person) => bookingApi.prebook(person, wanted)));
    expect(count(answers)).toEqual({ 201: 1, 409: 499 });
    const told = new Set(answers.filter(({ status }) => status === 409).map(({ problem }) => problem.detail));
    expect([...told]).toEqual(['Someone was faster: this time has just been taken. Please choose another.']);
    expect(await claimsOn(wanted)).toHaveLength(1);
    const holds = await app.db
      .selectFrom('sessions')
      .select('id')
      .where(
        'client_id',
        'in',
        people.map(({ id }) => id),
      )
      .execute();
    expect(holds).toHaveLength(1);
  });

  test('after a hold has run out: 100 people at once, one takes it over', async ({
    clock,
    bookingApi,
    slots,
    clients,
    claimsOn,
  }) => {
    const wanted = slots.slice(0, 1);
    const [first, ...rest] = await clients(101);
    await bookingApi.prebook(first ?? null, wanted);
    clock.add({ minutes: 15 });
    const answers = await Promise.all(rest.map((person) => bookingApi.prebook(person, wanted)));
    expect(count(answers)).toEqual({ 201: 1, 409: 99 });
    expect(await claimsOn(wanted)).toHaveLength(1);
  });
});

describe('overlapping sets', () => {
  test('of two slots in opposite order: one winner a round, no deadlock, nothing held in part', async ({
    bookingApi,
    slots,
    clients,
    claimsOn,
  }) => {
    for (const round of times(10, (n) => n)) {
      const [a, b] = slots.slice(2 * round, 2 * round + 2);
      const set = [a, b].filter((slot) => slot !== undefined);
      const people = await clients(20);
      const answers = await Promise.all(
        people.map((person, n) => bookingApi.prebook(person, n % 2 === 0 ? set : set.toReversed())),
      );
      expect(count(answers)).toEqual({ 201: 1, 409: 19 });
      expect(new Set((await claimsOn(set)).map((claim) => claim.session_id)).size).toBe(1);
    }
  });

  test('in a chain: whoever wins holds both of theirs, and no two share one', async ({
    bookingApi,
    slots,
    clients,
    claimsOn,
  }) => {
    const day = slots.slice(0, 8);
    const people = await clients(56);
    const answers = await Promise.all(
      people.map((person, n) => {
        const pair = day.slice(n % 7, (n % 7) + 2);
        return bookingApi.prebook(person, n % 2 === 0 ? pair : pair.toReversed());
      }),
    );
    const { 201: won = 0, 409: lost = 0, ...other } = count(answers);
    expect(other).toEqual({});
    expect(won + lost).toBe(56);
    const held = Map.groupBy(await claimsOn(day), (claim) => claim.session_id);
    expect(held.size).toBe(won);
    for (const claims of held.values()) expect(claims).toHaveLength(2);
  });

  test('two people swap what they hold at the same moment: nobody waits forever', async ({
    studio,
    bookingApi,
    slots,
    claimsOn,
  }) => {
    const other = await studio.slotsOf(await studio.makeMusician());
    for (const round of times(10, (n) => n)) {
      const [ann, bob] = await Promise.all([studio.makeClient(), studio.makeClient()]);
      const [here, there] = [slots.slice(round, round + 1), other.slice(round, round + 1)];
      await bookingApi.hold(ann, here);
      await bookingApi.hold(bob, there);
      const answers = await Promise.all([bookingApi.prebook(ann, there), bookingApi.prebook(bob, here)]);
      for (const { status } of answers) expect([201, 409]).toContain(status);
      expect(await claimsOn([...here, ...there])).toHaveLength(2);
    }
  });
});

describe('one person', () => {
  test('in 30 windows at once: 20 hold within the hour, one hold is left, and the claims are its own', async ({
    app,
    studio,
    bookingApi,
    slots,
    claimsOn,
  }) => {
    const client = await studio.makeClient();
    const asked = slots.slice(0, 30);
    const answers = await Promise.all(asked.map((slot) => bookingApi.prebook(client, [slot])));
    expect(count(answers)).toEqual({ 201: 20, 429: 10 });
    const holds = await app.db
      .selectFrom('sessions')
      .select('id')
      .where('client_id', '=', client.id)
      .execute();
    expect(holds).toHaveLength(1);
    expect((await claimsOn(asked)).map((claim) => claim.session_id)).toEqual(holds.map(({ id }) => id));
  });

  test('with one Idempotency-Key 20 times at once: one hold, one answer', async ({
    studio,
    bookingApi,
    slots,
  }) => {
    const client = await studio.makeClient();
    const headers = { 'idempotency-key': 'same' };
    const answers = await Promise.all(
      times(20, () => bookingApi.prebook(client, slots.slice(0, 1), { headers })),
    );
    expect(count(answers)).toEqual({ 201: 20 });
    expect(new Set(answers.map(({ body }) => body.session.id)).size).toBe(1);
  });
});

test('hours that change while people book: a slot is held and stays, or is gone and 404', async ({
  studio,
  bookingApi,
  clients,
  claimsOn,
}) => {
  for (const round of times(5, (n) => n)) {
    const musician = await studio.makeMusician();
    const wanted = (await studio.slotsOf(musician)).slice(0, 4);
    const people = await clients(wanted.length);
    const hours = studio.inTx((tx, now) => setWeeklyHours(tx, { musicianId: musician.id, hours: [], now }));
    const answers = await Promise.all(
      people.map((person, n) => bookingApi.prebook(person, wanted.slice(n, n + 1))),
    );
    await hours;
    const { 201: held = 0, 404: gone = 0 } = count(answers);
    expect([round, held + gone]).toEqual([round, wanted.length]);
    expect(await claimsOn(wanted)).toHaveLength(held);
  }
});

describe('50 confirmations at once on a balance for one', () => {
  test('of one hold: one booking, everyone hears of it, balance 0, ledger equal', async ({
    studio,
    bookingApi,
    slots,
    settled,
  }) => {
    const client = await studio.makeClient({ credits: 1 });
    const hold = await bookingApi.hold(client, slots.slice(0, 1));
    const answers = await Promise.all(times(50, () => bookingApi.confirm(client, hold.id)));
    expect(count(answers)).toEqual({ 201: 50 });
    expect(new Set(answers.map(({ body }) => body.session.thread_id)).size).toBe(1);
    expect(await settled(client)).toEqual({ booked: 1, balance: 0, ledger: [0] });
  });

  test('from 50 windows, each with a hold of its own: one booking, balance 0, ledger equal', async ({
    clock,
    studio,
    bookingApi,
    slots,
    settled,
  }) => {
    const client = await studio.makeClient({ credits: 1 });
    const windows = await Promise.all(
      slots.slice(0, 50).map(async (slot) => {
        const hold = await bookingApi.prebook(client, [slot]);
        if (hold.status !== 201) return hold;
        return bookingApi.confirm(client, hold.body.session.id);
      }),
    );
    for (const { status } of windows) expect([201, 404, 409, 422, 429]).toContain(status);
    let booked = windows.filter(({ status }) => status === 201).length;
    if (booked === 0) {
      // Their 20 holds of this hour are used.
      clock.add({ minutes: 61 });
      const last = await bookingApi.hold(client, slots.slice(60, 61));
      booked = (await bookingApi.confirm(client, last.id)).status === 201 ? 1 : 0;
    }
    expect(booked).toBe(1);
    expect(await settled(client)).toEqual({ booked: 1, balance: 0, ledger: [0] });
  });
});

test('none of these races ran into a deadlock that a retry would hide', async ({ app, counted }) => {
  // A backend reports its counters when it ends; waiting by name ignores backends that start meanwhile.
  const { rows } = await sql<{ pid: number }>`select pid, pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(app.db);
  const ended = rows.map(({ pid }) => pid).join() || '0';
  await expect
    .poll(async () => await counted(`select count(*) as n from pg_stat_activity where pid in (${ended})`))
    .toBe(0);
  expect(
    await counted('select deadlocks as n from pg_stat_database where datname = current_database()'),
  ).toBe(0);
});
