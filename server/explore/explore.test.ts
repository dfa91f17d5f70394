import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getConfiguration } from '../../shared/catalogue/contract.ts';
import { listPartners } from '../../shared/explore/contract.ts';
import { refreshNextFree } from '../calendar/steps.ts';
import { testApp, type TestApp } from '../test/app.ts';
import type { TestPerson } from '../test/people.ts';
import { makeSession } from '../test/sessions.ts';
import { makeStudio, type ClientOptions, type Studio, type TestMusician } from '../test/studio.ts';

let app: TestApp;
let studio: Studio;
let client: TestPerson;
let second: TestMusician;
let first: TestMusician;
let third: TestMusician;
beforeAll(async () => {
  app = await testApp();
  studio = await makeStudio(app);
  client = await studio.makeClient();
  second = await studio.makeMusician({ rank: 20, slug: 'second', instruments: ['bass'] });
  first = await studio.makeMusician({
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
  });
  third = await studio.makeMusician({ rank: 20, slug: 'third', instruments: ['drums', 'bass'], hours: [] });
  await studio.makeMusician({ rank: 1, visible: false, instruments: ['bass'] });
});
afterAll(() => app.close());

const list = async (query: { instrument?: string; page?: number; size?: number } = {}) =>
  (await app.call(listPartners, { query }, client)).body;
const slugs = async (query: Parameters<typeof list>[0]) =>
  (await list(query)).partners.map((card) => card.slug);

describe('GET /api/partners', () => {
  test("a card shows name, image, cardDescription, bio, title, labels and next free time, in the studio's order", async () => {
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
    });
    expect(partners[1]).toMatchObject({ labels: [], next_free_at: '2026-11-22T08:00:00Z' });
    expect(partners[2]).toMatchObject({ next_free_at: null });
  });
  test('shows one instrument, or all', async () => {
    expect(await slugs({ instrument: 'bass' })).toEqual(['second', 'third']);
    expect(await slugs({ instrument: 'drums' })).toEqual(['third']);
    expect(await list({ instrument: 'triangle' })).toEqual({ partners: [], total: 0 });
  });
  test('is paged by the server, 100 to a page unless told', async () => {
    const { size } = listPartners.query.parse({});
    expect(size).toBe(100);
    expect(await slugs({ size: 2 })).toEqual(['first', 'second']);
    expect(await list({ page: 1, size: 2 })).toMatchObject({ partners: [{ slug: 'third' }], total: 3 });
    expect(await list({ page: 9, size: 2 })).toEqual({ partners: [], total: 3 });
    expect(await slugs({ instrument: 'bass', page: 1, size: 1 })).toEqual(['third']);
  });
  test('the next free time is right at any instant, with nothing at work behind it', async () => {
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
  test.each([{ size: 1001 }, { size: 0 }, { page: -1 }, { instrument: 'a'.repeat(61) }])(
    '%o is malformed',
    async (query) => {
      const { status, problem } = await app.call(listPartners, { query }, client);
      expect([status, problem.code]).toEqual([400, 'malformed']);
    },
  );
  test('asks for a login', async () => {
    const { status, problem } = await app.call(listPartners, {});
    expect([status, problem.code]).toEqual([401, 'not_signed_in']);
  });
});

const configuration = async (as: TestPerson, slug = 'first') =>
  (await app.call(getConfiguration, { params: { slug }, query: { mode: 'configuration' } }, as)).body[0];

describe('GET /content/artists/{slug}?mode=configuration', () => {
  test('names services, deliverables and sample rates', async () => {
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
  test.each(priced)('%s', async (_, options, price) => {
    await app.db
      .updateTable('services')
      .set({ alternative_value: 5, alternative_value_annual: 4, exclusive_prices_value: 1 })
      .where('value', '=', 'mixing')
      .execute();
    const found = await configuration(await studio.makeClient(options));
    expect(found?.services.servicesList[0]).toMatchObject({ value: 'mixing', credits: 3, price });
  });

  test('an unknown name, and one who is not on Explore, is not found', async () => {
    const away = await studio.makeMusician({ slug: 'away', visible: false });
    for (const slug of ['nobody', away.slug, '..']) {
      const { status } = await app.call(getConfiguration, { params: { slug } }, client);
      expect(status).toBe(404);
    }
  });
  test('another mode is malformed, and a login is needed', async () => {
    const other = { params: { slug: 'first' }, query: { mode: 'other' } } as never;
    expect((await app.call(getConfiguration, other, client)).status).toBe(400);
    expect((await app.call(getConfiguration, { params: { slug: third.slug } })).status).toBe(401);
  });
});
