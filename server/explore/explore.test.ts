import { describe, expect } from 'vitest';
import { availability, nextSlots } from '#shared/calendar/contract.ts';
import { listSlots } from '#shared/explore/contract.ts';
import { getPartner, listInstruments } from '#shared/catalogue/contract.ts';
import { getConfiguration } from '#shared/explore/contract.ts';
import { listPartners } from '#shared/explore/contract.ts';
import { refreshNextFree } from '../calendar/steps.ts';
import type { TestPerson } from '#test/api/people.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import { type ClientOptions } from '#test/api/studio.ts';
import { test as base } from '#test/api/test.ts';

const test = base
  .extend('client', { scope: 'file', auto: true }, ({ studio }) => studio.makeClient())
  .extend('second', { scope: 'file', auto: true }, ({ studio }) =>
    studio.makeMusician({ rank: 20, slug: 'second', instruments: ['bass'] }),
  )
  .extend('first', { scope: 'file', auto: true }, ({ studio }) =>
    studio.makeMusician({
      rank: 10,
      slug: 'first',
      name: 'Mia Okafor',
      title: 'Mix engineer',
      bio: 'Mixes records.',
      cardDescription: 'Warm and wide.',
      image: '/images/mia.webp',
      zone: 'Asia/Kolkata',
      services: ['mixing', 'mix-advice', 'pre-production', 'arrangement'],
      instruments: ['mixing', 'keys'],
    }),
  )
  .extend('third', { scope: 'file', auto: true }, ({ studio }) =>
    studio.makeMusician({ rank: 20, slug: 'third', instruments: ['drums', 'bass'], hours: [] }),
  )
  .extend(
    'list',
    { scope: 'file' },
    ({ app, client }) =>
      async (query: { instrument?: string; page?: number; size?: number } = {}) =>
        (await app.call(listPartners, { query }, client)).body,
  )
  .extend(
    'slugs',
    { scope: 'file' },
    ({ list }) =>
      async (query: { instrument?: string; page?: number; size?: number }) =>
        (await list(query)).partners.map((card) => card.slug),
  )
  .extend(
    'configuration',
    { scope: 'file' },
    ({ app }) =>
      async (as: TestPerson, slug = 'first') =>
        (await app.call(getConfiguration, { params: { slug }, query: { mode: 'configuration' } }, as))
          .body[0],
  );

test.beforeAll(async ({ studio }) => {
  await studio.makeMusician({ rank: 1, visible: false, instruments: ['bass'] });
});

describe('GET /api/partners', () => {
  test("a card shows name, image, cardDescription, bio, title, labels and next free time, in the studio's order", async ({
    first,
    list,
  }) => {
    const { partners, total } = await list();
    expect(total).toBe(3);
    expect(partners.map((card) => card.slug)).toEqual(['first', 'second', 'third']);
    expect(partners[0]).toEqual({
      id: first.id,
      slug: 'first',
      name: 'Mia Okafor',
      title: 'Mix engineer',
      cardDescription: 'Warm and wide.',
      bio: 'Mixes records.',
      image_url: '/images/mia.webp',
      instruments: ['Piano and keys', 'Mixing'],
      labels: ['Offline Session', 'Add-on'],
      timezone: 'Asia/Kolkata',
      next_free_at: '2026-11-21T12:30:00Z',
      rating: null,
      sample: null,
      price_from: 1,
    });
    expect(partners[1]).toMatchObject({ labels: [], next_free_at: '2026-11-22T08:00:00Z' });
    expect(partners[2]).toMatchObject({ next_free_at: null });
  });
  test("shows the musician's own picture rather than the studio's", async ({ app, first, list }) => {
    const avatar = '/api/users/avatars/00000000-0000-7000-8000-000000000001.webp';
    await app.db.updateTable('people').set({ avatar }).where('id', '=', first.id).execute();
    expect((await list()).partners[0]?.image_url).toBe(avatar);
    await app.db.updateTable('people').set({ avatar: null }).where('id', '=', first.id).execute();
  });
  test('shows one instrument, or all', async ({ list, slugs }) => {
    expect(await slugs({ instrument: 'bass' })).toEqual(['second', 'third']);
    expect(await slugs({ instrument: 'drums' })).toEqual(['third']);
    expect(await list({ instrument: 'triangle' })).toEqual({ partners: [], total: 0 });
  });
  test('is paged by the server, 100 to a page unless told', async ({ list, slugs }) => {
    const { size } = listPartners.query.parse({});
    expect(size).toBe(100);
    expect(await slugs({ size: 2 })).toEqual(['first', 'second']);
    expect(await list({ page: 1, size: 2 })).toMatchObject({ partners: [{ slug: 'third' }], total: 3 });
    expect(await list({ page: 9, size: 2 })).toEqual({ partners: [], total: 3 });
    expect(await slugs({ instrument: 'bass', page: 1, size: 1 })).toEqual(['third']);
  });
  test('the next free time is right at any instant, with nothing at work behind it', async ({
    app,
    studio,
    second,
    list,
  }) => {
    const was = app.clock.now();
    const holder = await studio.makeClient();
    const nextAt = async (instant: string) => {
      app.clock.instant = Temporal.Instant.from(instant);
      return (await list()).partners[1]?.next_free_at;
    };
    expect(await nextAt('2026-11-22T07:00:00Z')).toBe('2026-11-22T08:00:00Z');
    await makeSession(studio, { client: holder, musician: second, status: 'prebooked' });
    await studio.inTx((tx, now) => refreshNextFree(tx, second.id, now));
    expect(await nextAt('2026-11-22T07:14:59Z')).toBe('2026-11-22T08:30:00Z');
    expect(await nextAt('2026-11-22T07:15:00Z')).toBe('2026-11-22T08:00:00Z');
    expect(await nextAt('2026-11-22T08:00:00Z')).toBe('2026-11-22T08:30:00Z');
    expect(await nextAt('2026-11-25T11:59:59Z')).toBe('2026-11-26T08:00:00Z');
    app.clock.instant = was;
  });
  test.for([{ size: 1001 }, { size: 0 }, { page: -1 }, { instrument: 'a'.repeat(61) }])(
    '%o is malformed',
    async (query, { app, client }) => {
      const { status, problem } = await app.call(listPartners, { query }, client);
      expect([status, problem.code]).toEqual([400, 'malformed']);
    },
  );
  test('asks for a login', async ({ app }) => {
    const { status, problem } = await app.call(listPartners, {});
    expect([status, problem.code]).toEqual([401, 'not_signed_in']);
  });
});

describe("Explore's calls are the clients'", () => {
  test.for(['managed', 'partner', 'operator'] as const)(
    'a %s is refused: 403',
    async (role, { app, third }) => {
      const person = await app.people.make(role);
      const answers = [
        await app.call(listPartners, {}, person),
        await app.call(listInstruments, {}, person),
        await app.call(getPartner, { params: { id: 'first' } }, person),
        await app.call(nextSlots, {}, person),
        await app.call(availability, { query: { partner_id: third.id } }, person),
      ];
      expect(answers.map(({ status, problem }) => [status, problem.code])).toEqual(
        answers.map(() => [403, 'wrong_role']),
      );
    },
  );

  test('who is booked for still moves and edits what they have: slots and services are theirs to read', async ({
    app,
    third,
  }) => {
    const managed = await app.people.make('managed');
    const slots = await app.call(listSlots, { params: { id: third.id } }, managed);
    const configuration = await app.call(getConfiguration, { params: { slug: third.slug } }, managed);
    expect([slots.status, configuration.status]).toEqual([200, 200]);
  });
});

describe('GET /content/artists/{slug}?mode=configuration', () => {
  test('names services, deliverables and sample rates', async ({ client, configuration }) => {
    const found = await configuration(client);
    expect(found).toMatchObject({ Name: 'Mia Okafor', services_first: false });
    expect(found?.deliverables[0]).toBe('Stems to be imported in a different DAW');
    expect(found?.sampleRates).toContain('48 kHz');
    expect(found?.services.servicesList.map(({ value }) => value)).toEqual([
      'mixing',
      'mix-advice',
      'arrangement',
      'pre-production',
    ]);
    expect(found?.services.servicesList[0]).toMatchObject({
      label: 'Mixing',
      category: 'mixing',
      unit_minutes: 30,
      slots: 6,
      credits: 3,
      price: 3,
      files_deadline: 2880,
      form: { warning: true, track_genre: true },
    });
  });

  const priced: readonly [string, ClientOptions, number][] = [
    ['a member pays the credits', {}, 3],
    ['exclusive prices', { exclusive: true }, 1],
    ['before the pivot', { prePivot: true }, 5],
    ['before the pivot, yearly', { prePivot: true, annual: true }, 4],
    ['on demand always the credits', { status: 'ondemand', exclusive: true, prePivot: true }, 3],
  ];
  test.for(priced)('%s', async ([, options, price], { app, studio, configuration }) => {
    await app.db
      .updateTable('services')
      .set({ alternative_value: 5, alternative_value_annual: 4, exclusive_prices_value: 1 })
      .where('value', '=', 'mixing')
      .execute();
    const found = await configuration(await studio.makeClient(options));
    expect(found?.services.servicesList[0]).toMatchObject({ value: 'mixing', credits: 3, price });
  });

  test('an unknown name, and one who is not on Explore, is not found', async ({ app, studio, client }) => {
    const away = await studio.makeMusician({ slug: 'away', visible: false });
    for (const slug of ['nobody', away.slug, '..']) {
      const { status } = await app.call(getConfiguration, { params: { slug } }, client);
      expect(status).toBe(404);
    }
  });
  test('another mode is malformed, and a login is needed', async ({ app, client, third }) => {
    const other = { params: { slug: 'first' }, query: { mode: 'other' } } as never;
    expect((await app.call(getConfiguration, other, client)).status).toBe(400);
    expect((await app.call(getConfiguration, { params: { slug: third.slug } })).status).toBe(401);
  });
});
