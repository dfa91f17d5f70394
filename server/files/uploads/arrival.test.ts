import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { test as base } from '#test/rooms/files.ts';

const test = base
  .extend(
    'namesOf',
    { scope: 'file' },
    ({ filesApi, client }) =>
      (id: number) =>
        filesApi.names(id, 'user', client),
  )
  .extend(
    'folderOf',
    { scope: 'file' },
    ({ app }) =>
      (...below: string[]) =>
        join(app.ctx().settings.dataDir, 'files', ...below),
  );

describe('what arrives', () => {
  const names = [
    ['../../../etc/passwd', 'etc/passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['%2e%2e%2fescape.wav', '%2e%2e%2fescape.wav'],
    ['a%2fb.wav', 'a%2fb.wav'],
    ['nu\u0000l.wav', 'nul.wav'],
    ['gpj\u202e.exe.wav', 'gpj.exe.wav'],
    ['שיר\u200f.wav', 'שיר\u200f.wav'],
    ['"quoted" \'it\' <b>&amp; 100%.wav', '"quoted" \'it\' <b>&amp; 100%.wav'],
    [`${'n'.repeat(251)}.wav`, `${'n'.repeat(251)}.wav`],
    ['🎸/🥁 é.wav', '🎸/🥁 é.wav'],
    ['CON', 'CON'],
    ["'; drop table files; --", "'; drop table files; --"],
  ] as const;

  test.for(names)(
    'the name %j shows as %j, comes back byte by byte, and lies under its key',
    async ([raw, shown], { filesApi, client, musician, session }) => {
      const { id } = await session();
      const bytes = randomBytes(2000);
      const [key = ''] = await filesApi.upload(id, [{ path: raw, bytes }], client);
      expect(key).toMatch(/^sessions\/\d+\/user\/[0-9a-f-]{36}-[0-9a-f]{32}$/);
      expect((await filesApi.report(id, client)).status).toBe(200);
      const { body } = await filesApi.list(id, 'user', client);
      expect(body.files.map((file) => [file.filePath, file.prefix + file.filename, file.size])).toEqual([
        [shown, shown, 2000],
      ]);
      const link = await filesApi.link(id, body.files[0]?.filePath ?? '', musician.person);
      const got = await filesApi.send(link.body.downloadUrl);
      expect(got.status).toBe(200);
      expect(got.body.equals(bytes)).toBe(true);
      const disposition = String(got.headers['content-disposition']);
      expect(disposition).toMatch(/^attachment; filename="[^"\\]*"; filename\*=UTF-8''[\w!#$&+\-.^`|~%]*$/);
      const exact = decodeURIComponent(disposition.split("UTF-8''")[1] ?? '');
      expect(exact).toBe(shown.slice(shown.lastIndexOf('/') + 1));
      expect(got.headers['x-content-type-options']).toBe('nosniff');
    },
  );

  test('no name of a person is a name on the disk', async ({ folderOf }) => {
    const all = await readdir(folderOf(), { recursive: true, withFileTypes: true });
    const files = all.filter((entry) => entry.isFile()).map((entry) => entry.name);
    expect(files.length).toBeGreaterThan(names.length);
    expect(files.filter((name) => !/^(?:[0-9a-f-]{36}|[0-9a-f]{64}\.json)$/.test(name))).toEqual([]);
  });

  test('an empty file is a file', async ({ filesApi, client, session }) => {
    const { id } = await session();
    expect((await filesApi.deliver(id, [{ path: 'empty.txt', bytes: Buffer.alloc(0) }], client)).status).toBe(
      200,
    );
    expect((await filesApi.list(id, 'user', client)).body.files).toMatchObject([
      { filename: 'empty.txt', size: 0 },
    ]);
  });

  test('mp3 and wav are playable, nothing else', async ({ filesApi, client, session }) => {
    const { id } = await session();
    const bytes = Buffer.from('x');
    const files = ['a.WAV', 'b.mp3', 'c.flac', 'wav'].map((path) => ({ path, bytes }));
    await filesApi.deliver(id, files, client);
    const { body } = await filesApi.list(id, 'user', client);
    expect(body.files.map((file) => [file.filename, file.isSupportedAudioFile])).toEqual([
      ['a.WAV', true],
      ['b.mp3', true],
      ['c.flac', false],
      ['wav', false],
    ]);
    expect(body).toMatchObject({ total: 4, download: { state: 'offered', until: null } });
    expect(body.files[0]?.last_modified).toBe('2026-11-21T12:00:00Z');
  });

  test('a cut-off upload leaves nothing visible; the same link takes it again', async ({
    filesApi,
    client,
    session,
    namesOf,
    folderOf,
  }) => {
    const { id } = await session();
    const size = 1_000_000;
    const { body } = await filesApi.links(id, [{ fileName: 'cut.wav', fileSize: size }], client);
    const url = body.urls[0]?.url ?? '';
    const asked = filesApi.open(url, { method: 'PUT', headers: { 'content-length': size } });
    asked.on('error', () => {});
    asked.write(randomBytes(100_000));
    await expect.poll(() => readdir(folderOf('tmp'))).not.toEqual([]);
    asked.destroy();
    await expect.poll(() => readdir(folderOf('tmp'))).toEqual([]);
    const told = await filesApi.report(id, client);
    expect(told.problem).toMatchObject({
      status: 409,
      code: 'no_complete_file',
      detail: 'No file has arrived completely yet.',
    });
    expect(await namesOf(id)).toEqual([]);
    expect((await filesApi.send(url, { method: 'PUT', body: randomBytes(size) })).status).toBe(200);
    expect((await filesApi.report(id, client)).status).toBe(200);
    expect(await namesOf(id)).toEqual(['cut.wav']);
  });

  test('a body of another length than announced is refused by storage', async ({
    filesApi,
    client,
    session,
  }) => {
    const { id } = await session();
    const { body } = await filesApi.links(id, [{ fileName: 'a.wav', fileSize: 10 }], client);
    const answer = await filesApi.send(body.urls[0]?.url ?? '', { method: 'PUT', body: randomBytes(11) });
    expect(answer.status).toBe(403);
    expect((await filesApi.report(id, client)).status).toBe(409);
  });

  test('one of another size than announced is not listed; its bytes are given up', async ({
    app,
    filesApi,
    client,
    session,
    namesOf,
  }) => {
    const { id } = await session();
    const { body } = await filesApi.links(id, [{ fileName: 'a.wav', fileSize: 10 }], client);
    const key = body.urls[0]?.key ?? '';
    vi.spyOn(app.ctx().storage, 'parts').mockResolvedValueOnce([{ number: 1, size: 5, etag: 'short' }]);
    expect((await filesApi.report(id, client)).problem.code).toBe('no_complete_file');
    expect(await namesOf(id)).toEqual([]);
    const doomed = await app.db.selectFrom('doomed_objects').select('key').where('key', '=', key).execute();
    expect(doomed).toEqual([{ key }]);
  });

  test('a link is over after an hour; a new one is for the asking', async ({
    clock,
    filesApi,
    client,
    session,
  }) => {
    const { id } = await session();
    const { body } = await filesApi.links(id, [{ fileName: 'a.wav', fileSize: 1 }], client);
    clock.add({ minutes: 61 });
    const put = { method: 'PUT', body: Buffer.from('a') };
    expect((await filesApi.send(body.urls[0]?.url ?? '', put)).status).toBe(403);
    const again = await filesApi.links(id, [{ fileName: 'a.wav', fileSize: 1 }], client);
    expect((await filesApi.send(again.body.urls[0]?.url ?? '', put)).status).toBe(200);
  });

  test('64 uploads at once are 64 files, every byte right', async ({ filesApi, client, session }) => {
    const { id } = await session();
    const files = Array.from({ length: 64 }, (_, index) => ({
      path: `takes/${index}.wav`,
      bytes: randomBytes(50_000 + index),
    }));
    expect((await filesApi.deliver(id, files, client)).status).toBe(200);
    expect((await filesApi.list(id, 'user', client)).body.total).toBe(64);
    for (const { path, bytes } of [files[0], files[63]].filter((file) => file !== undefined)) {
      const link = await filesApi.link(id, path, client, 'user');
      expect((await filesApi.send(link.body.downloadUrl)).body.equals(bytes)).toBe(true);
    }
  });

  test('a folder of 1,000 files is told of in one call', async ({ app, filesApi, client, session }) => {
    const { id } = await session();
    const asked = Array.from({ length: 1000 }, (_, index) => ({ fileName: `${index}.wav`, fileSize: 4 }));
    const { body } = await filesApi.links(id, asked, client);
    const { storage } = app.ctx();
    vi.spyOn(storage, 'parts').mockResolvedValue([{ number: 1, size: 4, etag: 'part' }]);
    vi.spyOn(storage, 'complete').mockImplementation(async (key) => ({
      key,
      object: { size: 4, crc32: 1, etag: 'whole', version: null },
    }));
    expect((await filesApi.report(id, client)).status).toBe(200);
    expect(body.urls).toHaveLength(1000);
    expect((await filesApi.list(id, 'user', client)).body.total).toBe(1000);
  });
});
