import { describe, expect } from 'vitest';
import { availability, nextSlots } from '#shared/calendar/contract.ts';
import type { TestPerson } from '#test/api/people.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import { test as base } from '#test/api/test.ts';

const hours = ['18:00', '18:30'].flatMap((from) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, unit_minutes: 30, category: 'instruments' })),
);
const test = base
  .extend('client', { scope: 'file', auto: true }, ({ studio }) =>
    studio.makeClient({ zone: 'Australia/Adelaide' }),
  )
  .extend('musician', { scope: 'file', auto: true }, ({ studio }) => studio.makeMusician({ hours, rank: 2 }))
  .extend(
    'ask',
    { scope: 'file' },
    ({ app }) =>
      (as: TestPerson | null, query: { partner_id: string; days?: number }) =>
        app.call(availability, { query }, as),
  );

describe('GET /api/v2/availability', () => {
  test("counts the free slots of each day in the caller's zone", async ({
    studio,
    client,
    musician,
    ask,
  }) => {
    const starts = Temporal.Instant.from('2026-11-22T18:00:00Z');
    await makeSession(studio, { client, musician, starts });
    const { status, body } = await ask(client, { partner_id: musician.id, days: 3 });
    expect(status).toBe(200);
    // 18:00 in Lisbon is 04:30 of the next day in Adelaide.
    expect(body).toEqual({
      availability: [
        { date: '2026-11-22', slots: 2 },
        { date: '2026-11-23', slots: 1 },
        { date: '2026-11-24', slots: 2 },
      ],
      total: 3,
    });
  });
  test('ends two months ahead, however many days are asked for', async ({ client, musician, ask }) => {
    const { body } = await ask(client, { partner_id: musician.id, days: 90 });
    expect(body.availability.at(-1)?.date).toBe('2027-01-21');
  });
  test('knows only musicians on Explore', async ({ studio, client, ask }) => {
    const away = await studio.makeMusician({ visible: false });
    for (const partner_id of [client.id, away.id]) {
      const { status, problem } = await ask(client, { partner_id });
      expect([status, problem.code]).toEqual([404, 'not_found']);
    }
  });
  test.for([{ partner_id: 'drummer' }, { partner_id: '01912d68-783e-7a03-8467-5661c1243ad4', days: 0 }])(
    '%o is malformed',
    async (query, { client, ask }) => {
      expect((await ask(client, query)).status).toBe(400);
    },
  );
  test('asks for a login', async ({ musician, ask }) => {
    expect((await ask(null, { partner_id: musician.id })).status).toBe(401);
  });
});

describe('GET /api/v2/slots/get-next-slots', () => {
  test("lists each musician's next free slot in the studio's order, also where the stored one is over", async ({
    app,
    studio,
    client,
    musician,
  }) => {
    const first = await studio.makeMusician({ rank: 1 });
    await studio.makeMusician({ rank: 3, hours: [] });
    await studio.makeMusician({ rank: 4, visible: false });
    const next = async (page = 0, size = 100) =>
      (await app.call(nextSlots, { query: { page, size } }, client)).body;
    expect(await next()).toEqual({
      slots: [
        { partner_id: first.id, slug: first.slug, name: first.name, start_date: '2026-11-22T08:00:00Z' },
        {
          partner_id: musician.id,
          slug: musician.slug,
          name: musician.name,
          start_date: '2026-11-21T18:00:00Z',
        },
      ],
      total: 2,
    });
    expect((await next(1, 1)).slots.map((slot) => slot.partner_id)).toEqual([musician.id]);
    app.clock.instant = Temporal.Instant.from('2026-11-21T18:30:00Z');
    expect((await next()).slots[1]?.start_date).toBe('2026-11-22T18:30:00Z');
  });
  test('asks for a login and for a sensible page', async ({ app, client }) => {
    expect((await app.call(nextSlots, {})).status).toBe(401);
    expect((await app.call(nextSlots, { query: { size: 5000 } }, client)).status).toBe(400);
  });
});
