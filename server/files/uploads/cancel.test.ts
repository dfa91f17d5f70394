import { describe, expect, vi } from 'vitest';
import { TWO_PARTS, test as base } from '#test/rooms/parts.ts';
import { finalizeUnreportedUploads, deleteOrphans } from '../jobs.ts';

const test = base.extend(
  'storage',
  { scope: 'file' },
  ({ app }) =>
    () =>
      app.ctx().storage,
);

describe('POST /api/sessions/file-upload-cancel', () => {
  test('gives up what was sent, in storage too; once more is the same', async ({
    app,
    clock,
    filesApi,
    client,
    session,
    parts,
    storage,
  }) => {
    const { id } = await session();
    const big = await parts.half(id);
    const { body } = await filesApi.links(id, [{ fileName: 'small.wav', fileSize: 3 }], client);
    const { key: small = '', url = '' } = body.urls[0] ?? {};
    await filesApi.send(url, { method: 'PUT', body: Buffer.from('abc') });
    const kept = await parts.half(id, client, { fileName: 'kept.wav' });
    for (let time = 0; time < 2; time += 1) {
      const answer = await parts.cancel(id, [big.key, small, 'never/was'], client);
      expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
    }
    await app.queues.drain();
    expect(await storage().parts(big.key, big.uploadId)).toBeNull();
    expect([await parts.rowOf(big.key), await parts.rowOf(small)]).toEqual([undefined, undefined]);
    expect((await parts.open(id, client)).body.uploads.map(({ key }) => key)).toEqual([kept.key]);
    expect((await parts.sign(id, big.key, { method: 'PUT' }, client)).status).toBe(404);
    clock.add({ hours: 1 });
    await deleteOrphans.run(app.ctx(), {});
    expect(await storage().head(small)).toBeNull();
    expect((await filesApi.report(id, client)).problem.code).toBe('no_complete_file');
  });

  test("somebody else's, the other side's, and what is listed already stay", async ({
    studio,
    filesApi,
    client,
    musician,
    session,
    parts,
  }) => {
    const { id } = await session('partner_upload_required');
    const mine = await parts.half(id);
    const [listed = ''] = await filesApi.upload(id, [{ path: 'in.wav', bytes: Buffer.from('in') }], client);
    await filesApi.report(id, client);
    expect((await parts.cancel(id, [mine.key, listed], musician.person)).status).toBe(200);
    expect((await parts.cancel(id, [mine.key], await studio.makeClient())).status).toBe(404);
    expect((await parts.cancel(id, [mine.key], null)).status).toBe(401);
    const other = await session();
    expect((await parts.cancel(other.id, [mine.key], client)).status).toBe(200);
    expect((await parts.rowOf(mine.key))?.upload_id).toBe(mine.uploadId);
    expect((await parts.cancel(id, [listed], client)).status).toBe(200);
    expect(await filesApi.names(id, 'user', client)).toEqual(['in.wav']);
    expect(await parts.isMarkedForDeletion(listed)).toBe(false);
  });

  test('no keys, and more than 1,000, are malformed', async ({ client, session, parts }) => {
    const { id } = await session();
    expect((await parts.cancel(id, [], client)).status).toBe(400);
    const many = Array.from({ length: 1001 }, (_, index) => `k${index}`);
    expect((await parts.cancel(id, many, client)).status).toBe(400);
  });

  test('cancelled while it arrives: it is listed or gone, never half', async ({
    filesApi,
    client,
    session,
    parts,
  }) => {
    const { id } = await session();
    for (let round = 0; round < 4; round += 1) {
      const path = `${round}.wav`;
      const [key = ''] = await filesApi.upload(id, [{ path, bytes: Buffer.from(path) }], client);
      const [cancelled] = await Promise.all([parts.cancel(id, [key], client), filesApi.report(id, client)]);
      expect(cancelled.status).toBe(200);
      const isListed = (await filesApi.names(id, 'user', client)).includes(path);
      expect([await parts.rowOf(key), await parts.isMarkedForDeletion(key)]).toEqual([undefined, !isListed]);
    }
  });

  test('giving up at storage is tried again while storage is away', async ({
    app,
    client,
    session,
    parts,
    storage,
  }) => {
    const { id } = await session();
    const { key, uploadId } = await parts.half(id);
    const abort = vi.spyOn(storage(), 'abort').mockRejectedValue(new Error('away'));
    expect((await parts.cancel(id, [key], client)).status).toBe(200);
    await expect(app.queues.drain()).rejects.toThrow('away');
    abort.mockRestore();
    expect(await storage().parts(key, uploadId)).not.toBeNull();
  });

  test('one that storage refuses to give up keeps no other waiting', async ({
    app,
    client,
    session,
    parts,
    storage,
  }) => {
    const { id } = await session();
    const [first, second] = [await parts.half(id), await parts.half(id, client, { fileName: 'b.wav' })];
    const abort = vi.spyOn(storage(), 'abort').mockRejectedValueOnce(new Error('no such id can be'));
    await parts.cancel(id, [first.key, second.key], client);
    await expect(app.queues.drain()).rejects.toThrow('no such id can be');
    // For each, the multipart upload and the one for the link of the whole file.
    expect(abort).toHaveBeenCalledTimes(4);
  });
});

describe('uploads in parts that nobody ends', () => {
  test('are given up at storage three days after, and of a cancelled session at once', async ({
    app,
    clock,
    session,
    parts,
    storage,
  }) => {
    const [late, cancelled, alive] = [await session(), await session(), await session()];
    const old = await parts.half(late.id);
    clock.add({ hours: 73 });
    const young = await parts.half(alive.id);
    const dead = await parts.half(cancelled.id);
    clock.add({ minutes: 5, seconds: 1 });
    await app.db
      .updateTable('sessions')
      .set({ status: 'cancelled', phase: 'cancelled' })
      .where('id', '=', cancelled.id)
      .execute();
    await finalizeUnreportedUploads.run(app.ctx(), {});
    await app.queues.drain();
    for (const { key, uploadId } of [old, dead]) {
      expect([await parts.rowOf(key), await parts.isMarkedForDeletion(key)]).toEqual([undefined, true]);
      expect(await storage().parts(key, uploadId)).toBeNull();
    }
    expect((await parts.rowOf(young.key))?.upload_id).toBe(young.uploadId);
    expect(await storage().parts(young.key, young.uploadId)).toHaveLength(1);
  });

  test('a whole one whose browser went away is listed by the job; one of another size is given up', async ({
    app,
    clock,
    filesApi,
    client,
    session,
    parts,
  }) => {
    const { id } = await session();
    const whole = await parts.half(id, client, { fileName: 'whole.wav' });
    const short = await parts.half(id, client, { fileName: 'short.wav' });
    const [last = ''] = await parts.sendParts(id, whole.key, whole.uploadId, TWO_PARTS, client, [2]);
    await parts.complete(id, whole.key, whole.uploadId, [whole.etag, last], client);
    await parts.complete(id, short.key, short.uploadId, [short.etag], client);
    clock.add({ minutes: 6 });
    await finalizeUnreportedUploads.run(app.ctx(), {});
    expect(await filesApi.names(id, 'user', client)).toEqual(['whole.wav']);
    expect([await parts.isMarkedForDeletion(whole.key), await parts.isMarkedForDeletion(short.key)]).toEqual([
      false,
      true,
    ]);
  });

  test('storage is asked less often for old ones', async ({
    app,
    clock,
    client,
    session,
    parts,
    storage,
  }) => {
    const { id } = await session();
    const key = await parts.announce(id, 3, client);
    const listing = vi.spyOn(storage(), 'parts');
    const asked = () => listing.mock.calls.filter(([one]) => one === key).length;
    for (let run = 0; run < 24 * 12; run += 1) {
      clock.add({ minutes: 5 });
      await finalizeUnreportedUploads.run(app.ctx(), {});
    }
    expect(asked()).toBe(10 + 10 + 19);
  });
});
