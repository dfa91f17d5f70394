import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { waveform } from '../../../shared/files/contract.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { filesStudio, type FilesStudio } from '../../test/files.ts';
import { makeWav } from '../audio/testing.ts';
import { buryObjects } from '../jobs.ts';
import { unpackZip } from '../zip/testing.ts';

const { endpoint, accessKeyId, secretAccessKey } = inject('foreignS3');

let made: FilesStudio;

beforeAll(async () => {
  const env = {
    S3_BUCKET: 'talkback',
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  // links are dated by the application's clock, and another server lives by its own
  made = await filesStudio(systemClock.now().toString(), { env });
});
afterAll(() => made.api.close());

const put = async (url: string, bytes: Buffer): Promise<number> =>
  (await fetch(url, { method: 'PUT', body: new Uint8Array(bytes) })).status;

test('on another S3: links, bytes by them, listed with sizes, checksums and waveform by jobs, a link, the zip, deleted', async () => {
  const { api, desk, client, musician } = made;
  const { id } = await made.session();
  const wav = makeWav(Array.from({ length: 4000 }, (_, at) => [at % 2 === 0 ? 0.5 : -0.5]));
  const files = [
    { path: 'Stems/Bass é 🎸.wav', bytes: wav },
    { path: 'notes.txt', bytes: randomBytes(300_000) },
  ];

  const asked = files.map(({ path, bytes }) => ({
    fileName: path.slice(path.lastIndexOf('/') + 1),
    filePath: path,
    fileSize: bytes.length,
  }));
  const begun = await desk.links(id, asked, client);
  expect(begun.status).toBe(200);
  const urls = begun.body.urls.map(({ url }) => url);
  expect(urls.every((url) => url.startsWith(`${endpoint}/talkback/`))).toBe(true);
  // nothing has arrived, and a body of another length is refused
  expect((await desk.report(id, client)).problem.code).toBe('no_complete_file');
  expect(await put(urls[1] ?? '', Buffer.from('short'))).toBeGreaterThanOrEqual(400);
  for (const [index, url] of urls.entries()) expect(await put(url, files[index]?.bytes ?? wav)).toBe(200);
  const told = await desk.report(id, client);
  expect([told.status, told.body.session.status]).toEqual([200, 'client_files_pending_review']);
  const listed = await desk.list(id, 'user', musician.person);
  expect(listed.body.files.map(({ filePath, size }) => [filePath, size])).toEqual([
    ['notes.txt', 300_000],
    ['Stems/Bass é 🎸.wav', wav.length],
  ]);

  expect((await desk.archiveLink(id, musician.person)).body.code).toBe('preparing-files');
  await api.app.queues.drain();
  const sums = await api.db.selectFrom('files').select(['prefix', 'crc32']).orderBy('prefix').execute();
  expect(sums.map((row) => row.crc32)).toEqual([crc32(files[1]?.bytes ?? wav), crc32(wav)]);
  const file_id = listed.body.files[1]?.id ?? '';
  const outline = await api.call(waveform, { query: { session_id: id, file_id } }, musician.person);
  expect(outline.body).toMatchObject({ state: 'ready', seconds: 0.5 });

  const link = await desk.link(id, 'Stems/Bass é 🎸.wav', musician.person);
  const got = await fetch(link.body.downloadUrl, { headers: { range: 'bytes=10-99' } });
  expect([got.status, Buffer.from(await got.arrayBuffer())]).toEqual([206, wav.subarray(10, 100)]);

  const ready = await desk.archiveLink(id, musician.person);
  expect(ready.body.code).toBe('files-ready');
  const zip = await desk.send(ready.body.downloadUrl ?? '', { as: musician.person });
  expect([zip.status, Number(zip.headers['content-length'])]).toEqual([200, zip.body.length]);
  const rest = await desk.send(ready.body.downloadUrl ?? '', {
    as: musician.person,
    headers: { range: 'bytes=150000-', 'if-range': String(zip.headers.etag) },
  });
  expect([rest.status, rest.body.equals(zip.body.subarray(150_000))]).toEqual([206, true]);
  const unpacked = [...unpackZip(zip.body).values()];
  expect(new Set(unpacked.map((bytes) => crc32(bytes)))).toEqual(new Set(sums.map((row) => row.crc32)));

  const keys = begun.body.urls.map(({ key }) => key);
  expect((await desk.deleteFolder(id, client)).status).toBe(200);
  api.clock.add({ hours: 1 });
  await buryObjects.run(api.app.ctx(), {});
  const { storage } = api.app.ctx();
  expect(await Promise.all(keys.map((key) => storage.head(key)))).toEqual([null, null]);
});
