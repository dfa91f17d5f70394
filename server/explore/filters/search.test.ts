import { describe, expect } from 'vitest';
import { nextSlots } from '#shared/calendar/contract.ts';
import { partnerFilters, searchPartners } from '#shared/explore/contract.ts';
import type { ArgsOf } from '#shared/lib/endpoint.ts';
import type { TestPerson } from '#test/api/people.ts';
import { test as base } from '#test/rooms/booking.ts';

type Query = NonNullable<ArgsOf<typeof searchPartners>['query']>;

/** Now is Saturday, 21 November 2026, 12:00 UTC. Everybody plays from 08:00 in their own zone. */
const test = base
  .extend('client', { scope: 'file', auto: true }, ({ studio }) => studio.makeClient())
  .extend('drummer', { scope: 'file', auto: true }, ({ studio }) =>
    studio.makeMusician({
      rank: 10,
      slug: 'drummer',
      name: 'Zoë Østergaard',
      title: 'Drummer',
      styles: ['Bossa nova', 'Jazz'],
    }),
  )
  .extend('mixer', { scope: 'file', auto: true }, ({ studio }) =>
    studio.makeMusician({
      rank: 20,
      slug: 'mixer',
      name: 'Ana Reis',
      title: 'Mixing engineer',
      services: ['mixing', 'mix-advice'],
      instruments: ['mixing'],
    }),
  )
  .extend('singer', { scope: 'file', auto: true }, ({ studio }) =>
    studio.makeMusician({
      rank: 30,
      slug: 'singer',
      name: 'Mia Okafor',
      title: 'Singer',
      services: ['singer'],
      instruments: ['vocals'],
      zone: 'America/New_York',
    }),
  )
  .extend(
    'find',
    { scope: 'file' },
    ({ app, client }) =>
      async (query: Query, as: TestPerson = client) =>
        (await app.call(searchPartners, { query }, as)).body,
  )
  .extend(
    'slugs',
    { scope: 'file' },
    ({ find }) =>
      async (query: Query, as?: TestPerson) =>
        (await find(query, as)).partners.map(({ slug }) => slug),
  );

const monday = { start_date: '2026-11-23', end_date: '2026-11-23' };
const tuesday = { start_date: '2026-11-24', end_date: '2026-11-24' };

test.beforeAll(async ({ studio }) => {
  await studio.makeMusician({ rank: 1, name: 'Drums Hidden', visible: false });
});

describe('GET /api/v2/partners', () => {
  test('without filters lists everybody on Explore in the studio’s order, and how many they are', async ({
    find,
  }) => {
    const { partners, total } = await find({});
    expect([partners.map(({ slug }) => slug), total]).toEqual([['drummer', 'mixer', 'singer'], 3]);
    expect(partners[0]).toMatchObject({ name: 'Zoë Østergaard', free_at: [], price_from: 1 });
  });
  test('a day and a time range, in the caller’s zone or in another', async ({ find, slugs }) => {
    expect(await slugs({ ...monday, start_time: '08:00', end_time: '12:00' })).toEqual(['drummer', 'mixer']);
    expect(await slugs({ ...monday, start_time: '13:00', end_time: '16:00' })).toEqual(['mixer', 'singer']);
    const morning = { start_time: '08:00', end_time: '11:00', timezone: 'America/New_York' };
    expect(await slugs({ ...monday, ...morning })).toEqual(['mixer', 'singer']);
    const { partners } = await find({ ...monday, start_time: '09:15', end_time: '12:00' });
    expect(partners[0]?.free_at).toEqual(['09:30', '10:00', '10:30'].map((at) => `2026-11-23T${at}:00Z`));
  });
  test('a slot lies in the range as a whole, to the minute', async ({ slugs }) => {
    const only = { ...monday, services: 'recording' };
    expect(await slugs({ ...only, start_time: '11:30', end_time: '12:00' })).toEqual(['drummer']);
    expect(await slugs({ ...only, start_time: '11:31', end_time: '12:30' })).toEqual([]);
    expect(await slugs({ ...only, start_time: '07:31', end_time: '08:29' })).toEqual([]);
  });
  test('a range that ends before it starts reaches into the next day', async ({ slugs }) => {
    const night = { ...monday, start_time: '23:00', services: 'recording' };
    expect(await slugs({ ...night, end_time: '08:30' })).toEqual(['drummer']);
    expect(await slugs({ ...night, end_time: '08:29' })).toEqual([]);
  });
  test('what is held or booked is not free, and is again at the instant that a hold ends', async ({
    app,
    studio,
    bookingApi,
    drummer,
    slugs,
  }) => {
    const was = app.clock.now();
    const first = { ...monday, services: 'recording', start_time: '08:00', end_time: '08:30' };
    const slots = await studio.slotsOf(drummer);
    const slot = slots.filter((one) => one.starts_at.toString() === '2026-11-23T08:00:00Z');
    const other = await studio.makeClient();
    await bookingApi.hold(other, slot);
    expect(await slugs(first)).toEqual([]);
    app.clock.add({ minutes: 15 });
    expect(await slugs(first)).toEqual(['drummer']);
    const booked = await bookingApi.book(other, slot);
    expect(await slugs(first)).toEqual([]);
    await bookingApi.cancel(other, booked.id);
    expect(await slugs(first)).toEqual(['drummer']);
    app.clock.instant = was;
  });
  test('a service that takes six slots needs them in a row', async ({
    studio,
    bookingApi,
    mixer,
    find,
    slugs,
  }) => {
    const morning = { ...tuesday, start_time: '08:00' };
    expect(await slugs({ ...morning, services: 'mixing', end_time: '11:00' })).toEqual(['mixer']);
    expect(await slugs({ ...morning, services: 'mixing', end_time: '10:59' })).toEqual([]);
    expect(await slugs({ ...morning, services: 'mixing,recording', end_time: '10:59' })).toEqual(['drummer']);
    const { partners } = await find({ ...morning, services: 'mixing' });
    expect(partners[0]?.free_at).toEqual(['08:00', '08:30', '09:00'].map((at) => `2026-11-24T${at}:00Z`));
    const other = await studio.makeClient();
    const starts = await studio.slotsOf(mixer, 'mixing');
    const six = starts.filter(
      ({ starts_at }) => starts_at.toString() >= '2026-11-24' && starts_at.toString() < '2026-11-24T11',
    );
    await bookingApi.book(other, six, 'mixing');
    expect(await slugs({ ...morning, services: 'mixing', end_time: '12:00' })).toEqual([]);
  });
  test('people with limitations find only what is open to them', async ({ studio, slugs }) => {
    const limited = await studio.makeClient({ status: 'ondemand' });
    const late = { start_date: '2026-12-02', services: 'recording' };
    expect(await slugs(late)).toEqual(['drummer']);
    expect(await slugs(late, limited)).toEqual([]);
    expect(await slugs({ ...late, start_date: '2026-12-01', end_date: '2026-12-01' }, limited)).toEqual([
      'drummer',
    ]);
  });
  test('only days from today to two months on count', async ({ slugs }) => {
    expect(await slugs({ end_date: '2026-11-20' })).toEqual([]);
    expect(await slugs({ start_date: '2027-01-21', services: 'recording' })).toEqual(['drummer']);
    expect(await slugs({ start_date: '2027-01-22' })).toEqual([]);
  });
  test('words: name, title, instruments and styles, without accents and with a slip', async ({ slugs }) => {
    expect(await slugs({ q: 'zoe' })).toEqual(['drummer']);
    expect(await slugs({ q: 'Ostergard' })).toEqual(['drummer']);
    expect(await slugs({ q: 'drumer' })).toEqual(['drummer']);
    expect(await slugs({ q: 'bossa NOVA' })).toEqual(['drummer']);
    expect(await slugs({ q: 'engineer rei' })).toEqual(['mixer']);
    expect(await slugs({ q: 'jazz engineer' })).toEqual([]);
    expect(await slugs({ q: 'm' })).toEqual(['mixer', 'singer']);
    expect(await slugs({ q: ' %_ ' })).toEqual(['drummer', 'mixer', 'singer']);
  });
  test('the search follows a new name', async ({ app, singer, slugs }) => {
    await app.db.updateTable('people').set({ name: 'Nia Adeyemi' }).where('id', '=', singer.id).execute();
    expect(await slugs({ q: 'adeyemi' })).toEqual(['singer']);
    expect(await slugs({ q: 'okafor' })).toEqual([]);
  });
  test('an instrument, services and words together', async ({ slugs }) => {
    expect(await slugs({ instrument: 'drums', services: 'recording', q: 'jazz' })).toEqual(['drummer']);
    expect(await slugs({ instrument: 'drums', services: 'mixing' })).toEqual([]);
    expect(await slugs({ services: 'nothing-like-it', ...monday })).toEqual([]);
  });
  test('sorts by next free, rating and name, and pages', async ({ app, mixer, find, slugs }) => {
    expect(await slugs({ sort: 'next-free' })).toEqual(['mixer', 'singer', 'drummer']);
    expect(await slugs({ sort: 'name' })).toEqual(['mixer', 'singer', 'drummer']);
    await app.db
      .updateTable('musicians')
      .set({ rating_count: 2, rating_sum: 9 })
      .where('person_id', '=', mixer.id)
      .execute();
    expect(await slugs({ sort: 'rating' })).toEqual(['mixer', 'drummer', 'singer']);
    expect(await find({ sort: 'name', page: 1, size: 2 })).toMatchObject({
      partners: [{ slug: 'drummer' }],
      total: 3,
    });
    expect(await find({ page: 9, size: 2 })).toEqual({ partners: [], total: 3 });
  });
  test('says what the caller pays at least: of the chosen services, at their prices', async ({
    app,
    studio,
    find,
  }) => {
    await app.db
      .updateTable('services')
      .set({ exclusive_prices_value: 2 })
      .where('value', '=', 'mixing')
      .execute();
    const exclusive = await studio.makeClient({ exclusive: true });
    const price = async (query: Query, as?: TestPerson) => (await find(query, as)).partners[0]?.price_from;
    expect(await price({ q: 'reis' })).toBe(1);
    expect(await price({ services: 'mixing' })).toBe(3);
    expect(await price({ services: 'mixing' }, exclusive)).toBe(2);
  });
  test.for([
    [{ start_date: '2026-11-24', end_date: '2026-11-23' }, 422, 'bad_range'],
    [{ start_time: '24:00' }, 400, 'malformed'],
    [{ start_time: '9:00' }, 400, 'malformed'],
    [{ timezone: 'Mars/Olympus' }, 400, 'malformed'],
    [{ sort: 'price' }, 400, 'malformed'],
  ] as const)('%o is answered %i %s', async ([query, expected, code], { app, client }) => {
    const { status, problem } = await app.call(searchPartners, { query: query as Query }, client);
    expect([status, problem.code]).toEqual([expected, code]);
  });
});

test('GET /api/v2/partners/filters: the services on Explore with how many offer them, and the days', async ({
  app,
  client,
}) => {
  const { body } = await app.call(partnerFilters, {}, client);
  expect(body.services.map(({ value, musicians, price }) => [value, musicians, price])).toEqual([
    ['recording', 1, 1],
    ['singer', 1, 2],
    ['mixing', 1, 3],
    ['mix-advice', 1, 1],
  ]);
  expect(body).toMatchObject({ first_date: '2026-11-21', last_date: '2027-01-21', total: 4 });
});

test('GET /api/v2/slots/get-next-slots names the soonest first, if asked', async ({ app, client }) => {
  const { body } = await app.call(nextSlots, { query: { sort: 'soonest', size: 2 } }, client);
  expect(body.slots.map(({ slug, start_date }) => [slug, start_date])).toEqual([
    ['mixer', '2026-11-21T12:30:00Z'],
    ['singer', '2026-11-21T13:00:00Z'],
  ]);
  expect(body.total).toBe(3);
});
