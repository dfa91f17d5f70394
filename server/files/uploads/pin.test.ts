import pino from 'pino';
import { describe, expect, vi } from 'vitest';
import * as contract from '#shared/files/contract.ts';
import { getSession, listSessions } from '#shared/sessions/contract.ts';
import { song } from '#test/rooms/files.ts';
import { TWO_PARTS, test as base } from '#test/rooms/parts.ts';
import { makeWaveforms } from '../waveforms/jobs.ts';
import { abortUploads } from '../../storage/uploads.ts';
import { makeChecksums } from '../jobs.ts';

const errors: string[] = [];
const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
const test = base
  .extend('options', { scope: 'file' }, () => ({ log }))
  .extend(
    'storage',
    { scope: 'file' },
    ({ app }) =>
      () =>
        app.ctx().storage,
  )
  .extend(
    'put',
    { scope: 'file' },
    ({ filesApi }) =>
      async (url: string, text: string) =>
        (await filesApi.send(url, { method: 'PUT', body: Buffer.from(text) })).status,
  )
  .extend('contentOf', { scope: 'file' }, ({ filesApi, musician }) => async (id: number, path: string) => {
    const { body } = await filesApi.link(id, path, musician.person);
    return (await filesApi.send(body.downloadUrl)).body.toString();
  })
  .extend(
    'fileOf',
    { scope: 'file' },
    ({ app }) =>
      (id: number) =>
        app.db.selectFrom('files').selectAll().where('session_id', '=', id).executeTakeFirstOrThrow(),
  )
  /** Overwrites a file's bytes, as somebody with the storage's keys could. */
  .extend(
    'change',
    { scope: 'file' },
    ({ storage, fileOf }) =>
      async (id: number, text: string) =>
        storage().put((await fileOf(id)).key, Buffer.from(text), text.length, 'audio/wav'),
  )
  .extend(
    'setFile',
    { scope: 'file' },
    ({ app }) =>
      (id: number, values: { etag?: null; crc32?: null }) =>
        app.db.updateTable('files').set(values).where('session_id', '=', id).execute(),
  );

describe('a listed file', () => {
  test('is changed by no link: not by the one it was sent by, not by one signed again', async ({
    filesApi,
    client,
    session,
    parts,
    put,
    contentOf,
  }) => {
    const { id } = await session();
    const { body } = await filesApi.links(id, [{ fileName: 'song.wav', fileSize: 4 }], client);
    const { url = '', key = '' } = body.urls[0] ?? {};
    const again = await parts.sign(id, key, { method: 'PUT' }, client);
    expect(await put(url, 'take')).toBe(200);
    expect((await filesApi.report(id, client)).status).toBe(200);
    for (const link of [url, again.body.url])
      for (const text of ['take', 'fake', 'longer fake'])
        expect([text, (await put(link, text)) < 400]).toEqual([text, false]);
    expect((await parts.sign(id, key, { method: 'PUT' }, client)).status).toBe(404);
    expect(await contentOf(id, 'song.wav')).toBe('take');
  });

  test('sent in parts is changed by none of its links either', async ({
    filesApi,
    client,
    musician,
    session,
    parts,
  }) => {
    const { id } = await session();
    const { key, uploadId, etag } = await parts.half(id);
    const late = await Promise.all(
      [1, 2].map((partNumber) => parts.sign(id, key, { method: 'PUT', uploadId, partNumber }, client)),
    );
    const [last = ''] = await parts.sendParts(id, key, uploadId, TWO_PARTS, client, [2]);
    await parts.complete(id, key, uploadId, [etag, last], client);
    expect((await filesApi.report(id, client)).status).toBe(200);
    const bodies = [TWO_PARTS.subarray(1000), TWO_PARTS.subarray(0, 1000)];
    for (const [index, bytes] of bodies.entries())
      expect((await filesApi.send(late[index]?.body.url ?? '', { method: 'PUT', body: bytes })).status).toBe(
        404,
      );
    const { body } = await filesApi.link(id, 'take.wav', musician.person);
    expect((await filesApi.send(body.downloadUrl)).body.equals(TWO_PARTS)).toBe(true);
  });

  test('leaves no upload open at storage; a cancelled one neither, and its link is over', async ({
    app,
    filesApi,
    client,
    session,
    parts,
    storage,
    put,
  }) => {
    const { id } = await session();
    await app.queues.drain();
    const abort = vi.spyOn(storage(), 'abort');
    await filesApi.deliver(id, [song()], client);
    const { body } = await filesApi.links(id, [{ fileName: 'not.wav', fileSize: 3 }], client);
    const { url = '', key = '' } = body.urls[0] ?? {};
    const putId = (await parts.rowOf(key))?.put_id ?? '';
    await parts.cancel(id, [key], client);
    await app.queues.drain();
    expect(abort.mock.calls).toEqual([[key, putId]]);
    expect(await put(url, 'not')).toBe(404);
    await abortUploads.run(app.ctx(), { uploads: [{ key, uploadId: putId }] });
  });

  test('that was completed by a call that died before it could list it is listed by the next', async ({
    filesApi,
    client,
    session,
    parts,
    storage,
    contentOf,
  }) => {
    const { id } = await session();
    const [key = ''] = await filesApi.upload(id, [song('song.wav', 'take')], client);
    const putId = (await parts.rowOf(key))?.put_id ?? '';
    const [part] = (await storage().parts(key, putId)) ?? [];
    if (part === undefined) throw new Error('nothing has arrived');
    await storage().complete(key, putId, part);
    expect((await filesApi.report(id, client)).status).toBe(200);
    expect(await contentOf(id, 'song.wav')).toBe('take');
  });
});

describe('a file whose bytes were changed past the studio', () => {
  test('is said to be, is not served or packed, and is an error in the log once', async ({
    app,
    filesApi,
    client,
    musician,
    session,
    fileOf,
    change,
  }) => {
    const { id } = await session();
    await filesApi.deliver(id, [song('song.wav', 'take')], client);
    await change(id, 'fake');
    const { id: file } = await fileOf(id);
    for (const person of [client, musician.person]) {
      const refused = await filesApi.link(id, 'song.wav', person, 'user');
      expect(refused.problem).toMatchObject({
        status: 409,
        code: 'file_changed',
        detail: 'This file was changed after it was uploaded. Please have it sent again.',
      });
      expect((await filesApi.list(id, 'user', person)).body.files).toMatchObject([
        { id: file, changed: true },
      ]);
    }
    const archive = await filesApi.archiveLink(id, musician.person);
    expect([archive.problem.code, archive.problem.detail]).toEqual([
      'file_changed',
      expect.stringContaining('‘song.wav’ was changed after it was uploaded'),
    ]);
    const query = { session_id: id, file_id: file };
    expect((await app.call(contract.waveform, { query }, client)).body.state).toBe('unavailable');
    expect(errors.filter((line) => line.includes(file) && line.includes(`"session":${id}`))).toHaveLength(1);
  });

  test('is mended by sending it again', async ({
    filesApi,
    client,
    musician,
    session,
    contentOf,
    change,
  }) => {
    const { id } = await session();
    await filesApi.deliver(id, [song('song.wav', 'take')], client);
    await change(id, 'fake');
    expect((await filesApi.link(id, 'song.wav', musician.person)).status).toBe(409);
    await filesApi.deliver(id, [song('song.wav', 'again')], client);
    expect(await contentOf(id, 'song.wav')).toBe('again');
    expect((await filesApi.list(id, 'user', client)).body.files).toMatchObject([{ changed: false }]);
    expect((await filesApi.archiveLink(id, musician.person)).body.code).toBe('files-ready');
  });

  test('that is gone is noticed alike', async ({ filesApi, client, musician, session, storage, fileOf }) => {
    const { id } = await session();
    await filesApi.deliver(id, [song()], client);
    await storage().delete([(await fileOf(id)).key]);
    expect((await filesApi.link(id, 'song.wav', musician.person)).problem.code).toBe('file_changed');
  });

  test.for([
    ['checksum', makeChecksums],
    ['waveform', makeWaveforms],
  ] as const)(
    'is noticed by the job that makes its %s, and not read by it again',
    async ([, job], { app, filesApi, client, session, storage, fileOf, change, setFile }) => {
      const { id } = await session();
      await filesApi.deliver(id, [song('song.wav', 'take')], client);
      await setFile(id, { crc32: null });
      await change(id, 'fake');
      const reads = vi.spyOn(storage(), 'get');
      await job.run(app.ctx(), {});
      expect((await fileOf(id)).changed_at).not.toBeNull();
      const verify = vi.spyOn(storage(), 'verify');
      await job.run(app.ctx(), {});
      const { key } = await fileOf(id);
      expect([...reads.mock.calls, ...verify.mock.calls].filter(([one]) => one === key)).toEqual([]);
    },
  );
});

describe('a file that was listed before pins were recorded', () => {
  test.for(['job', 'read'] as const)(
    'is pinned by the first %s',
    async (by, { app, filesApi, client, musician, session, contentOf, fileOf, change, setFile }) => {
      const { id } = await session();
      await filesApi.deliver(id, [song('song.wav', 'take')], client);
      const { etag } = await fileOf(id);
      await setFile(id, { etag: null });
      const content = by === 'read' ? await contentOf(id, 'song.wav') : 'take';
      if (by === 'job') await makeChecksums.run(app.ctx(), {});
      expect(content).toBe('take');
      expect((await fileOf(id)).etag).toBe(etag);
      await change(id, 'fake');
      expect((await filesApi.link(id, 'song.wav', musician.person)).status).toBe(409);
    },
  );

  test.for([
    ['size', 'longer fake'],
    ['checksum', 'fake'],
  ] as const)(
    'is not, where it has another %s than was recorded',
    async ([, text], { filesApi, client, musician, session, change, setFile }) => {
      const { id } = await session();
      await filesApi.deliver(id, [song('song.wav', 'take')], client);
      await setFile(id, { etag: null });
      await change(id, text);
      expect((await filesApi.link(id, 'song.wav', musician.person)).problem.code).toBe('file_changed');
    },
  );
});

describe('the place of a file at storage', () => {
  test('holds 128 random bits', async ({ filesApi, client, session }) => {
    const { id } = await session();
    const asked = Array.from({ length: 50 }, (_, index) => ({ fileName: `${index}.wav` }));
    const { body } = await filesApi.links(id, asked, client);
    const random = body.urls.map(({ key }) => /-([0-9a-f]{32})$/.exec(key)?.[1] ?? '');
    expect(new Set(random).size).toBe(50);
    // Each digit takes many values, so the key is neither a counter nor a time.
    for (let digit = 0; digit < 32; digit += 1)
      expect(new Set(random.map((text) => text[digit])).size).toBeGreaterThan(4);
  });

  test('is told to its sender, and to others by a download link only', async ({
    app,
    filesApi,
    client,
    musician,
    session,
    parts,
  }) => {
    const { id } = await session();
    const [listed = ''] = await filesApi.upload(id, [song()], client);
    await filesApi.report(id, client);
    const open = await parts.half(id);
    const query = { session_id: id, folder: 'user' } as const;
    const seen = await Promise.all([
      filesApi.list(id, 'user', musician.person),
      parts.open(id, musician.person),
      app.call(getSession, { params: { id } }, musician.person),
      app.call(listSessions, { query: {} }, musician.person),
      app.call(contract.listFiles, { query }, client),
      filesApi.archiveLink(id, musician.person),
      parts.sign(id, open.key, { method: 'GET', uploadId: open.uploadId }, musician.person),
    ]);
    const told = JSON.stringify(seen);
    expect([told.includes(listed), told.includes(open.key)]).toEqual([false, false]);
    const link = await filesApi.link(id, 'song.wav', musician.person);
    expect(decodeURIComponent(link.body.downloadUrl)).toContain(listed);
  });

  test('is not told to a client who may not download yet', async ({
    clock,
    studio,
    filesApi,
    musician,
    session,
    fileOf,
  }) => {
    const by = await studio.makeClient({ status: 'ondemand' });
    const { id, starts } = await session('partner_upload_required', by);
    await filesApi.deliver(id, [song('take.wav')], musician.person);
    clock.instant = starts.add({ hours: 23 });
    const { key } = await fileOf(id);
    const refused = await filesApi.link(id, 'take.wav', by);
    const seen = JSON.stringify([
      refused,
      await filesApi.list(id, 'output', by),
      await filesApi.archiveLink(id, by),
    ]);
    expect([refused.status, seen.includes(key)]).toEqual([403, false]);
  });
});
