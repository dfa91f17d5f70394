import { expect } from 'vitest';
import { getFigure } from '#shared/operator/figures/contract-figures.ts';
import type { Figure, FigureBy } from '#shared/operator/figures/rules-figures.ts';
import { newId } from '../../lib/ids.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import { test as base } from '#test/api/test.ts';
import { sumDays, sumFigures } from './sum-days.ts';

/** The test's clock begins on Saturday 21 November 2026, in the week of Monday the 16th. */
const RANGE = { from: '2026-10-01', to: '2026-12-31' };
const at = (text: string) => Temporal.Instant.from(text);

const test = base
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator'))
  .extend('client', { scope: 'file' }, ({ studio }) => studio.makeClient({ credits: 12 }))
  .extend('max', { scope: 'file' }, ({ studio }) => studio.makeMusician({ name: 'Max' }))
  .extend('zoe', { scope: 'file' }, ({ studio }) =>
    studio.makeMusician({ name: 'Zoe', services: ['recording', 'mixing'], instruments: ['bass'] }),
  )
  .extend(
    'read',
    { scope: 'file' },
    ({ app, operator }) =>
      async (figure: Figure, by: FigureBy, range: { from: string; to: string } = RANGE) => {
        const { status, body, problem } = await app.call(
          getFigure,
          { query: { figure, by, ...range } },
          // A login session of an operator does not last until the next night.
          await app.people.signIn(operator),
        );
        return status === 200 ? body : `${status} ${problem.code}`;
      },
  )
  /** The periods that have something, as `key value`. */
  .extend('values', { scope: 'file' }, ({ read }) => async (figure: Figure, by: FigureBy) => {
    const found = await read(figure, by);
    if (typeof found === 'string') return found;
    return found.rows
      .filter(({ amount, base: of }) => amount !== 0 || of !== 0)
      .map(({ key, name, value }) => `${name ?? key} ${value}`);
  });

test('before anything was summed every period is there and empty', async ({ read }) => {
  const found = await read('bookings', 'month');
  expect(found).toEqual({
    summed_at: null,
    rows: ['2026-10-01', '2026-11-01', '2026-12-01'].map((key) => ({
      key,
      name: null,
      value: 0,
      amount: 0,
      base: 0,
    })),
  });
  expect(await read('ratings', 'month')).toMatchObject({
    rows: [{ value: null }, { value: null }, { value: null }],
  });
});

test('what is asked wrongly is refused', async ({ app, operator, read }) => {
  expect(await read('revenue', 'musician')).toBe('422 not_by_that');
  expect(await read('utilization', 'service')).toBe('422 not_by_that');
  expect(await read('bookings', 'week', { from: '2026-02-01', to: '2026-01-01' })).toBe('422 wrong_range');
  expect(await read('bookings', 'week', { from: '2000-01-01', to: '2026-01-01' })).toBe('422 wrong_range');
  const query = { figure: 'luck', by: 'week', ...RANGE } as never;
  expect((await app.call(getFigure, { query }, operator)).status).toBe(400);
});

test('every figure is what is counted by hand', async ({ app, studio, client, max, zoe, values, read }) => {
  const { db } = app;
  // Booked: two with Max, in October and November; one with Zoe in November, which is cancelled later.
  const first = await makeSession(studio, {
    client,
    musician: max,
    starts: at('2026-11-10T08:00:00Z'),
    price: 1,
  });
  const second = await makeSession(studio, { client, musician: max, starts: at('2026-11-25T08:00:00Z') });
  const third = await makeSession(studio, {
    client,
    musician: zoe,
    starts: at('2026-11-26T08:00:00Z'),
    status: 'cancelled',
  });
  const book = (id: number, when: string) =>
    db
      .updateTable('sessions')
      .set({ booked_at: at(when) })
      .where('id', '=', id)
      .execute();
  await book(first.id, '2026-10-31T23:59:59Z');
  await book(second.id, '2026-11-16T00:00:00Z');
  await book(third.id, '2026-11-22T23:00:00Z');

  // Delivered: the first 90 minutes after its end.
  await db
    .insertInto('session_events')
    .values({
      id: newId(),
      session_id: first.id,
      at: first.ends.add({ minutes: 90 }),
      event: 'close',
      from_status: 'partner_upload_required',
      to_status: 'partner_deliverables_ready',
      actor_id: max.id,
    })
    .execute();
  // Rated: 5 and 2 stars in one week.
  for (const [{ id }, stars] of [
    [first, 5],
    [second, 2],
  ] as const)
    await db
      .insertInto('ratings')
      .values({
        session_id: id,
        stars,
        comment: null,
        created_at: at('2026-11-19T12:00:00Z'),
        changed_at: null,
      })
      .execute();
  // Invoiced: $100 and $50 net; $30 net paid back in December.
  const invoice = (
    number: string,
    kind: 'invoice' | 'credit_note',
    net_cents: number,
    when: string,
    corrects: string | null,
  ) => {
    const id = newId();
    const vat_cents = Math.round(net_cents * 0.23);
    const money = { net_cents, vat_cents, total_cents: net_cents + vat_cents, discount_cents: 0 };
    const papers = { seller: '{}', buyer: '{}', lines: '[]', vat_basis_points: 2300, reverse_charge: false };
    const of = {
      person_id: client.id,
      provider: 'stripe',
      mode: 'test',
      provider_id: number,
      payment_id: null,
    };
    return db
      .insertInto('invoices')
      .values({
        id,
        number,
        kind,
        corrects,
        issued_at: at(when),
        currency: 'usd',
        ...money,
        ...papers,
        ...of,
      })
      .execute()
      .then(() => id);
  };
  const whole = await invoice('2026-1', 'invoice', 10_000, '2026-11-02T00:00:00Z', null);
  await invoice('2026-2', 'invoice', 5_000, '2026-11-30T23:59:59Z', null);
  await invoice('2026-3', 'credit_note', -3_000, '2026-12-01T00:00:00Z', whole);

  await sumFigures.run(app.ctx(), {});

  expect(await values('bookings', 'month')).toEqual(['2026-10-01 1', '2026-11-01 2']);
  expect(await values('bookings', 'week')).toEqual(['2026-10-26 1', '2026-11-16 2']);
  expect(await values('bookings', 'musician')).toEqual(['Max 2', 'Zoe 1']);
  expect(await values('bookings', 'service')).toEqual([expect.stringMatching(/ 3$/)]);
  expect(await values('revenue', 'month')).toEqual(['2026-11-01 15000', '2026-12-01 -3000']);
  expect(await values('delivery', 'month')).toEqual(['2026-11-01 90']);
  expect(await values('delivery', 'musician')).toEqual(['Max 90']);
  expect(await values('ratings', 'week')).toEqual(['2026-11-16 3.5']);
  expect(await values('ratings', 'musician')).toEqual(['Max 3.5']);

  // 12 credits granted at the start, 1 of them spent: 11 are outstanding from then on, also in periods without entries.
  const credits = await read('credits', 'month');
  if (typeof credits === 'string') throw new Error(credits);
  const { sum } = await db
    .selectFrom('credit_lots')
    .select(({ fn }) => fn.sum<number>('remaining').as('sum'))
    .executeTakeFirstOrThrow();
  expect(sum).toBe(11);
  expect(credits.rows.at(-1)?.value).toBe(11);
});

test('utilization is booked of offered minutes, hidden free slots apart', async ({
  app,
  max,
  zoe,
  values,
  read,
}) => {
  const { db } = app;
  // One week has exactly four slots of Max: one booked, one free, one hidden and free, one hidden and booked.
  const week = { from: '2026-12-28', to: '2027-01-03' };
  const before = await read('utilization', 'week', week);
  await db.deleteFrom('slots').where('starts_at', '>=', at('2026-12-28T00:00:00Z')).execute();
  const slots = [0, 1, 2, 3].map((n) => ({
    id: newId(),
    musician_id: max.id,
    starts_at: at('2026-12-29T10:00:00Z').add({ hours: n }),
    ends_at: at('2026-12-29T10:00:00Z').add({ hours: n, minutes: 30 }),
    category: 'recording',
    slot_type: 'flexible' as const,
    hidden: n >= 2,
  }));
  await db.insertInto('slots').values(slots).execute();
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('musician_id', '=', max.id)
    .executeTakeFirstOrThrow();
  for (const slot of [slots[0], slots[3]])
    if (slot !== undefined)
      await db
        .insertInto('slot_claims')
        .values({
          slot_id: slot.id,
          session_id: session.id,
          musician_id: max.id,
          during: `[${slot.starts_at.toString()},${slot.ends_at.toString()})`,
          held_until: null,
        })
        .execute();
  await sumFigures.run(app.ctx(), {});
  expect(await read('utilization', 'week', week), 'an hour sums no day so far ahead').toEqual(before);
  await sumDays(app.ctx(), { back: 60 });
  const found = await read('utilization', 'week', week);
  expect(found).toMatchObject({ rows: [{ key: '2026-12-28', amount: 60, base: 90, value: 60 / 90 }] });
  expect(await read('utilization', 'musician', week)).toMatchObject({
    rows: [{ name: 'Max', amount: 60, base: 90 }],
  });
  expect((await values('utilization', 'musician')).length, `${zoe.name} has offered hours, too`).toBe(2);
});

test('an hour sums the last days again and leaves the others; the night goes further back', async ({
  app,
  clock,
  read,
  values,
}) => {
  const { db } = app;
  const month = async () => (await values('bookings', 'month')) as string[];
  expect(await month()).toEqual(['2026-10-01 1', '2026-11-01 2']);
  await db
    .updateTable('sessions')
    .set({ booked_at: app.start.subtract({ hours: 24 * 40 }) })
    .execute();
  await sumFigures.run(app.ctx(), {});
  expect(await month(), 'of its days only the 22nd of November').toEqual(['2026-10-01 1', '2026-11-01 1']);
  clock.instant = at('2026-11-22T03:10:00Z');
  await sumFigures.run(app.ctx(), {});
  expect(await month()).toEqual(['2026-10-01 3']);
  expect(await read('bookings', 'month')).toMatchObject({ summed_at: '2026-11-22T03:10:00Z' });
  await Promise.all([sumDays(app.ctx(), { back: 60 }), sumDays(app.ctx(), { back: 60 })]);
  expect(await month(), 'two at once count nothing twice').toEqual(['2026-10-01 3']);
});

test('an hour sums what is offered within a week, and the months of these days wholly', async ({
  app,
  max,
  read,
}) => {
  const nextWeek = { from: '2026-11-21', to: '2026-11-28' };
  const all = async (range: { from: string; to: string }) => {
    const found = await read('utilization', 'musician', range);
    if (typeof found === 'string') throw new Error(found);
    return found.rows.find(({ name }) => name === max.name)?.base ?? 0;
  };
  const winter = { from: '2026-11-01', to: '2027-01-31' };
  const [near, far] = [await all(nextWeek), await all(winter)];
  expect(near).toBeGreaterThan(0);
  expect(far).toBeGreaterThan(near);
  await app.db
    .deleteFrom('slots')
    .where('musician_id', '=', max.id)
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('slot_claims').select('slot_id').whereRef('slot_claims.slot_id', '=', 'slots.id'),
        ),
      ),
    )
    .execute();
  await sumFigures.run(app.ctx(), {});
  const left = await all(nextWeek);
  expect(left, 'what is booked').toBeLessThan(near);
  expect(await all(winter), 'later days as they were').toBe(far - near + left);
  await sumDays(app.ctx(), { back: 60 });
  expect(await all(winter)).toBeLessThan(far - near);
});

test('by musician whole months and the days around them add up as the days do', async ({
  app,
  client,
  max,
  read,
  studio,
}) => {
  const { db } = app;
  const days = [
    '2026-06-30',
    '2026-07-01',
    '2026-07-31',
    '2026-08-01',
    '2026-09-15',
    '2026-10-31',
    '2026-11-01',
  ];
  await db.deleteFrom('daily_figures').execute();
  await db
    .updateTable('sessions')
    .set({ booked_at: at('2020-01-01T00:00Z') })
    .execute();
  for (const day of days) {
    const { id } = await makeSession(studio, { client, musician: max, starts: at(`${day}T12:00Z`) });
    await db
      .updateTable('sessions')
      .set({ booked_at: at(`${day}T10:00Z`) })
      .where('id', '=', id)
      .execute();
  }
  await sumFigures.run(app.ctx(), {});
  const ends = [...days, '2026-06-01', '2026-07-30', '2026-08-31', '2026-11-30'];
  for (const from of ends)
    for (const to of ends.filter((day) => day >= from)) {
      const found = await read('bookings', 'musician', { from, to });
      const sum = typeof found === 'string' ? found : found.rows.reduce((n, { amount }) => n + amount, 0);
      expect(sum, `${from} to ${to}`).toBe(days.filter((day) => day >= from && day <= to).length);
    }
  const [last] = days.slice(-1);
  await db
    .updateTable('sessions')
    .set({ booked_at: at('2026-11-02T10:00Z') })
    .where('booked_at', '=', at(`${last}T10:00Z`))
    .execute();
  await sumDays(app.ctx(), { back: 60 });
  expect(await read('bookings', 'musician', { from: '2026-11-01', to: '2026-11-30' })).toMatchObject({
    rows: [{ name: 'Max', amount: 1 }],
  });
});
