import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { SessionStatus } from '../../shared/sessions/rules.ts';
import { START, testApp, type TestApp } from '../test/app.ts';
import { fileDesk, type FileDesk } from '../test/files.ts';
import type { TestPerson } from '../test/people.ts';
import { makeSession, type TestSession } from '../test/sessions.ts';
import { makeStudio, type Studio, type TestMusician } from '../test/studio.ts';

let api: TestApp;
let studio: Studio;
let desk: FileDesk;
let client: TestPerson;
let musician: TestMusician;

beforeAll(async () => {
  api = await testApp();
  studio = await makeStudio(api);
  desk = await fileDesk(api);
  client = await studio.makeClient();
  musician = await studio.makeMusician();
});
afterEach(() => {
  api.clock.instant = Temporal.Instant.from(START);
  vi.restoreAllMocks();
});
afterAll(() => api.close());

let made = 0;
const session = (status: SessionStatus = 'client_files_upload_required'): Promise<TestSession> => {
  made += 1;
  const isPast = status === 'partner_upload_required' || status === 'partner_deliverables_ready';
  const starts = api.clock.now().add({ hours: isPast ? -made - 24 : made + 24 });
  return makeSession(studio, { client, musician, status, starts });
};
const openUploads = (id: number) =>
  api.db.selectFrom('uploads').selectAll().where('session_id', '=', id).execute();
const namesOf = async (id: number, as = client) =>
  (await desk.list(id, 'user', as)).body.files.map((file) => file.filePath);
/** A name that does not compress: an index row has a limit. */
const folder = () => randomBytes(124).toString('hex');
const thousand = (name: string) =>
  Array.from({ length: 1000 }, (_, index) => ({ fileName: `${name} ${index}` }));
const folderOf = (...below: string[]) => join(api.app.ctx().settings.dataDir, 'files', ...below);

describe('POST /api/sessions/file-upload-link', () => {
  test('answers one url and one key for each file, in order; the key holds nothing of the name', async () => {
    const { id } = await session();
    const answer = await desk.links(
      id,
      [
        { fileName: 'kick.wav', filePath: 'drums/kick.wav', fileType: 'audio/wav', fileSize: 3 },
        { fileName: 'snare.wav', filePath: 'drums', fileSize: 3 },
        { fileName: 'notes.txt' },
      ],
      client,
    );
    expect(answer.status).toBe(200);
    expect(answer.body.urls).toHaveLength(3);
    for (const { url, key } of answer.body.urls) {
      expect(key).toMatch(new RegExp(`^sessions/${id}/user/[0-9a-f-]{36}$`));
      expect(url.startsWith(`http://localhost:4000/storage/talkback/${key}?`)).toBe(true);
    }
    for (const { url } of answer.body.urls)
      expect((await desk.send(url, { method: 'PUT', body: Buffer.from('abc') })).status).toBe(200);
    expect((await desk.report(id, client)).status).toBe(200);
    expect(await namesOf(id)).toEqual(['notes.txt', 'drums/kick.wav', 'drums/snare.wav']);
  });

  test("the musician's links are on the musician's own origin and lead into 'output'", async () => {
    const { id } = await session('partner_upload_required');
    const { body } = await desk.links(id, [{ fileName: 'take.wav' }], musician.person);
    expect(body.urls[0]?.url.startsWith('http://localhost:4001/storage/')).toBe(true);
    expect(body.urls[0]?.key).toContain(`sessions/${id}/output/`);
  });

  test.each([
    ['client_files_upload_required', 200, 409],
    ['client_files_pending_review', 200, 409],
    ['client_files_update_required', 200, 409],
    ['partner_ready_to_go', 200, 409],
    ['partner_upload_required', 200, 200],
    ['partner_deliverables_ready', 409, 200],
    ['cancelled', 409, 409],
  ] as const)('in %s the client is answered %i, the musician %i', async (status, clients, musicians) => {
    const { id } = await session(status);
    const files = [{ fileName: 'a.wav' }];
    expect((await desk.links(id, files, client)).status).toBe(clients);
    expect((await desk.links(id, files, musician.person)).status).toBe(musicians);
  });

  test('a refusal says why in words for the person', async () => {
    const upcoming = await session();
    const early = await desk.links(upcoming.id, [{ fileName: 'a.wav' }], musician.person);
    expect(early.problem.detail).toBe('This comes once the session is over.');
    const delivered = await session('partner_deliverables_ready');
    const late = await desk.links(delivered.id, [{ fileName: 'a.wav' }], client);
    expect(late.problem.detail).toBe('This session is complete, so it takes no more files.');
  });

  test('5 GiB is taken, 5 GiB + 1 is 413 with the text, and nothing is begun', async () => {
    const { id } = await session();
    expect((await desk.links(id, [{ fileName: 'a', fileSize: 5_368_709_120 }], client)).status).toBe(200);
    const files = [{ fileName: 'b' }, { fileName: 'c', fileSize: 5_368_709_121 }];
    const answer = await desk.links(id, files, client);
    expect(answer.problem).toMatchObject({
      status: 413,
      code: 'too_large',
      detail: 'Error: Some files were larger than 5 GiB',
    });
    expect(await openUploads(id)).toHaveLength(1);
  });

  test('where no size was told, storage refuses 5 GiB + 1 before its body', async () => {
    const { id } = await session();
    const { body } = await desk.links(id, [{ fileName: 'huge.wav' }], client);
    const asked = desk.open(body.urls[0]?.url ?? '', {
      method: 'PUT',
      headers: { 'content-length': 5_368_709_121 },
    });
    const answer = await new Promise<number | undefined>((answered) => {
      asked.on('response', (response) => answered(response.resume().statusCode));
      asked.on('error', () => {});
      asked.flushHeaders();
    });
    asked.destroy();
    expect(answer).toBe(400);
    expect((await desk.report(id, client)).problem.code).toBe('no_complete_file');
  });

  test.each([
    ['no files', { session_id: 100001, files: [] }],
    [
      'more than 1000',
      { session_id: 100001, files: Array.from({ length: 1001 }, () => ({ fileName: 'a' })) },
    ],
    ['a negative size', { session_id: 100001, files: [{ fileName: 'a', fileSize: -1 }] }],
    ['half a byte', { session_id: 100001, files: [{ fileName: 'a', fileSize: 0.5 }] }],
    ['a name of 1001 characters', { session_id: 100001, files: [{ fileName: 'a'.repeat(1001) }] }],
    ['no name', { session_id: 100001, files: [{ filePath: 'a' }] }],
    ['no session', { files: [{ fileName: 'a' }] }],
    ['a session beyond all numbers', { session_id: 2_147_483_648, files: [{ fileName: 'a' }] }],
  ])('%s is malformed: 400', async (_what, body) => {
    const answer = await api.app.http.inject({
      method: 'POST',
      url: '/api/sessions/file-upload-link',
      headers: { host: 'localhost:4000', cookie: client.cookie },
      payload: body,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'malformed' });
  });

  test.each([
    ['', 'This name cannot be used.'],
    ['..', 'This name cannot be used.'],
    ['\u0000\u202e', 'This name cannot be used.'],
    [`${`${'x'.repeat(250)}/`.repeat(8)}a.wav`, 'This name with its folders is too long.'],
  ])('%j as a path is 422 and names the file', async (filePath, message) => {
    const { id } = await session();
    const fileName = filePath === '' ? '' : (filePath.split('/').at(-1) ?? '');
    const answer = await desk.links(id, [{ fileName: 'fine.wav' }, { fileName, filePath }], client);
    expect(answer.problem).toMatchObject({
      status: 422,
      code: 'invalid',
      errors: [{ field: 'files.1.filePath', message }],
    });
    expect(await openUploads(id)).toEqual([]);
  });

  test('two files of one name in one call are 422: one of them would be lost', async () => {
    const { id } = await session();
    const answer = await desk.links(id, [{ fileName: 'a.wav' }, { fileName: './a.wav' }], client);
    expect(answer.problem).toMatchObject({
      status: 422,
      errors: [{ field: 'files.1.filePath', message: 'Two of the files have this name.' }],
    });
  });

  test('the deepest place that is taken can be listed, found and replaced', async () => {
    const { id } = await session();
    const path = `${Array.from({ length: 8 }, folder).join('/')}/a.wav`;
    expect(Buffer.byteLength(path)).toBeGreaterThan(1990);
    await desk.deliver(id, [{ path, bytes: Buffer.from('1') }], client);
    await desk.deliver(id, [{ path, bytes: Buffer.from('22') }], client);
    expect(await namesOf(id)).toEqual([path]);
    expect((await desk.link(id, path, client, 'user')).status).toBe(200);
  });

  test('3,000 uploads may be under way into a folder; the next is 409 until some have arrived or were given up', async () => {
    const { id } = await session();
    for (const name of ['a', 'b', 'c'])
      expect((await desk.links(id, thousand(name), client)).status).toBe(200);
    const over = await desk.links(id, [{ fileName: 'one more' }], client);
    expect(over.problem).toMatchObject({
      status: 409,
      code: 'too_many_uploads',
      detail: 'Many uploads of this session are still open. Please let some of them finish first.',
    });
  });
});

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

  test.each(names)(
    'the name %j shows as %j, comes back byte by byte, and lies under its key',
    async (raw, shown) => {
      const { id } = await session();
      const bytes = randomBytes(2000);
      const [key = ''] = await desk.upload(id, [{ path: raw, bytes }], client);
      expect(key).toMatch(/^sessions\/\d+\/user\/[0-9a-f-]{36}$/);
      expect((await desk.report(id, client)).status).toBe(200);
      const { body } = await desk.list(id, 'user', client);
      expect(body.files.map((file) => [file.filePath, file.prefix + file.filename, file.size])).toEqual([
        [shown, shown, 2000],
      ]);
      const link = await desk.link(id, body.files[0]?.filePath ?? '', musician.person);
      const got = await desk.send(link.body.downloadUrl);
      expect(got.status).toBe(200);
      expect(got.body.equals(bytes)).toBe(true);
      const disposition = String(got.headers['content-disposition']);
      expect(disposition).toMatch(/^attachment; filename="[^"\\]*"; filename\*=UTF-8''[\w!#$&+\-.^`|~%]*$/);
      const exact = decodeURIComponent(disposition.split("UTF-8''")[1] ?? '');
      expect(exact).toBe(shown.slice(shown.lastIndexOf('/') + 1));
      expect(got.headers['x-content-type-options']).toBe('nosniff');
    },
  );

  test('no name of a person is a name on the disk', async () => {
    const all = await readdir(folderOf(), { recursive: true, withFileTypes: true });
    const files = all.filter((entry) => entry.isFile()).map((entry) => entry.name);
    expect(files.length).toBeGreaterThan(names.length);
    expect(files.filter((name) => !/^(?:[0-9a-f-]{36}|[0-9a-f]{64}\.json)$/.test(name))).toEqual([]);
  });

  test('an empty file is a file', async () => {
    const { id } = await session();
    expect((await desk.deliver(id, [{ path: 'empty.txt', bytes: Buffer.alloc(0) }], client)).status).toBe(
      200,
    );
    expect((await desk.list(id, 'user', client)).body.files).toMatchObject([
      { filename: 'empty.txt', size: 0 },
    ]);
  });

  test('mp3 and wav are playable, nothing else', async () => {
    const { id } = await session();
    const bytes = Buffer.from('x');
    const files = ['a.WAV', 'b.mp3', 'c.flac', 'wav'].map((path) => ({ path, bytes }));
    await desk.deliver(id, files, client);
    const { body } = await desk.list(id, 'user', client);
    expect(body.files.map((file) => [file.filename, file.isSupportedAudioFile])).toEqual([
      ['a.WAV', true],
      ['b.mp3', true],
      ['c.flac', false],
      ['wav', false],
    ]);
    expect(body).toMatchObject({ total: 4, download: { state: 'offered', until: null } });
    expect(body.files[0]?.last_modified).toBe('2026-11-21T12:00:00Z');
  });

  test('a cut-off upload leaves nothing visible; the same link takes it again', async () => {
    const { id } = await session();
    const size = 1_000_000;
    const { body } = await desk.links(id, [{ fileName: 'cut.wav', fileSize: size }], client);
    const url = body.urls[0]?.url ?? '';
    const asked = desk.open(url, { method: 'PUT', headers: { 'content-length': size } });
    asked.on('error', () => {});
    asked.write(randomBytes(100_000));
    await vi.waitFor(async () => expect(await readdir(folderOf('tmp'))).not.toEqual([]));
    asked.destroy();
    await vi.waitFor(async () => expect(await readdir(folderOf('tmp'))).toEqual([]));
    const told = await desk.report(id, client);
    expect(told.problem).toMatchObject({
      status: 409,
      code: 'no_complete_file',
      detail: 'No file has arrived completely yet.',
    });
    expect(await namesOf(id)).toEqual([]);
    expect((await desk.send(url, { method: 'PUT', body: randomBytes(size) })).status).toBe(200);
    expect((await desk.report(id, client)).status).toBe(200);
    expect(await namesOf(id)).toEqual(['cut.wav']);
  });

  test('a body of another length than announced is refused by storage', async () => {
    const { id } = await session();
    const { body } = await desk.links(id, [{ fileName: 'a.wav', fileSize: 10 }], client);
    const answer = await desk.send(body.urls[0]?.url ?? '', { method: 'PUT', body: randomBytes(11) });
    expect(answer.status).toBe(403);
    expect((await desk.report(id, client)).status).toBe(409);
  });

  test('an object of another size than announced is not listed; its bytes are given up', async () => {
    const { id } = await session();
    const { body } = await desk.links(id, [{ fileName: 'a.wav', fileSize: 10 }], client);
    const key = body.urls[0]?.key ?? '';
    await api.app.ctx().storage.put(key, Buffer.from('short'), 5, 'audio/wav');
    expect((await desk.report(id, client)).problem.code).toBe('no_complete_file');
    expect(await namesOf(id)).toEqual([]);
    const doomed = await api.db.selectFrom('doomed_objects').select('key').where('key', '=', key).execute();
    expect(doomed).toEqual([{ key }]);
  });

  test('a link is over after an hour; a new one is for the asking', async () => {
    const { id } = await session();
    const { body } = await desk.links(id, [{ fileName: 'a.wav', fileSize: 1 }], client);
    api.clock.add({ minutes: 61 });
    const put = { method: 'PUT', body: Buffer.from('a') };
    expect((await desk.send(body.urls[0]?.url ?? '', put)).status).toBe(403);
    const again = await desk.links(id, [{ fileName: 'a.wav', fileSize: 1 }], client);
    expect((await desk.send(again.body.urls[0]?.url ?? '', put)).status).toBe(200);
  });

  test('64 uploads at once are 64 files, every byte right', async () => {
    const { id } = await session();
    const files = Array.from({ length: 64 }, (_, index) => ({
      path: `takes/${index}.wav`,
      bytes: randomBytes(50_000 + index),
    }));
    expect((await desk.deliver(id, files, client)).status).toBe(200);
    expect((await desk.list(id, 'user', client)).body.total).toBe(64);
    for (const { path, bytes } of [files[0], files[63]].filter((file) => file !== undefined)) {
      const link = await desk.link(id, path, client, 'user');
      expect((await desk.send(link.body.downloadUrl)).body.equals(bytes)).toBe(true);
    }
  });

  test('a folder of 1,000 files is told of in one call', async () => {
    const { id } = await session();
    const asked = Array.from({ length: 1000 }, (_, index) => ({ fileName: `${index}.wav`, fileSize: 4 }));
    const { body } = await desk.links(id, asked, client);
    const { storage } = api.app.ctx();
    vi.spyOn(storage, 'head').mockResolvedValue({ size: 4, crc32: 1 });
    expect((await desk.report(id, client)).status).toBe(200);
    expect(body.urls).toHaveLength(1000);
    expect((await desk.list(id, 'user', client)).body.total).toBe(1000);
  });
});
