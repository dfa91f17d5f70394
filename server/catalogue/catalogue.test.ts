import { describe, expect } from 'vitest';
import { getPartner, listInstruments } from '#shared/catalogue/contract.ts';
import { musicianById, serviceForBooking } from './service.ts';
import { installDefaultCatalogue } from './steps.ts';
import { test as base } from '#test/api/test.ts';

const test = base
  .extend('client', { scope: 'file', auto: true }, ({ studio }) => studio.makeClient())
  .extend('drummer', { scope: 'file', auto: true }, ({ studio }) =>
    studio.makeMusician({
      name: 'Mia Okafor',
      slug: 'mia-okafor',
      title: 'Drummer',
      bio: 'Plays on records.',
      zone: 'America/New_York',
      image: '/images/mia.webp',
      instruments: ['percussion', 'drums'],
      recreditLimitHours: 72,
      sessionsType: 'live',
      zoomLink: 'https://zoom.example/secret',
    }),
  )
  .extend('hidden', { scope: 'file', auto: true }, ({ studio }) =>
    studio.makeMusician({ slug: 'away', visible: false }),
  )
  .extend('request', { scope: 'file' }, ({ studio, drummer }) => (value: string) => ({
    musicianId: drummer.id,
    serviceId: studio.service(value),
  }));

describe('GET /api/instruments', () => {
  test('lists all instruments in order, with how many musicians on Explore play each', async ({
    app,
    client,
  }) => {
    const { status, body } = await app.call(listInstruments, {}, client);
    expect(status).toBe(200);
    expect(body.total).toBe(13);
    expect(body.instruments[0]).toMatchObject({ slug: 'drums', label: 'Drums', musicians: 1 });
    expect(body.instruments.map(({ slug }) => slug).slice(0, 3)).toEqual([
      'drums',
      'bass',
      'electric-guitar',
    ]);
    expect(body.instruments.find(({ slug }) => slug === 'percussion')?.musicians).toBe(1);
    expect(body.instruments.find(({ slug }) => slug === 'cello')?.musicians).toBe(0);
  });
  test('asks for a login', async ({ app }) => {
    expect(await app.call(listInstruments, {})).toMatchObject({
      status: 401,
      problem: { code: 'not_signed_in' },
    });
  });
});

describe('GET /api/partners/{id}', () => {
  test('answers by id and by slug alike, without the links of a session', async ({
    app,
    client,
    drummer,
  }) => {
    const byId = await app.call(getPartner, { params: { id: drummer.id } }, client);
    const bySlug = await app.call(getPartner, { params: { id: 'mia-okafor' } }, client);
    expect(byId.status).toBe(200);
    expect(bySlug.body).toEqual(byId.body);
    expect(byId.body).toEqual({
      partner: {
        id: drummer.id,
        slug: 'mia-okafor',
        name: 'Mia Okafor',
        title: 'Drummer',
        bio: 'Plays on records.',
        image_url: '/images/mia.webp',
        timezone: 'America/New_York',
        sessions_type: 'live',
        instruments: ['Drums', 'Percussion'],
        cancellationRecreditLimit: 72,
        services_first: expect.any(Boolean),
        services: expect.arrayContaining([expect.objectContaining({ value: 'recording', unit_minutes: 30 })]),
        rating: null,
      },
    });
  });
  test('credits come back until 48 hours before the start unless the musician says otherwise', async ({
    app,
    studio,
    client,
  }) => {
    const other = await studio.makeMusician();
    const { body } = await app.call(getPartner, { params: { id: other.id } }, client);
    expect(body.partner.cancellationRecreditLimit).toBe(48);
  });
  test.for(['nobody', '01912d68-783e-7a03-8467-5661c1243ad4', "'; drop table musicians", 'MIA-OKAFOR'])(
    'knows no %s',
    async (id, { app, client }) => {
      const { status, problem } = await app.call(getPartner, { params: { id } }, client);
      expect([status, problem.code]).toEqual([404, 'not_found']);
    },
  );
  test('a client is no musician', async ({ app, client }) => {
    const { status } = await app.call(getPartner, { params: { id: client.id } }, client);
    expect(status).toBe(404);
  });
  test('one who is not on Explore is not found', async ({ app, client, hidden }) => {
    expect((await app.call(getPartner, { params: { id: hidden.id } }, client)).status).toBe(404);
  });
  test('an id that is too long is malformed', async ({ app, client }) => {
    const { status, problem } = await app.call(getPartner, { params: { id: 'a'.repeat(101) } }, client);
    expect([status, problem.code]).toEqual([400, 'malformed']);
  });
  test('asks for a login', async ({ app, drummer }) => {
    expect((await app.call(getPartner, { params: { id: drummer.id } })).status).toBe(401);
  });
});

describe('the default catalogue', () => {
  test('can be installed again and leaves alone what the operator changed', async ({ app, studio }) => {
    const drums = studio.service('recording');
    await app.db.updateTable('services').set({ credits: 7 }).where('id', '=', drums).execute();
    const ids = await studio.inTx(installDefaultCatalogue);
    expect(ids.services.get('recording')).toBe(drums);
    expect(await app.db.selectFrom('services').selectAll().execute()).toHaveLength(11);
    const { credits } = await app.db
      .selectFrom('services')
      .select('credits')
      .where('id', '=', drums)
      .executeTakeFirstOrThrow();
    expect(credits).toBe(7);
    await app.db.updateTable('services').set({ credits: 1 }).where('id', '=', drums).execute();
  });
});

describe('what booking asks', () => {
  test('a service only of a musician who offers it', async ({ app, request }) => {
    const found = await serviceForBooking(app.db, request('recording'));
    expect(found).toMatchObject({ value: 'recording', unit_minutes: 30, slots: 1, files_deadline: 1440 });
    expect(found?.form.track_genre).toBe(true);
    expect(await serviceForBooking(app.db, request('mixing'))).toBeUndefined();
  });
  test('a musician by id or slug, whether on Explore or not', async ({ app, hidden }) => {
    expect(await musicianById(app.db, 'away')).toMatchObject({ id: hidden.id, visible: false });
    expect(await musicianById(app.db, hidden.id)).toMatchObject({ slug: 'away' });
  });
});
