import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { getPartner } from '#shared/catalogue/contract.ts';
import { HOLD } from '#shared/booking/texts.ts';
import { listPartners } from '#shared/explore/contract.ts';
import { previewDraft } from '#shared/me/contract-preview.ts';
import { getToday } from '#shared/sessions/contract-today.ts';
import { getSession } from '#shared/sessions/contract.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import { makeBookingApi } from '#test/rooms/booking.ts';
import { test as base, WORDS } from '#test/rooms/profiles.ts';
import { deleteOrphans } from '../../files/jobs.ts';

const item = (id: string, title: string, shown = true) => ({ id, title, did: 'Brushes', shown });

const test = base
  .extend('bookingApi', { scope: 'file' }, ({ app, studio }) => makeBookingApi(app, studio))
  .extend('drummer', ({ studio }) => studio.makeMusician({ title: 'Drums', bio: 'From Lisbon.' }))
  .extend('player', ({ drummer }) => drummer.person)
  .extend('page', ({ app, drummer, client }) => async () => {
    const { body } = await app.call(getPartner, { params: { id: drummer.slug } }, client);
    return body.partner;
  });

describe('a draft', () => {
  test('begins as what is published, and is seen by nobody until it is published', async ({
    studio,
    draftApi,
    player,
    page,
  }) => {
    const before = await draftApi.read(player);
    expect(before).toMatchObject({ version: 0, state: 'published', is_public: true, needs_approval: false });
    expect(before.profile).toEqual(before.published);
    const cello = before.choices.instruments.find(({ label }) => label === 'Cello')?.id ?? '';
    const saved = await draftApi.save(player, {
      title: ' Cellist\n',
      bio: 'Low pads.\r\nLong bows.',
      card_description: 'Cello for songs.',
      styles: ['Jazz', ' jazz ', '', 'Bossa nova'],
      instruments: [cello],
      services: [studio.service('singer'), studio.service('mixing')],
    });
    expect(saved.body).toMatchObject({ version: 1, state: 'changed' });
    expect(await page()).toMatchObject({ title: 'Drums', bio: 'From Lisbon.', instruments: ['Drums'] });
    const draft = (await draftApi.publish(player)).body.draft;
    expect(draft).toMatchObject({
      version: 2,
      state: 'published',
      profile: { styles: ['Jazz', 'Bossa nova'] },
    });
    expect(draft.profile).toEqual(draft.published);
    expect(await page()).toMatchObject({
      title: 'Cellist',
      bio: 'Low pads.\nLong bows.',
      instruments: ['Cello'],
      services: [{ value: 'singer' }, { value: 'mixing' }],
    });
    expect((await draftApi.publish(player)).problem.code).toBe('nothing');
  });

  test('takes what cannot be published yet, and says what is missing', async ({ draftApi, player, page }) => {
    const wrong = {
      title: '',
      bio: 'x'.repeat(3001),
      styles: ['y'.repeat(31)],
      instruments: [],
      services: [],
    };
    expect((await draftApi.save(player, wrong)).status).toBe(200);
    const refused = await draftApi.publish(player);
    expect([refused.status, refused.problem.code]).toEqual([422, 'incomplete']);
    expect(refused.problem.errors?.map(({ field }) => field)).toEqual([
      'title',
      'bio',
      'styles',
      'instruments',
      'services',
    ]);
    expect((await draftApi.save(player, { title: 'z'.repeat(1001) })).status).toBe(400);
    expect(await page()).toMatchObject({ title: 'Drums' });
  });

  test('goes back to what is published; new samples stay, but not for the page', async ({
    samplesApi,
    draftApi,
    player,
  }) => {
    const { id } = await samplesApi.add(player);
    await draftApi.save(player, { title: 'Conga player' });
    const { draft } = (await draftApi.discard(player)).body;
    expect(draft).toMatchObject({
      state: 'published',
      profile: { title: 'Drums', samples: [{ id, shown: false }] },
    });
    const next = await samplesApi.add(player);
    expect((await draftApi.read(player)).profile.samples).toMatchObject([
      { id, shown: false },
      { id: next.id, shown: true },
    ]);
  });

  test('of two windows the second is told, and overwrites nothing', async ({ draftApi, player }) => {
    await draftApi.save(player, { title: 'First' });
    const late = await draftApi.save(player, { title: 'Second' }, 0);
    expect([late.status, late.problem.code]).toEqual([409, 'changed']);
    expect((await draftApi.publish(player, 0)).problem.code).toBe('changed');
    const both = await Promise.all([
      draftApi.save(player, { title: 'Left' }, 1),
      draftApi.save(player, { title: 'Right' }, 1),
    ]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect((await draftApi.read(player)).version).toBe(2);
  });

  test('is for musicians, each their own', async ({ app, studio, client, draftApi, player }) => {
    const other = (await studio.makeMusician()).person;
    await draftApi.save(player, { title: 'Mine' });
    expect(await draftApi.read(other)).toMatchObject({ version: 0, profile: { title: '' } });
    const nobody = await app.people.make('partner');
    expect((await draftApi.save(player, WORDS, 5)).status).toBe(409);
    for (const [person, status] of [
      [client, 403],
      [nobody, 404],
    ] as const)
      expect((await draftApi.publish(person, 0)).status).toBe(status);
  });
});

test('the preview shows the draft as a page, also before it is published, to its musician only', async ({
  app,
  studio,
  samplesApi,
  draftApi,
  client,
}) => {
  const fresh = (await studio.makeMusician({ published: false })).person;
  const ids = [(await samplesApi.add(fresh, 'a.wav')).id, (await samplesApi.add(fresh, 'b.wav')).id];
  await samplesApi.makePreviews();
  const [a = '', b = ''] = ids;
  await draftApi.save(fresh, {
    title: 'Mixing',
    styles: ['Jazz'],
    services: [studio.service('mixing')],
    samples: [item(b, 'Low Bridge'), item(a, 'a', false)],
  });
  const { body } = await app.call(previewDraft, {}, fresh);
  expect(body.musician).toMatchObject({
    title: 'Mixing',
    styles: ['Jazz'],
    instruments: ['Drums'],
    services: [{ value: 'mixing', price: 3 }],
    samples: [{ id: b, title: 'Low Bridge' }],
    rating: null,
  });
  expect(body.musician.next_free.length).toBeGreaterThan(0);
  expect((await app.call(previewDraft, {}, client)).status).toBe(403);
  expect((await app.call(previewDraft, {}, await app.people.make('partner'))).status).toBe(404);
});

test("'Today' asks a new musician to publish, and says what is missing", async ({
  app,
  studio,
  draftApi,
}) => {
  const fresh = (await studio.makeMusician({ published: false, title: 'Drums' })).person;
  const profile = async () => (await app.call(getToday, {}, fresh)).body.profile;
  expect(await profile()).toEqual({ state: 'new', missing: ['Please write a few sentences about you.'] });
  await draftApi.show(fresh);
  expect(await profile()).toBeNull();
});

describe('samples', () => {
  test('are ordered, named, taken off and deleted with the draft', async ({
    app,
    clock,
    samplesApi,
    draftApi,
    player,
    drummer,
    client,
  }) => {
    const ids: string[] = [];
    for (const name of ['a.wav', 'b.wav', 'c.wav']) ids.push((await samplesApi.add(player, name)).id);
    const [a = '', b = '', c = ''] = ids;
    await samplesApi.makePreviews();
    const heard = async () =>
      (await samplesApi.ofMusician(drummer.slug, client)).body.samples.map(({ title }) => title);
    await draftApi.show(player);
    expect(await heard()).toEqual(['a', 'b', 'c']);

    await draftApi.save(player, { samples: [item(c, 'Glass Houses'), item(b, 'b', false)], deleted: [a] });
    expect(await heard()).toEqual(['a', 'b', 'c']);
    expect((await samplesApi.remove(a, player)).problem.code).toBe('on_page');
    await draftApi.publish(player);
    expect(await heard()).toEqual(['Glass Houses']);
    expect(await samplesApi.list(player)).toMatchObject([
      { id: c, title: 'Glass Houses', did: 'Brushes', position: 0 },
      { id: b, position: null },
    ]);
    expect((await samplesApi.link(b, client)).status).toBe(404);
    clock.instant = clock.instant.add({ hours: 2 });
    await deleteOrphans.run(app.ctx(), {});
    const kept = [];
    for await (const { key } of app.ctx().storage.list()) if (key.includes(player.id)) kept.push(key);
    expect(kept).toHaveLength(4);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  test('of a published six, one that goes makes room for another', async ({
    samplesApi,
    draftApi,
    player,
  }) => {
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1) ids.push((await samplesApi.add(player)).id);
    await draftApi.show(player);
    expect((await samplesApi.begin(player)).problem.code).toBe('too_many');
    await draftApi.save(player, { deleted: ids.slice(0, 1) });
    await samplesApi.add(player, 'seventh.wav');
    expect((await samplesApi.begin(player)).problem.code).toBe('too_many');
    await draftApi.save(player, { deleted: [] });
    expect((await draftApi.publish(player)).problem.errors).toMatchObject([{ field: 'samples' }]);
    await draftApi.save(player, { deleted: ids.slice(0, 1) });
    await draftApi.publish(player);
    expect((await samplesApi.list(player)).map(({ title }) => title)).toEqual([
      ...Array<string>(5).fill('take'),
      'seventh',
    ]);
  });

  test('of somebody else are left out', async ({ studio, samplesApi, draftApi, player }) => {
    const other = (await studio.makeMusician()).person;
    const { id } = await samplesApi.add(other);
    await draftApi.show(player, { samples: [{ id, title: 'Mine', did: '', shown: true }], deleted: [id] });
    expect((await draftApi.read(player)).profile.samples).toEqual([]);
    expect(await samplesApi.list(other)).toMatchObject([{ title: 'take', position: null }]);
  });
});

describe('a musician whom the studio has just made', () => {
  test('is not on Explore until they publish, and nobody can book them', async ({
    app,
    studio,
    bookingApi,
    draftApi,
    client,
  }) => {
    const fresh = await studio.makeMusician({ published: false });
    const isListed = async () =>
      (await app.call(listPartners, {}, client)).body.partners.some(({ id }) => id === fresh.id);
    const [slot] = await studio.slotsOf(fresh);
    expect(await draftApi.read(fresh.person)).toMatchObject({ state: 'new', is_public: false });
    expect(await isListed()).toBe(false);
    expect((await bookingApi.prebook(client, slot === undefined ? [] : [slot])).status).toBe(404);
    await draftApi.show(fresh.person);
    expect(await isListed()).toBe(true);
    await bookingApi.hold(client, slot === undefined ? [] : [slot]);
  });

  test('one whom the studio has hidden stays hidden', async ({ app, draftApi, drummer, player }) => {
    await sql`update musicians set visible = false where person_id = ${drummer.id}`.execute(app.db);
    expect(await draftApi.show(player)).toMatchObject({ is_public: false, state: 'published' });
  });
});

test('publishing without a service refuses holds of it with words; what is booked stays', async ({
  app,
  studio,
  bookingApi,
  draftApi,
  client,
  drummer,
  player,
}) => {
  const slots = await studio.slotsOf(drummer);
  const booked = await bookingApi.book(client, slots.slice(0, 1));
  const hold = await bookingApi.hold(client, slots.slice(1, 2));
  await draftApi.show(player, { services: [studio.service('singer')] });
  const late = await bookingApi.confirm(client, hold.id);
  expect([late.status, late.problem.detail]).toEqual([409, HOLD.withdrawn]);
  expect((await bookingApi.prebook(client, slots.slice(2, 3))).status).toBe(422);
  const { body } = await app.call(getSession, { params: { id: booked.id } }, client);
  expect(body.session).toMatchObject({ status: booked.status, service: { label: 'Recording session' } });
});
