import { expect } from 'vitest';
import { calendarServer, eventAt, icsOf, OUTSIDE_ENV, outsideApi } from '#test/rooms/outside.ts';
import { test as base } from '#test/rooms/booking.ts';
import { scheduleFaults } from '#test/rooms/schedule.ts';

const PEOPLE = 32;
const test = base
  .extend('options', { scope: 'file' }, { env: OUTSIDE_ENV })
  .extend('server', async ({}, { onCleanup }) => {
    const server = await calendarServer();
    onCleanup(server.close);
    return server;
  });

test('busy times come and go while 32 people book: every booking stands, nothing is given twice', async ({
  app,
  bookingApi,
  clock,
  server,
  studio,
}) => {
  const musician = await studio.makeMusician();
  const calendars = outsideApi(app);
  const slots = (await studio.slotsOf(musician)).slice(0, 20);
  const clients = await Promise.all(Array.from({ length: PEOPLE }, () => studio.makeClient()));
  // Each answer is busy at other slots than the one before.
  let answers = 0;
  server.answers((_, response) => {
    answers += 1;
    const busy = slots.filter((_slot, n) => (n + answers) % 3 === 0);
    response.end(icsOf(...busy.map(({ starts_at, ends_at }) => eventAt(starts_at, ends_at))));
  });
  const ids = await Promise.all(
    ['a', 'b'].map(async (name) => (await calendars.add(musician, server.url(name))).body.calendar.id),
  );

  const booking = clients.map(async (client, n) => {
    const wanted = slots.slice(n % 20, (n % 20) + 1);
    const held = await bookingApi.prebook(client, wanted);
    expect([201, 404, 409]).toContain(held.status);
    if (held.status !== 201) return null;
    const { id } = held.body.session;
    const confirmed = await bookingApi.confirm(client, id);
    // What is held stays, whatever the calendars say meanwhile.
    expect(confirmed.status).toBe(201);
    return { session_id: id, id: wanted[0]?.id, starts_at: wanted[0]?.starts_at, held_until: null };
  });
  const reading = ids.map(async (id) => {
    for (let n = 0; n < 6; n += 1) expect((await calendars.read(musician, id)).status).toBe(200);
  });
  const [booked] = await Promise.all([Promise.all(booking), ...reading]);

  const sessions = booked.filter((one) => one !== null);
  expect(sessions.length).toBeGreaterThan(0);
  const claims = await app.db
    .selectFrom('slot_claims as c')
    .innerJoin('slots as s', 's.id', 'c.slot_id')
    .select(['c.session_id', 'c.held_until', 's.id', 's.starts_at'])
    .where('c.musician_id', '=', musician.id)
    .orderBy('c.session_id')
    .execute();
  expect(claims).toEqual(sessions.toSorted((a, b) => a.session_id - b.session_id));
  expect(await scheduleFaults(app, musician.id, clock.now())).toEqual([]);
  for (const id of ids) expect((await calendars.remove(musician, id)).status).toBe(200);
  expect(await scheduleFaults(app, musician.id, clock.now())).toEqual([]);
});
