import { crc32 } from 'node:zlib';
import { describe, expect, vi } from 'vitest';
import { PART_BYTES } from '#shared/files/rules.ts';
import { StorageUnavailable } from '../../ctx/storage.ts';
import { START } from '#test/api/app.ts';
import { TWO_PARTS, test as base } from '#test/rooms/parts.ts';

const asked = (uploadId: string) => ({ method: 'GET', uploadId }) as const;

const test = base.extend(
  'storage',
  { scope: 'file' },
  ({ app }) =>
    () =>
      app.ctx().storage,
);

describe('POST /api/sessions/file-upload-sign', () => {
  test('an upload in parts is begun, sent, listed, completed, and its file is what was sent', async ({
    app,
    filesApi,
    client,
    musician,
    session,
    parts,
  }) => {
    const { id } = await session();
    const { key, uploadId, etag } = await parts.half(id);
    const listed = await parts.send(id, key, { method: 'GET', uploadId }, client);
    expect(listed.body.toString()).toContain('<PartNumber>1</PartNumber>');
    expect((await filesApi.report(id, client)).problem.code).toBe('no_complete_file');

    const [last = ''] = await parts.sendParts(id, key, uploadId, TWO_PARTS, client, [2]);
    expect((await parts.complete(id, key, uploadId, [etag, last], client)).status).toBe(200);
    expect((await filesApi.report(id, client)).status).toBe(200);
    expect(await filesApi.names(id, 'user', client)).toEqual(['take.wav']);
    const { size, crc32: sum } = await app.db
      .selectFrom('files')
      .select(['size', 'crc32'])
      .where('session_id', '=', id)
      .executeTakeFirstOrThrow();
    expect([size, sum]).toEqual([TWO_PARTS.length, crc32(TWO_PARTS)]);
    const { body } = await filesApi.link(id, 'take.wav', musician.person);
    expect((await filesApi.send(body.downloadUrl)).body.equals(TWO_PARTS)).toBe(true);
  });

  test('a link that is over is signed again, of the whole file and of a part', async ({
    clock,
    filesApi,
    client,
    session,
    parts,
  }) => {
    const { id } = await session();
    const { body } = await filesApi.links(id, [{ fileName: 'a.wav', fileSize: 3 }], client);
    const { url = '', key = '' } = body.urls[0] ?? {};
    const big = await parts.half(id);
    const part = await parts.sign(
      id,
      big.key,
      { method: 'PUT', uploadId: big.uploadId, partNumber: 2 },
      client,
    );
    clock.add({ minutes: 61 });
    const put = { method: 'PUT', body: Buffer.from('abc') };
    const rest = { method: 'PUT', body: TWO_PARTS.subarray(PART_BYTES) };
    expect((await filesApi.send(url, put)).status).toBe(403);
    expect((await filesApi.send(part.body.url, rest)).status).toBe(403);
    const again = await parts.sign(id, key, { method: 'PUT' }, client);
    expect((await filesApi.send(again.body.url, put)).status).toBe(200);
    expect((await parts.sendParts(id, big.key, big.uploadId, TWO_PARTS, client, [2])).length).toBe(1);
  });

  test("a part's link takes that part's length and no other, as the announced size has it", async ({
    client,
    session,
    parts,
  }) => {
    const { id } = await session();
    const { key, uploadId } = await parts.half(id);
    const second = { method: 'PUT', uploadId, partNumber: 2 } as const;
    for (const length of [0, 999, 1001, PART_BYTES])
      expect((await parts.send(id, key, second, client, Buffer.alloc(length))).status).toBe(403);
    expect((await parts.send(id, key, second, client, Buffer.alloc(1000))).status).toBe(200);
    expect(
      (await parts.sign(id, key, { method: 'PUT', uploadId, partNumber: 3 }, client)).problem,
    ).toMatchObject({
      status: 422,
      code: 'invalid',
      detail: 'This is no request of this upload.',
    });
  });

  test('the first id that a request names is the one; another is refused', async ({
    client,
    session,
    parts,
  }) => {
    const { id } = await session();
    const { key, uploadId } = await parts.half(id);
    expect((await parts.rowOf(key))?.upload_id).toBe(uploadId);
    for (const asked of [
      { method: 'GET', uploadId: 'another' },
      { method: 'DELETE', uploadId: 'another' },
      { method: 'PUT', uploadId: 'another', partNumber: 1 },
      { method: 'POST' },
      { method: 'PUT' },
    ] as const)
      expect([asked, (await parts.sign(id, key, asked, client)).status]).toEqual([asked, 422]);
    expect((await parts.sign(id, key, { method: 'GET', uploadId }, client)).status).toBe(200);
  });

  test('of two that name an id at once, one is signed', async ({ client, session, parts }) => {
    const { id } = await session();
    for (let round = 0; round < 5; round += 1) {
      const key = await parts.announce(id, TWO_PARTS.length, client, { fileName: `${round}.wav` });
      const ids = ['one', 'two', 'three', 'four'];
      const answers = await Promise.all(
        ids.map((uploadId) => parts.sign(id, key, { method: 'GET', uploadId }, client)),
      );
      const signed = ids.find((_, index) => answers[index]?.status === 200);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422]);
      expect((await parts.rowOf(key))?.upload_id).toBe(signed);
    }
  });

  test('an upload whose size was not told goes at once or not at all', async ({ client, session, parts }) => {
    const { id } = await session();
    const key = await parts.announce(id, undefined, client);
    expect((await parts.sign(id, key, { method: 'POST' }, client)).status).toBe(422);
    expect((await parts.send(id, key, { method: 'PUT' }, client, Buffer.from('any'))).status).toBe(200);
  });

  test.for([
    ['no key', { key: undefined }],
    ['no method', { method: undefined }],
    ['a method that is none', { method: 'PATCH' }],
    ['an empty id', { method: 'DELETE', uploadId: '' }],
    ['part 0', { uploadId: 'u', partNumber: 0 }],
    ['part 10,001', { uploadId: 'u', partNumber: 10_001 }],
  ] as const)('%s is malformed', async ([, wrong], { app, client, session }) => {
    const { id } = await session();
    const body = { session_id: id, key: 'k', method: 'PUT', ...wrong };
    const answer = await app.http.inject({
      method: 'POST',
      url: '/api/sessions/file-upload-sign',
      headers: { host: 'localhost:4000', origin: 'http://localhost:4000', cookie: client.cookie },
      payload: body,
    });
    expect(answer.statusCode).toBe(400);
  });

  test("what is somebody else's, in the other folder, or listed already is not found", async ({
    app,
    studio,
    filesApi,
    client,
    musician,
    session,
    parts,
  }) => {
    const { id } = await session('partner_upload_required');
    const own = await parts.half(id);
    const theirs = await parts.half(id, musician.person);
    expect((await parts.sign(id, theirs.key, asked(theirs.uploadId), client)).status).toBe(404);
    expect((await parts.sign(id, own.key, asked(own.uploadId), musician.person)).status).toBe(404);
    const other = await session();
    expect((await parts.sign(other.id, own.key, asked(own.uploadId), client)).status).toBe(404);
    const stranger = await studio.makeClient();
    expect((await parts.sign(id, own.key, asked(own.uploadId), stranger)).status).toBe(404);
    expect((await parts.sign(id, own.key, asked(own.uploadId), null)).status).toBe(401);
    const operator = await app.people.make('operator');
    expect((await parts.sign(id, own.key, asked(own.uploadId), operator)).status).toBe(403);

    const [last = ''] = await parts.sendParts(id, own.key, own.uploadId, TWO_PARTS, client, [2]);
    await parts.complete(id, own.key, own.uploadId, [own.etag, last], client);
    await filesApi.report(id, client);
    expect((await parts.sign(id, own.key, { method: 'PUT' }, client)).status).toBe(404);
  });

  test('once the session takes no files, nothing is signed but giving up', async ({
    app,
    client,
    session,
    parts,
    storage,
  }) => {
    const { id } = await session();
    const { key, uploadId } = await parts.half(id);
    await app.db
      .updateTable('sessions')
      .set({ status: 'cancelled', phase: 'cancelled' })
      .where('id', '=', id)
      .execute();
    for (const asked of [
      { method: 'PUT', uploadId, partNumber: 2 },
      { method: 'POST', uploadId },
      { method: 'GET', uploadId },
    ] as const) {
      const { problem } = await parts.sign(id, key, asked, client);
      expect([problem.status, problem.code]).toEqual([409, 'not_now']);
    }
    expect((await parts.send(id, key, { method: 'DELETE', uploadId }, client)).status).toBe(204);
    expect(await storage().parts(key, uploadId)).toBeNull();
  });
});

describe('GET /api/sessions/uploads', () => {
  test('tells of uploads that have not ended, with the bytes that arrived in parts', async ({
    filesApi,
    client,
    session,
    parts,
  }) => {
    const { id } = await session();
    const small = (await filesApi.links(id, [{ fileName: 'small.wav', fileSize: 3 }], client)).body.urls[0]
      ?.key;
    const { key, uploadId } = await parts.half(id, client, {
      fileName: 'take.wav',
      filePath: 'drums/take.wav',
      fileModified: 1_700_000_000_123,
    });
    const sent = { uploadId: null, loaded: 0, prefix: '', fileModified: null, started_at: START };
    expect((await parts.open(id, client)).body).toEqual({
      uploads: [
        { ...sent, key: small, filename: 'small.wav', fileSize: 3 },
        {
          key,
          uploadId,
          filename: 'take.wav',
          prefix: 'drums/',
          fileSize: TWO_PARTS.length,
          fileModified: 1_700_000_000_123,
          loaded: PART_BYTES,
          started_at: START,
        },
      ],
      total: 2,
    });
  });

  test("the other side's are not shown, nor what storage does not know any more", async ({
    client,
    musician,
    session,
    parts,
    storage,
  }) => {
    const { id } = await session('partner_upload_required');
    const mine = await parts.half(id);
    const theirs = await parts.half(id, musician.person);
    const keysOf = async (as: typeof client) => (await parts.open(id, as)).body.uploads.map(({ key }) => key);
    expect(await keysOf(client)).toEqual([mine.key]);
    expect(await keysOf(musician.person)).toEqual([theirs.key]);
    await storage().abort(mine.key, mine.uploadId);
    expect(await keysOf(client)).toEqual([]);
    const [last = ''] = await parts.sendParts(
      id,
      theirs.key,
      theirs.uploadId,
      TWO_PARTS,
      musician.person,
      [2],
    );
    await parts.complete(id, theirs.key, theirs.uploadId, [theirs.etag, last], musician.person);
    expect(await keysOf(musician.person)).toEqual([]);
  });

  test('after a reload only what is missing travels', async ({ filesApi, client, session, parts }) => {
    const { id } = await session();
    await parts.half(id);
    const [open] = (await parts.open(id, client)).body.uploads;
    if (open?.uploadId == null) throw new Error('nothing is open');
    const { uploadId } = open;
    const listed = await parts.send(id, open.key, { method: 'GET', uploadId }, client);
    const first = /<ETag>(.*?)<\/ETag>/.exec(listed.body.toString())?.[1] ?? '';
    const [last = ''] = await parts.sendParts(id, open.key, uploadId, TWO_PARTS, client, [2]);
    expect((await parts.complete(id, open.key, uploadId, [first, last], client)).status).toBe(200);
    await filesApi.report(id, client);
    const { body } = await filesApi.link(id, 'take.wav', client);
    expect((await filesApi.send(body.downloadUrl)).body.equals(TWO_PARTS)).toBe(true);
  });

  test('storage that is away is 503, not an empty list', async ({ client, session, parts, storage }) => {
    const { id } = await session();
    await parts.half(id);
    vi.spyOn(storage(), 'parts').mockRejectedValue(new StorageUnavailable(new Error('gone')));
    expect((await parts.open(id, client)).status).toBe(503);
  });
});
