import { expect } from 'vitest';
import { inflateRawSync, crc32 } from 'node:zlib';
import * as privacy from '#shared/privacy/contract.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import type { TestPerson } from '#test/api/people.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import { test as base } from '#test/api/test.ts';
import { newId } from '../lib/ids.ts';

/** Reads a zip by its directory; checks sizes and sums. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - 22;
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let n = zip.readUInt16LE(end + 10); n > 0; n -= 1) {
    const name = zip.subarray(at + 46, at + 46 + zip.readUInt16LE(at + 28)).toString();
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26);
    const bytes = inflateRawSync(zip.subarray(begin, begin + zip.readUInt32LE(at + 20)));
    expect([name, bytes.length, crc32(bytes)]).toEqual([
      name,
      zip.readUInt32LE(at + 24),
      zip.readUInt32LE(at + 16),
    ]);
    files.set(name, bytes);
    at += 46 + zip.readUInt16LE(at + 28);
  }
  expect(at).toBe(end);
  return files;
}

const test = base
  .extend('get', { scope: 'file' }, ({ app }) => async (url: string, { cookie, front }: TestPerson) => {
    const host = `localhost:${{ studio: 4000, partners: 4001, operator: 4002 }[front]}`;
    const answer = await app.http.inject({ method: 'GET', url, headers: { host, cookie } });
    return { status: answer.statusCode, body: answer.rawPayload, headers: answer.headers };
  })
  .extend('download', { scope: 'file' }, ({ app, get }) => async (person: TestPerson) => {
    const { status, body } = await app.call(privacy.startExport, {}, person);
    expect(status).toBe(201);
    const answer = await get(body.url, person);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip']);
    return unzip(answer.body);
  });

const listOf = (files: Map<string, Buffer>, name: string): Record<string, unknown>[] =>
  JSON.parse(String(files.get(name)));

test('a download has everything of one person, and of the other side the name alone', async ({
  app,
  studio,
  download,
}) => {
  const client = await studio.makeClient({ name: 'Grace Hopper' });
  const stranger = await studio.makeClient({ name: 'Alan Turing' });
  const musician = await studio.makeMusician({ name: 'Rafa Monteiro' });
  const { id } = await makeSession(studio, {
    client,
    musician,
    title: 'Night Song',
    message: 'Softly, please',
    files: { user: 1 },
  });
  await makeSession(studio, { client: stranger, musician, title: 'Other Song', message: 'Loudly, please' });
  const files = await download(client);
  expect(listOf(files, 'profile.json')).toMatchObject([{ name: 'Grace Hopper', email: client.email }]);
  expect(listOf(files, 'sessions.json')).toMatchObject([{ id, with: 'Rafa Monteiro', title: 'Night Song' }]);
  expect(listOf(files, 'messages.json')).toContainEqual(
    expect.objectContaining({ from: 'you', text: 'Softly, please' }),
  );
  expect(listOf(files, 'files.json')).toMatchObject([{ session: id }]);
  expect(listOf(files, 'credits.json')).toMatchObject([{ credits: 12 }]);
  expect(listOf(files, 'ratings.json')).toEqual([]);
  expect(String(files.get('README.txt'))).toContain('Grace Hopper');
  const whole = [...files.values()].map(String).join('\n');
  for (const other of ['Turing', 'Other Song', 'Loudly', musician.person.email, stranger.email])
    expect([other, whole.includes(other)]).toEqual([other, false]);
  const musicians = await download(await app.people.signIn(musician.person));
  expect(listOf(musicians, 'sessions.json')).toHaveLength(2);
  expect([...musicians.values()].map(String).join()).not.toContain(client.email);
});

test('long lists come in parts, without gap or repetition', async ({ app, studio, download }) => {
  const client = await studio.makeClient({ credits: 0 });
  const rows = Array.from({ length: 1234 }, (_, n) => ({
    id: newId(),
    client_id: client.id,
    title: `Song ${n}`,
    created_at: app.clock.now(),
  }));
  await app.db.insertInto('tracks').values(rows).execute();
  const titles = listOf(await download(client), 'tracks.json').map(({ title }) => title);
  expect(titles).toEqual(rows.map(({ title }) => title));
});

test('three downloads a day, each for an hour, and for nobody else', async ({ app, studio, get }) => {
  const client = await studio.makeClient();
  const tries = await Promise.all(Array.from({ length: 6 }, () => app.call(privacy.startExport, {}, client)));
  expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 429, 429, 429]);
  const url = tries.find(({ status }) => status === 201)?.body.url ?? '';
  expect((await get(url, await studio.makeClient())).status).toBe(404);
  expect((await get(url, client)).status).toBe(200);
  app.clock.add({ minutes: 61 });
  expect((await get(url, client)).status).toBe(404);
  expect((await app.call(privacy.getOwnData, {}, client)).body.exports_left).toBe(0);
  app.clock.add({ hours: 24 });
  expect((await app.call(privacy.getOwnData, {}, client)).body.exports_left).toBe(3);
  expect((await app.call(privacy.startExport, {}, await app.people.make('operator'))).status).toBe(403);
  expect((await app.call(privacy.startExport, {})).status).toBe(401);
  expect(await brokenInvariants(app.db)).toEqual([]);
});
