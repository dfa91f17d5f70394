import { expect } from 'vitest';
import { createTrack, listTracks } from '#shared/sessions/contract.ts';
import type { TestPerson } from '#test/api/people.ts';
import { test as base } from '#test/api/test.ts';

const test = base
  .extend('client', { scope: 'file', auto: true }, ({ app }) => app.people.make('client'))
  .extend(
    'create',
    { scope: 'file' },
    ({ app, client }) =>
      (body: object, as: TestPerson | null = client, headers: Record<string, string> = {}) =>
        app.call(createTrack, { body: body as never, headers }, as),
  )
  .extend(
    'list',
    { scope: 'file' },
    ({ app, client }) =>
      (query: object = {}, as: TestPerson | null = client) =>
        app.call(listTracks, { query }, as),
  );

test('a track keeps its fields without the blanks around them; what is empty is null', async ({
  create,
  list,
}) => {
  const { status, body } = await create({
    title: '  Blue  ',
    track_genre: 'Jazz',
    reference_track: ' youtu.be/abc ',
    meter: '7/8',
    bpm: ' ',
  });
  expect(status).toBe(201);
  expect(body.track).toEqual({
    id: body.id,
    title: 'Blue',
    track_genre: 'Jazz',
    reference_track: 'youtu.be/abc',
    meter: '7/8',
    bpm: null,
    sampleRate: null,
    options: {},
  });
  expect((await list()).body.tracks[0]).toEqual(body.track);
});

test('the list is newest first, paged, with the total', async ({ app, create, list }) => {
  const person = await app.people.make('client');
  for (const title of ['One', 'Two', 'Three']) {
    app.clock.add({ minutes: 1 });
    await create({ title }, person);
  }
  const titles = async (query: object) => (await list(query, person)).body.tracks.map(({ title }) => title);
  expect(await titles({})).toEqual(['Three', 'Two', 'One']);
  expect(await titles({ page: 1, size: 2 })).toEqual(['One']);
  expect((await list({ size: 1 }, person)).body.total).toBe(3);
});

test("nobody sees another's tracks", async ({ app, create, list }) => {
  const [one, other] = [await app.people.make('client'), await app.people.make('client')];
  await create({ title: 'Mine' }, one);
  expect((await list({}, other)).body).toEqual({ tracks: [], total: 0 });
});

test.for([
  [{ title: ' ' }, 'title', 'You need to provide a track name'],
  [{ title: 'x'.repeat(255) }, 'title', 'Track Name is too long'],
  [
    { title: 'Blue', reference_track: 'like Prince' },
    'reference_track',
    'Seems like you are entering something that is not a link. You can leave comments in the deliverables section.',
  ],
] as const)('%o is refused with its text', async ([body, field, message], { create }) => {
  const { status, problem } = await create(body);
  expect(status).toBe(422);
  expect(problem).toMatchObject({ code: 'invalid', errors: [{ field, message }] });
});

test.for([[{}], [{ title: 7 }], [{ title: 'x'.repeat(2001) }], [{ title: 'nul \u0000' }]] as const)(
  '%o is malformed',
  async ([body], { create }) => {
    expect((await create(body)).problem).toMatchObject({ status: 400, code: 'malformed' });
  },
);

test('a track name of 254 characters is fine, also of characters outside the basic plane', async ({
  create,
}) => {
  expect((await create({ title: 'x'.repeat(254) })).status).toBe(201);
  expect((await create({ title: '🎵'.repeat(127) })).status).toBe(201);
});

test('a repeat with the same Idempotency-Key makes one track', async ({ app, create, list }) => {
  const person = await app.people.make('client');
  const once = { 'idempotency-key': 'track-1' };
  const [first, second] = [
    await create({ title: 'A' }, person, once),
    await create({ title: 'A' }, person, once),
  ];
  expect(second.body).toEqual(first.body);
  expect((await list({}, person)).body.total).toBe(1);
  expect((await create({ title: 'B' }, person, once)).problem.code).toBe('idempotency_mismatch');
});

test.for(['partner', 'operator'] as const)('a %s has no tracks', async (role, { app, create, list }) => {
  const person = await app.people.make(role);
  expect((await create({ title: 'A' }, person)).problem.code).toBe('wrong_role');
  expect((await list({}, person)).problem.code).toBe('wrong_role');
});

test('a managed client adds tracks and sees their own', async ({ app, create, list }) => {
  const person = await app.people.make('managed');
  const { body } = await create({ title: 'A' }, person);
  expect((await list({}, person)).body.tracks).toEqual([body.track]);
});

test('tracks are for people who are signed in', async ({ create, list }) => {
  expect((await create({ title: 'A' }, null)).problem.code).toBe('not_signed_in');
  expect((await list({}, null)).problem.code).toBe('not_signed_in');
});
