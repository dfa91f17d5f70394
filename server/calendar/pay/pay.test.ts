import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, vi } from 'vitest';
import { musicianStats, statsPdf, statsSlots } from '#shared/calendar/contract-pay.ts';
import {
  addMonths,
  monthKey,
  type Figure,
  type MonthFigures,
  type YearMonth,
} from '#shared/calendar/rules-pay.ts';
import type { TestApp } from '#test/api/app.ts';
import type { TestMusician } from '#test/api/studio.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { test as base } from '#test/rooms/pay.ts';
import { often } from '#test/thorough.ts';
import { freeClaims } from '../steps.ts';
import { closeMonth, planClosing } from './close-months.ts';
import { closeMonths } from './jobs.ts';
import { listMonths } from './list-months.ts';
import { monthOf } from './month-of.ts';
import * as queries from './queries-pay.ts';
import { firstOpenDay, readRates, setRate } from './set-rate.ts';

const OCTOBER = { year: 2026, month: 10 };
const NOVEMBER = { year: 2026, month: 11 };
const at = (iso: string) => Temporal.Instant.from(iso);

async function readMonth(
  app: TestApp,
  { id }: { readonly id: string },
  which: YearMonth,
  now: Temporal.Instant,
) {
  const musician = await queries.musicianOf(app.db, id);
  if (musician === undefined) throw new Error('no such musician');
  return monthOf(app.db, musician, which, now);
}

const test = base
  .extend(
    'stats',
    { scope: 'file' },
    ({ app }) =>
      (musician: TestMusician, month: YearMonth = OCTOBER) =>
        app.call(musicianStats, { body: month }, musician.person),
  )
  .extend(
    'behind',
    { scope: 'file' },
    ({ app }) =>
      async (musician: TestMusician, figure: Figure, month: YearMonth = OCTOBER) =>
        (await app.call(statsSlots, { query: { ...month, figure } }, musician.person)).body,
  );

describe('POST /api/v2/musicians/stats', () => {
  test('answers the five figures of a month of the zone, in hours and dollars', async ({
    october,
    stats,
  }) => {
    const { status, body } = await stats(october);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...OCTOBER,
      timezone: 'Europe/Lisbon',
      state: 'over',
      closed_at: null,
      closes_at: '2026-11-05T00:00:00Z',
      info: { fixed: 4, holidays: 1, flexible_booked: 1, flexible_offered: 3, payment: 141 },
      minutes: { fixed: 240, holidays: 60, flexible_booked: 60, flexible_offered: 180 },
      so_far: null,
      rates: [{ from: '2026-01-01', fixed: 32, flexible: 45 }],
      no_rate_on: null,
      paid: null,
      planned_until: null,
    });
  });
  test('counts a running month to its end, and what is over of it', async ({ october, addSlot, stats }) => {
    await addSlot(october, '2026-11-30T23:00:00Z', 'fixed');
    const { body } = await stats(october, NOVEMBER);
    expect(body).toMatchObject({
      state: 'running',
      info: { fixed: 1, flexible_booked: 1, payment: 77 },
      so_far: { info: { fixed: 0, flexible_booked: 1, payment: 45 }, minutes: { flexible_booked: 60 } },
    });
    const december = await stats(october, { year: 2026, month: 12 });
    expect(december.body).toMatchObject({ state: 'planned', so_far: null, info: { payment: 0 } });
  });
  test('says where slots end that are not made yet', async ({ app, studio, stats }) => {
    const musician = await studio.makeMusician();
    app.clock.instant = at('2026-10-28T12:00:00Z');
    await studio.inTx((tx) =>
      sql`update musicians set slots_until = '2026-12-24' where person_id = ${musician.id}`.execute(tx),
    );
    expect((await stats(musician, { year: 2026, month: 12 })).body.planned_until).toBe('2026-12-24');
    expect((await stats(musician, NOVEMBER)).body.planned_until).toBeNull();
    app.clock.instant = app.start;
  });
  test('has no payment while a day has no rate, and names the day', async ({
    musician,
    addSlot,
    rate,
    stats,
  }) => {
    await addSlot(musician, '2026-10-05T10:00:00Z', 'fixed');
    await rate(musician, { valid_from: '2026-10-06' });
    const { body } = await stats(musician);
    expect(body).toMatchObject({ info: { fixed: 1, payment: null }, no_rate_on: '2026-10-05' });
    await rate(musician, { valid_from: '2026-10-05', fixed_cents: 1001 });
    expect((await stats(musician)).body).toMatchObject({
      info: { payment: 10.01 },
      rates: [{ from: '2026-10-05' }, { from: '2026-10-06' }],
    });
  });
  test.for([
    { year: 2019, month: 12 },
    { year: 2027, month: 1 },
  ])('%o has no invoice', async (month, { october, stats }) => {
    const { status, problem } = await stats(october, month);
    expect([status, problem.code]).toEqual([422, 'bad_month']);
  });
  test.for([
    { year: 2026, month: 13 },
    { year: 2026, month: 0 },
    { year: 2026.5, month: 1 },
  ])('%o is malformed', async (month, { october, stats }) => {
    expect((await stats(october, month)).status).toBe(400);
  });
});

test('a session taken back after it has begun leaves its fixed hour paid, its offer not', async ({
  studio,
  october,
  behind,
  stats,
}) => {
  const { slots } = await behind(october, 'payment');
  for (const { session_id } of slots)
    if (session_id !== null)
      await studio.inTx((tx, now) => freeClaims(tx, { sessionId: session_id, musicianId: october.id, now }));
  expect((await stats(october)).body).toMatchObject({
    info: { fixed: 4, holidays: 2, flexible_booked: 0, flexible_offered: 3, payment: 64 },
  });
});

describe('GET /api/v2/musicians/stats/slots', () => {
  test('lists what is behind each figure, which adds up to it', async ({ october, stats, behind }) => {
    const { body } = await stats(october);
    for (const figure of ['fixed', 'holidays', 'flexible_booked', 'flexible_offered'] as const) {
      const { slots, total } = await behind(october, figure);
      expect(total).toBe(slots.length);
      expect(slots.reduce((sum, { duration }) => sum + duration, 0)).toBe(body.minutes[figure]);
    }
    const paid = (await behind(october, 'payment')).slots;
    expect(paid.reduce((sum, { duration, rate }) => sum + (duration / 60) * (rate ?? 0), 0)).toBe(141);
    expect(paid.map(({ state, client_name, rate }) => [state, client_name, rate])).toEqual([
      ['free', null, 32],
      ['booked', 'Ada Lovelace', 32],
      ['booked', 'Bo Diddley', 32],
      ['booked', 'Cy Coleman', 45],
    ]);
    expect((await behind(october, 'holidays')).slots[0]).toMatchObject({
      start_date: '2026-10-06T10:00:00Z',
      state: 'off',
      session_id: null,
    });
  });
  test('is paged', async ({ app, october }) => {
    const query = { ...OCTOBER, figure: 'payment', page: 1, size: 3 } as const;
    const { body } = await app.call(statsSlots, { query }, october.person);
    expect([body.total, body.slots.map(({ client_name }) => client_name)]).toEqual([4, ['Cy Coleman']]);
  });
});

describe('GET /api/v2/musicians/stats/pdf', () => {
  test('prints the month, its state and how the payment is made up', async ({ app, october }) => {
    const read = async () => {
      const answer = await app.http.inject({
        url: `${statsPdf.path}?year=2026&month=10`,
        headers: { host: 'localhost:4001', cookie: october.person.cookie },
      });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
      const pdf = await getDocumentProxy(new Uint8Array(answer.rawPayload));
      const { text } = await extractText(pdf, { mergePages: true });
      return text;
    };
    const open = await read();
    expect(open).toContain('Invoice October 2026');
    expect(open).toContain('Not closed yet');
    expect(open).toContain('$141.00');
    await closeMonth(app.ctx(), october.id, OCTOBER);
    expect(await read()).toContain('Closed on Sat 21 Nov 26');
  });
});

describe('closing', () => {
  test('a closed month never changes, whatever becomes of slots, rates and zone', async ({
    app,
    october,
    addSlot,
    stats,
    behind,
  }) => {
    const before = [(await stats(october)).body, (await behind(october, 'payment')).slots] as const;
    expect(await closeMonth(app.ctx(), october.id, OCTOBER)).toMatchObject({ ok: true });
    await addSlot(october, '2026-10-20T10:00:00Z', 'fixed');
    await sql`update musicians set zone = 'Asia/Tokyo' where person_id = ${october.id}`.execute(app.db);
    await sql`update musician_rates set fixed_cents = 1 where musician_id = ${october.id}`.execute(app.db);
    const after = [(await stats(october)).body, (await behind(october, 'payment')).slots] as const;
    expect(after[0]).toEqual({ ...before[0], state: 'closed', closed_at: app.clock.now().toString() });
    expect(after[1]).toEqual(before[1]);
    // November begins where October ended, though midnight came nine hours earlier in Tokyo.
    expect((await readMonth(app, october, NOVEMBER, app.clock.now())).from).toEqual(
      at('2026-11-01T00:00:00Z'),
    );
    for (const change of [
      sql`update musician_months set payment_cents = 1`,
      sql`delete from musician_months`,
    ])
      await expect(change.execute(app.db)).rejects.toThrow('append-only');
  });
  test('is refused before the end, twice, without hours and without a rate', async ({
    app,
    studio,
    october,
    addSlot,
  }) => {
    const close = (musician: TestMusician, month: YearMonth) => closeMonth(app.ctx(), musician.id, month);
    expect(await close(october, NOVEMBER)).toMatchObject({ reason: 'not_over' });
    const twice = await Promise.all([close(october, OCTOBER), close(october, OCTOBER)]);
    expect(twice.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await close(october, OCTOBER)).toMatchObject({ reason: 'closed' });
    const other = await studio.makeMusician({ hours: [] });
    expect(await close(other, OCTOBER)).toMatchObject({ reason: 'nothing' });
    await addSlot(other, '2026-10-05T10:00:00Z', 'fixed');
    expect(await close(other, OCTOBER)).toMatchObject({ reason: 'no_rate' });
    expect(await planClosing(app.ctx(), OCTOBER, other.slug)).toMatchObject([
      { refusal: 'no_rate', figures: { no_rate_on: '2026-10-05' } },
    ]);
    expect(await planClosing(app.ctx(), OCTOBER, 'nobody')).toBeUndefined();
  });
  test('comes by itself on the 5th at midnight of the zone', async ({
    app,
    clock,
    october,
    addSlot,
    studio,
  }) => {
    const isClosed = async () => (await readMonth(app, october, OCTOBER, clock.now())).state === 'closed';
    const unrated = await studio.makeMusician({ hours: [] });
    await addSlot(unrated, '2026-10-05T10:00:00Z', 'fixed');
    clock.instant = at('2026-11-04T23:59:59Z');
    await closeMonths.run(app.ctx(), {});
    expect(await isClosed()).toBe(false);
    clock.instant = at('2026-11-05T00:00:00Z');
    await closeMonths.run(app.ctx(), {});
    expect(await isClosed()).toBe(true);
    expect((await readMonth(app, unrated, OCTOBER, clock.now())).state).toBe('over');
    const log = { ...app.ctx().log, warn: vi.fn<() => void>() };
    await setRate(app.ctx(), unrated.id, { valid_from: '2026-10-31', fixed_cents: 1, flexible_cents: 1 });
    await closeMonths.run({ ...app.ctx(), log }, {});
    expect(log.warn).toHaveBeenCalledOnce();
  });
});

describe('rates', () => {
  test('have a history; the same day is replaced, a closed month refuses', async ({ app, october, rate }) => {
    await rate(october, { valid_from: '2026-11-01', fixed_cents: 3500 });
    await rate(october, { valid_from: '2026-11-01', fixed_cents: 3600 });
    expect(
      (await readRates(app.ctx(), october.slug))?.rates.map((one) => [one.valid_from, one.fixed_cents]),
    ).toEqual([
      ['2026-01-01', 3200],
      ['2026-11-01', 3600],
    ]);
    expect(await readRates(app.ctx(), 'nobody')).toBeUndefined();
    expect(await firstOpenDay(app.ctx(), october.id)).toBeNull();
    await closeMonth(app.ctx(), october.id, OCTOBER);
    expect(await firstOpenDay(app.ctx(), october.id)).toBe('2026-11-01');
    expect(await rate(october, { valid_from: '2026-10-31' })).toMatchObject({ reason: 'month_closed' });
    expect(await rate(october, { valid_from: '2026-11-01', fixed_cents: 1 })).toMatchObject({ ok: true });
    const entries = await auditOf(app.db, 'person', october.id);
    expect(entries.slice(-4)).toMatchObject([
      { what: 'rate.set', before: null, after: { valid_from: '2026-11-01', fixed_cents: 3500 } },
      { what: 'rate.set', before: { fixed_cents: 3500 }, after: { fixed_cents: 3600 } },
      { what: 'month.closed', after: { month: '2026-10', payment_cents: expect.any(Number) } },
      { what: 'rate.set', before: { fixed_cents: 3600 }, after: { fixed_cents: 1 } },
    ]);
  });
});

const ZONES = [
  'America/New_York',
  'Europe/Lisbon',
  'Australia/Adelaide',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
];
const MUSICIANS = 20;
/** Of each, from January 2022 on. */
const MONTHS = often('MONTHS', { thorough: 25, quick: 6 });

test(
  `${MUSICIANS * MONTHS} random months equal a recount in SQL, across every change of the clocks`,
  { timeout: 60_000 },
  async ({ app, studio }) => {
    const { id: client } = await studio.makeClient();
    const musicians: TestMusician[] = [];
    for (let n = 0; n < MUSICIANS; n += 1)
      musicians.push(await studio.makeMusician({ hours: [], zone: ZONES[n % ZONES.length] ?? 'UTC' }));
    const ids = musicians.map(({ id }) => id);
    await app.db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`select setseed(0.42)`.execute(tx);
      await sql`insert into slots (id, musician_id, starts_at, ends_at, category, slot_type, hidden)
      select gen_random_uuid(), m, at, at + make_interval(mins => (array[20, 30, 45, 60])[1 + floor(random() * 4)::integer]),
        'instruments', case when random() < 0.6 then 'fixed' else 'flexible' end, random() < 0.3
      from unnest(${ids}::uuid[]) m, generate_series('2022-01-01'::timestamptz, '2026-03-05', interval '1 hour') at
      where random() < 0.03`.execute(tx);
      await sql`with picked as (
        select id, musician_id, starts_at, ends_at, during, row_number() over () as n from slots
        where musician_id = any(${ids}::uuid[]) and random() < 0.4
      ), booked as (
        insert into sessions (client_id, musician_id, service_id, phase, status, starts_at, ends_at, duration, price,
          created_at, booked_at, last_update)
        select ${client}, musician_id, ${studio.service('recording')}, 'booked', 'partner_upload_required', starts_at,
          ends_at, 30, 1, starts_at, starts_at, starts_at from picked
        returning id, musician_id, starts_at
      )
      insert into slot_claims (slot_id, session_id, musician_id, during)
      select p.id, b.id, p.musician_id, p.during from picked p
        join booked b on b.musician_id = p.musician_id and b.starts_at = p.starts_at`.execute(tx);
      await sql`insert into musician_rates (musician_id, valid_from, fixed_cents, flexible_cents, set_at)
      select m, day::date, floor(random() * 9000)::integer, floor(random() * 9000)::integer, now()
      from unnest(${ids}::uuid[]) m, generate_series('2021-12-01'::date, '2026-03-01', interval '17 days') day
      where random() < 0.4 or day = '2021-12-01'`.execute(tx);
    });
    const { rows } = await sql<{ key: string; figures: string }>`
    select s.musician_id || ' ' || to_char(l.starts, 'YYYY-MM') || '-01' as key,
      concat_ws(' ',
        coalesce(sum(l.minutes) filter (where s.slot_type = 'fixed'), 0),
        coalesce(sum(l.minutes) filter (where s.slot_type = 'fixed' and s.hidden and c.slot_id is null), 0),
        coalesce(sum(l.minutes) filter (where s.slot_type = 'flexible' and c.slot_id is not null), 0),
        coalesce(sum(l.minutes) filter (where s.slot_type = 'flexible' and (c.slot_id is not null or not s.hidden)), 0),
        floor((coalesce(sum(l.minutes * r.fixed_cents) filter (
            where s.slot_type = 'fixed' and not (s.hidden and c.slot_id is null)), 0)
          + coalesce(sum(l.minutes * r.flexible_cents) filter (
            where s.slot_type = 'flexible' and c.slot_id is not null), 0)) / 60.0 + 0.5)) as figures
    from slots s
    join musicians m on m.person_id = s.musician_id
    left join slot_claims c on c.slot_id = s.id
    cross join lateral (select s.starts_at at time zone m.zone as starts,
      (extract(epoch from s.ends_at - s.starts_at) / 60)::integer as minutes) l
    cross join lateral (select * from musician_rates x
      where x.musician_id = s.musician_id and x.valid_from <= l.starts::date order by x.valid_from desc limit 1) r
    where s.musician_id = any(${ids}::uuid[])
    group by 1`.execute(app.db);
    const expected = new Map(rows.map(({ key, figures }) => [key, figures]));
    let compared = 0;
    const figures = new Map<string, MonthFigures>();
    for (const { id } of musicians)
      for (let n = 0; n < MONTHS; n += 1) {
        const which = addMonths({ year: 2022, month: 1 }, n);
        const read = (await readMonth(app, { id }, which, app.clock.now())).figures;
        const { minutes, payment_cents } = read;
        figures.set(`${id} ${monthKey(which)}`, read);
        const { fixed, holidays, flexible_booked, flexible_offered } = minutes;
        const counted = [fixed, holidays, flexible_booked, flexible_offered, payment_cents].join(' ');
        expect([monthKey(which), counted]).toEqual([
          monthKey(which),
          expected.get(`${id} ${monthKey(which)}`) ?? '0 0 0 0 0',
        ]);
        compared += 1;
      }
    expect(compared).toBe(MUSICIANS * MONTHS);
    const paid = await queries.musiciansBy(app.db, null);
    const months = Array.from({ length: MONTHS }, (_, n) => addMonths({ year: 2022, month: 1 }, n));
    const listed = await listMonths(app.db, { musicians: paid, months }, app.clock.now());
    expect(listed).toHaveLength(paid.length * MONTHS);
    for (const { musician, which, figures: inList } of listed)
      expect(inList).toEqual(figures.get(`${musician.id} ${monthKey(which)}`) ?? inList);
    expect(figures.size).toBe(MUSICIANS * MONTHS);
  },
);
