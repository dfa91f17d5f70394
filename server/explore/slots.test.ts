import { describe, expect } from 'vitest';
import { listSlots, musicianCalendar, type Slot } from '#shared/explore/contract.ts';
import type { TestPerson } from '#test/api/people.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import { type TestMusician } from '#test/api/studio.ts';
import { LIMITATIONS } from '#shared/content/rules.ts';
import { resetDocument, writeDocument } from '../content/service.ts';
import { offerSlots, takeOff } from '#test/rooms/schedule.ts';
import { test as base } from '#test/api/test.ts';

const hours = ['18:00', '18:30', '19:00'].flatMap((from) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, unit_minutes: 30, category: 'instruments' })),
);
const onDay = (slots: readonly Slot[], day: string) =>
  slots.filter((slot) => slot.start_date.startsWith(day));
const short = (slots: readonly Slot[]) =>
  slots.map((slot) => `${slot.start_date.slice(11, 16)} ${slot.status}${slot.mine ? ' mine' : ''}`);
const SUNDAY = '2026-11-22';

const range = { timezone: 'Europe/Lisbon', from_date: SUNDAY, to_date: SUNDAY };
const test = base
  .extend('client', { scope: 'file', auto: true }, ({ studio }) =>
    studio.makeClient({ name: 'Ada Lovelace' }),
  )
  .extend('other', { scope: 'file', auto: true }, ({ studio }) => studio.makeClient({ name: 'Bo Diddley' }))
  /** A musician free at 18:00, 18:30 and 19:00, who also sings at 18:15 for 45 minutes on 22 November. */
  .extend('withOffer', { scope: 'file' }, ({ studio }) => async (): Promise<TestMusician> => {
    const musician = await studio.makeMusician({ hours });
    const starts_at = Temporal.Instant.from('2026-11-22T18:15:00Z');
    const offers = [{ starts_at, unit_minutes: 45, category: 'vocals' }];
    await offerSlots(studio, musician, offers);
    return musician;
  })
  .extend(
    'ask',
    { scope: 'file' },
    ({ app }) =>
      async (musician: TestMusician, as: TestPerson, days = 60) =>
        (await app.call(listSlots, { params: { id: musician.id }, query: { days } }, as)).body.slots,
  )
  .extend(
    'calendar',
    { scope: 'file' },
    ({ app }) =>
      (as: TestPerson | null, query: Partial<typeof range> = {}) =>
        app.call(musicianCalendar, { query: { ...range, ...query } }, as),
  );

describe('GET /api/v2/musicians/{id}/slots', () => {
  test('lists slots from now on, with length, category and kind', async ({ app, client, withOffer, ask }) => {
    const musician = await withOffer();
    const slots = await ask(musician, client);
    expect(slots[0]).toEqual({
      id: expect.any(String),
      start_date: '2026-11-21T18:00:00Z',
      duration: 30,
      status: 'available',
      service_category: 'instruments',
      slot_type: 'fixed',
      displayStatus: 'shown',
      mine: false,
      held_until: null,
      restricted: false,
      open_from: null,
    });
    expect(onDay(slots, SUNDAY)[1]).toMatchObject({
      start_date: '2026-11-22T18:15:00Z',
      duration: 45,
      service_category: 'vocals',
      slot_type: 'flexible',
    });
    app.clock.instant = Temporal.Instant.from('2026-11-21T18:00:00Z');
    expect((await ask(musician, client))[0]?.start_date).toBe('2026-11-21T18:30:00Z');
    app.clock.instant = Temporal.Instant.from('2026-11-21T12:00:00Z');
  });
  test('ends with the day asked for, at the latest two months ahead', async ({ studio, client, ask }) => {
    const musician = await studio.makeMusician({ hours });
    expect((await ask(musician, client, 1)).at(-1)?.start_date).toBe('2026-11-22T19:00:00Z');
    expect((await ask(musician, client, 90)).at(-1)?.start_date).toBe('2027-01-21T19:00:00Z');
  });
  test('a slot that overlaps a booked one reads as booked, to its client too', async ({
    studio,
    client,
    other,
    withOffer,
    ask,
  }) => {
    const musician = await withOffer();
    const starts = Temporal.Instant.from('2026-11-22T18:00:00Z');
    await makeSession(studio, { client, musician, starts });
    for (const person of [client, other])
      expect(short(onDay(await ask(musician, person), SUNDAY))).toEqual([
        '18:00 booked',
        '18:15 booked',
        '18:30 available',
        '19:00 available',
      ]);
  });
  test('what a live hold is in the way of reads as prebooked, and as mine to its holder; free when it runs out', async ({
    app,
    studio,
    client,
    other,
    withOffer,
    ask,
  }) => {
    const musician = await withOffer();
    const starts = Temporal.Instant.from('2026-11-22T18:30:00Z');
    await makeSession(studio, { client, musician, starts, status: 'prebooked' });
    expect(short(onDay(await ask(musician, other), SUNDAY))).toEqual([
      '18:00 available',
      '18:15 prebooked',
      '18:30 prebooked',
      '19:00 available',
    ]);
    expect(short(onDay(await ask(musician, client), SUNDAY))).toEqual([
      '18:00 available',
      '18:15 prebooked mine',
      '18:30 prebooked mine',
      '19:00 available',
    ]);
    const held = onDay(await ask(musician, other), SUNDAY).map(({ held_until }) => held_until);
    expect(held).toEqual([null, '2026-11-21T12:15:00Z', '2026-11-21T12:15:00Z', null]);
    const third = await studio.makeClient();
    const early = Temporal.Instant.from('2026-11-22T18:00:00Z');
    await makeSession(studio, { client: third, musician, starts: early, status: 'prebooked' });
    expect(short(onDay(await ask(musician, client), SUNDAY))).toEqual([
      '18:00 prebooked',
      '18:15 prebooked',
      '18:30 prebooked mine',
      '19:00 available',
    ]);
    app.clock.add({ minutes: 15 });
    const after = short(onDay(await ask(musician, client), SUNDAY));
    app.clock.add({ minutes: -15 });
    expect(after).toEqual(['18:00 available', '18:15 available', '18:30 available', '19:00 available']);
  });
  test('people with limitations see slots beyond 10 days restricted, with when they open', async ({
    app,
    studio,
    client,
    ask,
  }) => {
    const musician = await studio.makeMusician({ hours });
    const limited = await studio.makeClient({ status: 'ondemand' });
    const slots = await ask(musician, limited);
    const at = (start: string) => slots.find((slot) => slot.start_date === start);
    expect(at('2026-11-30T19:00:00Z')).toMatchObject({ restricted: false, open_from: null });
    expect(at('2026-12-01T18:00:00Z')).toMatchObject({
      status: 'available',
      restricted: true,
      open_from: '2026-11-21T18:00:00Z',
    });
    app.clock.instant = Temporal.Instant.from('2026-11-21T18:00:00Z');
    const later = await ask(musician, limited);
    app.clock.instant = Temporal.Instant.from('2026-11-21T12:00:00Z');
    expect(later.find((slot) => slot.start_date === '2026-12-01T18:00:00Z')?.restricted).toBe(false);
    expect((await ask(musician, client)).some((slot) => slot.restricted)).toBe(false);
    const content = { db: app.db, now: app.clock.now() };
    await writeDocument(content, 'limitations', { ...LIMITATIONS, booking_priority_end: 60 });
    const open = (await ask(musician, limited)).filter((slot) => !slot.restricted);
    await resetDocument(content, 'limitations');
    expect(open).toEqual([]);
  });
  test('a day off shows nothing', async ({ studio, client, withOffer, ask }) => {
    const musician = await withOffer();
    await takeOff(studio, musician, SUNDAY);
    expect(onDay(await ask(musician, client), SUNDAY)).toEqual([]);
  });
  test('knows only musicians on Explore; bad ids and days are malformed; a login is needed', async ({
    app,
    studio,
    client,
  }) => {
    const away = await studio.makeMusician({ visible: false });
    const status = async (id: string, days = 60, as: TestPerson | null = client) =>
      (await app.call(listSlots, { params: { id }, query: { days } }, as)).status;
    expect(await status(away.id)).toBe(404);
    expect(await status(client.id)).toBe(404);
    expect(await status('drummer')).toBe(400);
    expect(await status(away.id, 91)).toBe(400);
    expect(await status(away.id, 60, null)).toBe(401);
  });
});

describe('GET /api/v2/musicians/calendar', () => {
  test("shows the musician's own slots with who booked them; a hold has no name", async ({
    studio,
    client,
    other,
    withOffer,
    calendar,
  }) => {
    const musician = await withOffer();
    const { id } = await makeSession(studio, {
      client,
      musician,
      starts: Temporal.Instant.from('2026-11-22T18:00:00Z'),
    });
    await makeSession(studio, {
      client: other,
      musician,
      starts: Temporal.Instant.from('2026-11-22T19:00:00Z'),
      status: 'prebooked',
    });
    const { status, body } = await calendar(musician.person);
    expect(status).toBe(200);
    expect(body.total).toBe(4);
    expect(body.slots.every(({ offered_until }) => offered_until === null)).toBe(true);
    const lines = body.slots.map(({ start_date, status, session_id, client_name }) => [
      start_date.slice(11, 16),
      status,
      session_id,
      client_name,
    ]);
    expect(lines).toEqual([
      ['18:00', 'booked', id, 'Ada Lovelace'],
      ['18:15', 'booked', null, null],
      ['18:30', 'available', null, null],
      ['19:00', 'prebooked', null, null],
    ]);
    const elsewhere = await studio.makeMusician({ hours });
    const theirs = await calendar(elsewhere.person);
    expect(theirs.body.slots.every((slot) => slot.status === 'available')).toBe(true);
  });
  test('days are those of the zone asked for; a day off is there, hidden; the past too', async ({
    app,
    studio,
    calendar,
  }) => {
    const musician = await studio.makeMusician({ hours });
    const days = async (query: Partial<typeof range>) =>
      (await calendar(musician.person, query)).body.slots.map((slot) => slot.start_date);
    expect(await days({ timezone: 'Asia/Tokyo', from_date: '2026-11-23', to_date: '2026-11-23' })).toEqual([
      '2026-11-22T18:00:00Z',
      '2026-11-22T18:30:00Z',
      '2026-11-22T19:00:00Z',
    ]);
    await takeOff(studio, musician, SUNDAY);
    const { body } = await calendar(musician.person);
    expect(body.slots.map((slot) => slot.displayStatus)).toEqual(['hidden', 'hidden', 'hidden']);
    const was = app.clock.now();
    app.clock.instant = Temporal.Instant.from('2026-12-01T12:00:00Z');
    expect(await days({ from_date: '2026-11-30', to_date: '2026-11-30' })).toHaveLength(3);
    app.clock.instant = was;
  });
  test.for([
    [{ from_date: '2026-11-23' }, 422, 'bad_range'],
    [{ to_date: '2027-02-23' }, 422, 'bad_range'],
    [{ to_date: '2027-02-22' }, 200, undefined],
    [{ timezone: 'Mars/Olympus' }, 400, 'malformed'],
    [{ from_date: '2026-11-31' }, 400, 'malformed'],
    [{ from_date: '22/11/2026' }, 400, 'malformed'],
  ] as const)('%o is answered %i', async ([query, status, code], { studio, calendar }) => {
    const musician = await studio.makeMusician({ hours: [] });
    const answer = await calendar(musician.person, query);
    expect([answer.status, answer.problem.code]).toEqual([status, code]);
  });
  test('is for musicians', async ({ client, calendar }) => {
    expect(await calendar(client)).toMatchObject({ status: 403, problem: { code: 'wrong_role' } });
    expect((await calendar(null)).status).toBe(401);
  });
});
