import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test as base } from 'vitest';
import { openAssetStore } from './older-assets.ts';

const at = (day: number): Temporal.Instant =>
  Temporal.Instant.from('2026-03-01T00:00:00Z').add({ hours: Math.round(day * 24) });

const test = base
  .extend('place', ({}, { onCleanup }) => {
    const place = fs.mkdtempSync(path.join(os.tmpdir(), 'talkback-assets-'));
    onCleanup(() => fs.rmSync(place, { recursive: true }));
    return place;
  })
  /** Starts with a build of these files on a day; the files that are served beside it then. */
  .extend('start', ({ place }) => async (day: number, ...names: string[]): Promise<string[]> => {
    const built = fs.mkdtempSync(path.join(place, 'build-'));
    for (const name of names) fs.writeFileSync(path.join(built, name), `code of ${name}`);
    const { folder, store } = await openAssetStore(path.join(place, 'data'));
    await store(built, at(day));
    return fs.readdirSync(folder).toSorted();
  });

test('files of the build before stay for a week after the upgrade, however long that build ran', async ({
  start,
}) => {
  expect(await start(0, 'a-1.js', 'b-1.js')).toEqual(['a-1.js', 'b-1.js']);
  expect(await start(90, 'a-1.js', 'b-2.js')).toEqual(['a-1.js', 'b-1.js', 'b-2.js']);
  expect(await start(96.9, 'a-1.js', 'b-2.js')).toEqual(['a-1.js', 'b-1.js', 'b-2.js']);
  expect(await start(97.1, 'a-1.js', 'b-2.js')).toEqual(['a-1.js', 'b-2.js']);
});

test('each build of the last week stays, and the way back loses none', async ({ start }) => {
  await start(0, 'a-1.js');
  await start(3, 'a-2.js');
  expect(await start(5, 'a-3.js')).toEqual(['a-1.js', 'a-2.js', 'a-3.js']);
  expect(await start(6, 'a-2.js')).toEqual(['a-1.js', 'a-2.js', 'a-3.js']);
  expect(await start(12, 'a-2.js')).toEqual(['a-2.js', 'a-3.js']);
  expect(await start(14, 'a-2.js')).toEqual(['a-2.js']);
});

test('a copy that was not finished is never served', async ({ place, start }) => {
  await start(0, 'a-1.js');
  fs.writeFileSync(path.join(place, 'data/screens/unfinished'), 'half');
  expect(await start(1, 'a-2.js')).toEqual(['a-1.js', 'a-2.js']);
  expect(fs.readFileSync(path.join(place, 'data/screens/assets/a-2.js'), 'utf8')).toBe('code of a-2.js');
});

test('a list that cannot be read loses nothing', async ({ place, start }) => {
  await start(0, 'a-1.js');
  fs.writeFileSync(path.join(place, 'data/screens/current.json'), '["a-1');
  expect(await start(90, 'a-2.js')).toEqual(['a-1.js', 'a-2.js']);
});
