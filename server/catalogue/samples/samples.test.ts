import { sql } from 'kysely';
import { describe, expect, vi } from 'vitest';
import { unpackPeaks } from '#shared/catalogue/rules-samples.ts';
import { listPartners } from '#shared/explore/contract.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import { setFlags } from '#test/rooms/flags.ts';
import { test as base } from '#test/rooms/profiles.ts';
import { take } from '#test/rooms/samples.ts';
import { checkStorage } from '../../files/check-storage.ts';
import { deleteOrphans } from '../../files/jobs.ts';
import { sweepSamples } from './jobs.ts';

const test = base
  .extend('player', async ({ studio }) => (await studio.makeMusician()).person)
  .extend('listedKeys', ({ app, player }) => async () => {
    const keys: string[] = [];
    for await (const { key } of app.ctx().storage.list()) keys.push(key);
    return keys.filter((key) => key.startsWith(`samples/${player.id}/`));
  });

describe('a sample', () => {
  test('is sent by a link, kept as it was, and gets a preview and its waveform', async ({
    app,
    samplesApi,
    filesApi,
    player,
  }) => {
    const bytes = take(500);
    const begun = await samplesApi.begin(player, 'Slow Tide, brushes.wav', bytes.length);
    expect(begun.status).toBe(201);
    expect(begun.body.sample).toMatchObject({
      title: 'Slow Tide, brushes',
      state: 'arriving',
      position: null,
    });
    const { url, sample } = begun.body;
    expect((await filesApi.send(url, { method: 'PUT', body: bytes })).status).toBe(200);
    const finished = await samplesApi.finish(sample.id, player);
    expect(finished.body.sample).toMatchObject({ state: 'preparing', position: null, peaks: '' });
    expect((await samplesApi.link(sample.id, player)).problem.code).toBe('not_ready');

    await samplesApi.makePreviews();
    const [ready] = await samplesApi.list(player);
    expect(ready).toMatchObject({ state: 'ready', seconds: 0.5, preview_seconds: 0.5 });
    expect(unpackPeaks(ready?.peaks ?? '')).toHaveLength(400);
    const original = await samplesApi.link(sample.id, player, 'original');
    expect((await filesApi.send(original.body.url)).body.equals(bytes)).toBe(true);
    expect(await samplesApi.finish(sample.id, player)).toMatchObject({ status: 200 });
    expect(await brokenInvariants(app.db)).toEqual([]);
    expect(await checkStorage(app.ctx())).toEqual([]);
  });

  test('that is on no page is deleted at once, with its bytes', async ({
    app,
    clock,
    samplesApi,
    player,
    listedKeys,
  }) => {
    const [first, second] = [await samplesApi.add(player), await samplesApi.add(player)];
    await samplesApi.makePreviews();
    expect(await listedKeys()).toHaveLength(4);
    expect((await samplesApi.remove(first.id, player)).status).toBe(200);
    expect(await samplesApi.list(player)).toMatchObject([{ id: second.id, position: null }]);
    expect((await samplesApi.remove(first.id, player)).status).toBe(404);
    clock.instant = clock.instant.add({ hours: 2 });
    await deleteOrphans.run(app.ctx(), {});
    expect(await listedKeys()).toHaveLength(2);
    expect(await checkStorage(app.ctx())).toEqual([]);
  });
});

describe('what cannot be a sample', () => {
  test.for([
    ['notes.txt', 10, 'not_audio'],
    ['take.wav', 60_000_001, 'too_large'],
    ['take.wav', 0, 'empty'],
  ] as const)('%s of %i bytes: %s', async ([name, size, code], { samplesApi, player }) => {
    expect((await samplesApi.begin(player, name, size)).problem.code).toBe(code);
  });

  test('other content than its name says leaves nothing', async ({
    app,
    clock,
    samplesApi,
    player,
    listedKeys,
  }) => {
    const id = await samplesApi.send(player, Buffer.from('<html>not a song</html>'), 'song.mp3');
    const refused = await samplesApi.finish(id, player);
    expect([refused.status, refused.problem.code]).toEqual([422, 'not_audio']);
    expect(await samplesApi.list(player)).toEqual([]);
    clock.instant = clock.instant.add({ hours: 2 });
    await deleteOrphans.run(app.ctx(), {});
    expect(await listedKeys()).toEqual([]);
  });

  test('bytes that no reader can decode are said to be so, and leave the page', async ({
    samplesApi,
    draftApi,
    player,
  }) => {
    const broken = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'), Buffer.alloc(5000, 7)]);
    const { id } = await samplesApi.add(player, 'song.mp3', broken);
    const { id: other } = await samplesApi.add(player);
    await draftApi.show(player);
    await samplesApi.makePreviews();
    expect(await samplesApi.list(player)).toMatchObject([
      { id: other, state: 'ready', position: 0 },
      { id, state: 'unreadable', position: null },
    ]);
  });

  test('what has not arrived yet waits; a link takes no other length', async ({
    samplesApi,
    filesApi,
    player,
  }) => {
    const { body } = await samplesApi.begin(player);
    expect((await samplesApi.finish(body.sample.id, player)).problem.code).toBe('not_arrived');
    const longer = await filesApi.send(body.url, { method: 'PUT', body: take(200) });
    expect(longer.status).toBe(403);
  });

  test('an upload that never finishes is removed after three hours, arrived or not', async ({
    app,
    clock,
    samplesApi,
    player,
    listedKeys,
  }) => {
    await samplesApi.begin(player);
    await samplesApi.send(player);
    await sweepSamples.run(app.ctx(), {});
    expect(await samplesApi.list(player)).toHaveLength(2);
    clock.instant = clock.instant.add({ hours: 3 });
    await sweepSamples.run(app.ctx(), {});
    expect(await samplesApi.list(player)).toEqual([]);
    expect(await listedKeys()).toEqual([]);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });
});

describe('races', () => {
  test('two begin the sixth at once: one does, the other is told', async ({ app, samplesApi, player }) => {
    for (let count = 0; count < 5; count += 1) await samplesApi.begin(player);
    const both = await Promise.all([samplesApi.begin(player), samplesApi.begin(player)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect((await samplesApi.begin(player)).problem.code).toBe('too_many');
    expect(await samplesApi.list(player)).toHaveLength(6);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  test('two report one sample at once: it is kept once', async ({ samplesApi, player }) => {
    const id = await samplesApi.send(player);
    const both = await Promise.all([samplesApi.finish(id, player), samplesApi.finish(id, player)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await samplesApi.list(player)).toMatchObject([{ id, state: 'preparing' }]);
  });

  test('a sample that is deleted while its preview is made leaves no preview', async ({
    app,
    clock,
    samplesApi,
    player,
    listedKeys,
  }) => {
    const { id } = await samplesApi.add(player);
    const { storage } = app.ctx();
    const put = vi.spyOn(storage, 'put').mockImplementation(async (...args) => {
      put.mockRestore();
      await samplesApi.remove(id, player);
      return storage.put(...args);
    });
    await samplesApi.makePreviews();
    clock.instant = clock.instant.add({ hours: 2 });
    await deleteOrphans.run(app.ctx(), {});
    expect(await listedKeys()).toEqual([]);
  });
});

describe('who may listen', () => {
  test('clients hear what is on the page of a musician on Explore, in ranges, and may store it', async ({
    app,
    draftApi,
    samplesApi,
    filesApi,
    studio,
    client,
  }) => {
    const musician = await studio.makeMusician();
    const { id } = await samplesApi.add(musician.person, 'Slow Tide.wav');
    expect((await samplesApi.ofMusician(musician.slug, client)).body.samples).toEqual([]);
    await samplesApi.makePreviews();
    expect((await samplesApi.ofMusician(musician.slug, client)).body.samples).toEqual([]);
    await draftApi.show(musician.person);
    const { body } = await samplesApi.ofMusician(musician.slug, client);
    expect(body.samples).toMatchObject([{ id, title: 'Slow Tide', seconds: 0.1 }]);

    const listed = await app.call(listPartners, {}, client);
    const card = listed.body.partners.find(({ slug }) => slug === musician.slug);
    expect(card?.sample).toMatchObject({ id, title: 'Slow Tide' });
    expect(unpackPeaks(card?.sample?.peaks ?? '')).toHaveLength(64);

    const { url } = (await samplesApi.link(id, client)).body;
    const heard = await filesApi.send(url, { headers: { range: 'bytes=0-9' } });
    expect(heard).toMatchObject({
      status: 206,
      headers: { 'content-type': 'audio/mpeg', 'cache-control': 'private, max-age=86400, immutable' },
    });
    expect(heard.body).toHaveLength(10);
    expect((await samplesApi.link(id, client, 'original')).status).toBe(404);

    await sql`update musicians set visible = false where person_id = ${musician.id}`.execute(app.db);
    expect((await samplesApi.link(id, client)).status).toBe(404);
    expect((await samplesApi.ofMusician(musician.slug, client)).status).toBe(404);
  });

  test('nobody without a login, unless the studio shows its pages to all; never managed clients', async ({
    app,
    draftApi,
    samplesApi,
    player,
  }) => {
    const { id } = await samplesApi.add(player);
    await samplesApi.makePreviews();
    await draftApi.show(player);
    const managed = await app.people.make('managed');
    expect((await samplesApi.link(id, null)).problem).toMatchObject({
      status: 401,
      code: 'sign_in_first',
      detail: 'Please sign in to hear this sample.',
    });
    await setFlags(app, { 'public-musician-pages': true });
    expect((await samplesApi.link(id, null)).status).toBe(200);
    expect((await samplesApi.link(id, null, 'original')).problem.code).toBe('not_found');
    expect((await samplesApi.link(id, managed)).problem.code).toBe('not_found');
    await setFlags(app, { 'public-musician-pages': null });
    expect((await samplesApi.link(id, null)).status).toBe(401);
  });

  test('another musician hears and changes nothing', async ({ samplesApi, musician, player }) => {
    const { id } = await samplesApi.add(player);
    const other = musician.person;
    const answers = [
      await samplesApi.link(id, other),
      await samplesApi.finish(id, other),
      await samplesApi.remove(id, other),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await samplesApi.list(player)).toMatchObject([{ id, title: 'take', position: null }]);
  });
});
