import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { waveform } from '#shared/files/contract.ts';
import { PutBucketPolicyCommand, S3Client } from '@aws-sdk/client-s3';
import pino from 'pino';
import { describe, expect, inject, test as base } from 'vitest';
import type { Log } from '#server/lib/log.ts';
import { systemClock } from '#server/lib/clock.ts';
import { filesStudio, type FilesStudio } from '../rooms/files.ts';
import { makeWav } from '../rooms/audio.ts';
import { deleteOrphans } from '#server/files/jobs.ts';
import { unpackZip } from '../rooms/zip.ts';

const BUCKET = 'talkback';

/** A studio with files on a foreign server; links are signed by write-only keys where it has them. */
async function openStudio(server: (typeof servers)[number], log: Log): Promise<FilesStudio> {
  const { endpoint, accessKeyId, secretAccessKey, upload } = server;
  const env: Record<string, string> = {
    S3_BUCKET: BUCKET,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  if (upload !== null) {
    env['S3_UPLOAD_ACCESS_KEY_ID'] = upload.accessKeyId;
    env['S3_UPLOAD_SECRET_ACCESS_KEY'] = upload.secretAccessKey;
  }
  // links use the application's clock, the server its own
  const made = await filesStudio(systemClock.now().toString(), { env, log });
  if (upload !== null) await mayWrite(server);
  return made;
}

/** The bucket policy of docs/operating.md#files: the second user may only write. */
async function mayWrite({ endpoint, accessKeyId, secretAccessKey }: (typeof servers)[number]): Promise<void> {
  const s3 = new S3Client({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
  });
  const statement = {
    Effect: 'Allow',
    Principal: { AWS: ['arn:aws:iam:::user/upload'] },
    Action: ['s3:PutObject'],
    Resource: `arn:aws:s3:::${BUCKET}/*`,
  };
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
  await s3.send(new PutBucketPolicyCommand({ Bucket: BUCKET, Policy }));
  s3.destroy();
}

const servers = inject('foreignS3');

const put = async (url: string, bytes: Buffer, headers: Record<string, string> = {}): Promise<number> =>
  (await fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers })).status;

interface Opened {
  readonly studio: FilesStudio;
  /** Logged errors, a line each. */
  readonly errors: readonly string[];
}

async function openWithLog(server: (typeof servers)[number]): Promise<Opened> {
  const errors: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
  return { studio: await openStudio(server, log), errors };
}

/** `open` brings a server's studio, one for all tests of the file. */
const test = base.extend('open', { scope: 'file' }, ({}, { onCleanup }) => {
  const opened = new Map<string, Promise<Opened>>();
  onCleanup(async () => {
    for (const one of opened.values()) await (await one).studio.api.close();
  });
  return (server: (typeof servers)[number]): Promise<Opened> => {
    const one = opened.get(server.name) ?? openWithLog(server);
    opened.set(server.name, one);
    return one;
  };
});

const sendOne = async (studio: FilesStudio, id: number, fileName: string, text: string): Promise<string> => {
  const { filesApi, client } = studio;
  const begun = await filesApi.links(id, [{ fileName, fileSize: text.length }], client);
  const { url = '', key = '' } = begun.body.urls[0] ?? {};
  expect(await put(url, Buffer.from(text))).toBe(200);
  expect((await filesApi.report(id, client)).status).toBe(200);
  return key;
};

describe.each(servers)('on $name', (server) => {
  const { endpoint } = server;
  test('links, bytes by them, listed with sizes, checksums and waveform by jobs, a link, the zip, deleted', async ({
    open,
  }) => {
    const { studio } = await open(server);
    const { api, filesApi, client, musician } = studio;
    const { id } = await studio.session();
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
    const begun = await filesApi.links(id, asked, client);
    expect(begun.status).toBe(200);
    const urls = begun.body.urls.map(({ url }) => url);
    expect(urls.every((url) => url.startsWith(`${endpoint}/talkback/`))).toBe(true);
    // nothing was stored, and another length is refused
    expect((await filesApi.report(id, client)).problem.code).toBe('no_complete_file');
    expect(await put(urls[1] ?? '', Buffer.from('short'))).toBeGreaterThanOrEqual(400);
    for (const [index, url] of urls.entries()) expect(await put(url, files[index]?.bytes ?? wav)).toBe(200);
    const told = await filesApi.report(id, client);
    expect([told.status, told.body.session.status]).toEqual([200, 'client_files_pending_review']);
    const listed = await filesApi.list(id, 'user', musician.person);
    expect(listed.body.files.map(({ filePath, size }) => [filePath, size])).toEqual([
      ['notes.txt', 300_000],
      ['Stems/Bass é 🎸.wav', wav.length],
    ]);

    for (const [index, url] of urls.entries()) {
      const { bytes } = files[index] ?? { bytes: wav };
      expect(await put(url, bytes)).toBeGreaterThanOrEqual(400);
      expect(await put(url, randomBytes(bytes.length))).toBeGreaterThanOrEqual(400);
      const copy = { 'x-amz-copy-source': `/${BUCKET}/${begun.body.urls[0]?.key}` };
      expect(await put(url, Buffer.alloc(0), copy)).toBeGreaterThanOrEqual(400);
    }

    expect((await filesApi.archiveLink(id, musician.person)).body.code).toBe('preparing-files');
    await api.queues.drain();
    const sums = await api.db.selectFrom('files').select(['prefix', 'crc32']).orderBy('prefix').execute();
    expect(sums.map((row) => row.crc32)).toEqual([crc32(files[1]?.bytes ?? wav), crc32(wav)]);
    const file_id = listed.body.files[1]?.id ?? '';
    const outline = await api.call(waveform, { query: { session_id: id, file_id } }, musician.person);
    expect(outline.body).toMatchObject({ state: 'ready', seconds: 0.5 });

    const link = await filesApi.link(id, 'Stems/Bass é 🎸.wav', musician.person);
    const got = await fetch(link.body.downloadUrl, { headers: { range: 'bytes=10-99' } });
    expect([got.status, Buffer.from(await got.arrayBuffer())]).toEqual([206, wav.subarray(10, 100)]);

    const ready = await filesApi.archiveLink(id, musician.person);
    expect(ready.body.code).toBe('files-ready');
    const zip = await filesApi.send(ready.body.downloadUrl ?? '', { as: musician.person });
    expect([zip.status, Number(zip.headers['content-length'])]).toEqual([200, zip.body.length]);
    const rest = await filesApi.send(ready.body.downloadUrl ?? '', {
      as: musician.person,
      headers: { range: 'bytes=150000-', 'if-range': String(zip.headers.etag) },
    });
    expect([rest.status, rest.body.equals(zip.body.subarray(150_000))]).toEqual([206, true]);
    const unpacked = [...unpackZip(zip.body).values()];
    expect(new Set(unpacked.map((bytes) => crc32(bytes)))).toEqual(new Set(sums.map((row) => row.crc32)));

    const rows = await api.db.selectFrom('files').select('key').where('session_id', '=', id).execute();
    const keys = [...begun.body.urls, ...rows].map(({ key }) => key);
    expect((await filesApi.deleteFolder(id, client)).status).toBe(200);
    api.clock.add({ hours: 1 });
    await deleteOrphans.run(api.ctx(), {});
    const { storage } = api.ctx();
    expect(await Promise.all(keys.map((key) => storage.head(key)))).toEqual(keys.map(() => null));
  });

  test('a link copies no file of others into one that its sender may read', async ({ open }) => {
    const { studio } = await open(server);
    const { api, filesApi, client } = studio;
    const { id } = await studio.session();
    const secret = await sendOne(studio, id, 'theirs.wav', 'secret');
    const { key } = await api.db
      .selectFrom('files')
      .select('key')
      .where('session_id', '=', id)
      .executeTakeFirstOrThrow();
    const begun = await filesApi.links(id, [{ fileName: 'mine.wav' }], client);
    const { url = '' } = begun.body.urls[0] ?? {};
    for (const from of [secret, key])
      expect(
        await put(url, Buffer.alloc(0), { 'x-amz-copy-source': `/${BUCKET}/${from}` }),
      ).toBeGreaterThanOrEqual(400);
  });

  test('what somebody changes past the studio is said, logged and not served', async ({ open }) => {
    const { studio, errors } = await open(server);
    const { api, filesApi, client, musician } = studio;
    const { id } = await studio.session();
    await sendOne(studio, id, 'take.wav', 'take');
    await api.queues.drain();
    const file = await api.db
      .selectFrom('files')
      .select(['id', 'key'])
      .where('session_id', '=', id)
      .executeTakeFirstOrThrow();
    await api.ctx().storage.put(file.key, Buffer.from('fake'), 4, 'audio/wav');
    expect((await filesApi.link(id, 'take.wav', musician.person)).problem).toMatchObject({
      status: 409,
      code: 'file_changed',
    });
    expect((await filesApi.list(id, 'user', client)).body.files).toMatchObject([{ changed: true }]);
    expect((await filesApi.archiveLink(id, musician.person)).problem.code).toBe('file_changed');
    expect(errors.filter((line) => line.includes(file.id))).toHaveLength(1);
  });
});
