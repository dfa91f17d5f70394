import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { archiveLink } from '#shared/files/contract.ts';
import { connect } from '../db/backup/connect.ts';
import { lockStoredBytes } from '../db/backup/snapshot.ts';
import { finalizeUnreportedUploads, deleteOrphans, makeChecksums } from './jobs.ts';
import { describe, expect, vi } from 'vitest';
import type { Pin } from '../ctx/storage.ts';
import { song } from '#test/rooms/files.ts';
import { test as base } from '#test/rooms/files-state.ts';

const test = base
  /** The real storage, for tests that replace it. */
  .extend('verifyOf', { scope: 'file' }, ({ storage }) => () => {
    const real = { ...storage() };
    return (key: string, pin: Pin) => real.verify(key, pin);
  });

describe('jobs', () => {
  test('a file whose browser went away is listed after 5 minutes, in the name of who sent it', async ({
    app,
    clock,
    filesApi,
    client,
    session,
    statusOf,
    eventsOf,
    namesOf,
  }) => {
    const { id } = await session();
    await filesApi.upload(id, [song()], client);
    await finalizeUnreportedUploads.run(app.ctx(), {});
    expect(await namesOf(id)).toEqual([]);
    clock.add({ minutes: 5, seconds: 1 });
    await finalizeUnreportedUploads.run(app.ctx(), {});
    expect(await namesOf(id)).toEqual(['song.wav']);
    expect(await statusOf(id)).toBe('client_files_pending_review');
    const moved = await app.db
      .selectFrom('session_events')
      .select(['event', 'actor_id'])
      .where('session_id', '=', id)
      .where('event', '=', 'presession_files_in')
      .execute();
    expect(moved).toEqual([{ event: 'presession_files_in', actor_id: client.id }]);
    expect((await filesApi.report(id, client)).status).toBe(200);
    expect(await eventsOf(id)).toEqual(['confirm_awaiting_files', 'presession_files_in']);
  });

  test('while a backup copies files, none are deleted', async ({ app, clock, storage }) => {
    const key = 'sessions/1/user/deleted-by-its-owner';
    await storage().put(key, Buffer.from('late'), 4, 'audio/wav');
    await app.db.insertInto('doomed_objects').values({ key, doomed_at: clock.now() }).execute();
    clock.add({ hours: 2 });
    const backup = await connect(app.url);
    await lockStoredBytes(backup);
    await deleteOrphans.run(app.ctx(), {});
    expect(await storage().head(key)).toMatchObject({ size: 4 });
    await backup.end();
    await expect
      .poll(async () => {
        await deleteOrphans.run(app.ctx(), {});
        return storage().head(key);
      })
      .toBeNull();
  });

  test('an upload that never came is given up three days after its link was over, and what trickles in is buried', async ({
    app,
    clock,
    filesApi,
    client,
    session,
    isMarkedForDeletion,
    storage,
  }) => {
    const { id } = await session();
    const { body } = await filesApi.links(id, [{ fileName: 'never.wav' }], client);
    const key = body.urls[0]?.key ?? '';
    clock.add({ hours: 72 });
    await finalizeUnreportedUploads.run(app.ctx(), {});
    expect(await isMarkedForDeletion(key)).toBe(false);
    clock.add({ hours: 1 });
    await finalizeUnreportedUploads.run(app.ctx(), {});
    expect(await isMarkedForDeletion(key)).toBe(true);
    await storage().put(key, Buffer.from('late'), 4, 'audio/wav');
    expect((await filesApi.report(id, client)).status).toBe(409);
    clock.add({ hours: 1 });
    await deleteOrphans.run(app.ctx(), {});
    expect(await storage().head(key)).toBeNull();
  });

  test('bytes that a file or an upload still names are never buried', async ({
    app,
    clock,
    filesApi,
    client,
    session,
    storage,
  }) => {
    const { id } = await session();
    const [key = ''] = await filesApi.upload(id, [song()], client);
    await filesApi.report(id, client);
    await app.db.insertInto('doomed_objects').values({ key, doomed_at: clock.now() }).execute();
    clock.add({ hours: 2 });
    await deleteOrphans.run(app.ctx(), {});
    expect(await storage().head(key)).not.toBeNull();
    await app.db.deleteFrom('doomed_objects').where('key', '=', key).execute();
  });

  test('a burial that storage refuses is tried again, nothing forgotten', async ({
    app,
    clock,
    filesApi,
    client,
    session,
    isMarkedForDeletion,
    storage,
  }) => {
    const { id } = await session();
    const [key = ''] = await filesApi.upload(id, [song()], client);
    await filesApi.report(id, client);
    await filesApi.deleteFolder(id, client);
    clock.add({ hours: 1 });
    vi.spyOn(storage(), 'delete').mockRejectedValueOnce(new Error('away'));
    await expect(deleteOrphans.run(app.ctx(), {})).rejects.toThrow('away');
    expect(await isMarkedForDeletion(key)).toBe(true);
    await deleteOrphans.run(app.ctx(), {});
    expect(await isMarkedForDeletion(key)).toBe(false);
    expect(await storage().head(key)).toBeNull();
  });

  test("'preparing-files' while a checksum is missing; the job makes it, and it is the right one", async ({
    app,
    filesApi,
    client,
    musician,
    session,
    storage,
  }) => {
    const { id } = await session();
    const bytes = randomBytes(300_000);
    await filesApi.upload(id, [{ path: 'a.wav', bytes }], client);
    const real = { ...storage() };
    // An S3 has no checksum of a multipart upload.
    vi.spyOn(storage(), 'complete').mockImplementation(async (...upload) => {
      const whole = await real.complete(...upload);
      return whole && { ...whole, object: { ...whole.object, crc32: null } };
    });
    vi.spyOn(storage(), 'verify').mockImplementation(async (key, pin) => {
      const object = await real.verify(key, pin);
      return { ...object, crc32: null };
    });
    expect((await filesApi.report(id, client)).status).toBe(200);
    const waiting = await filesApi.archiveLink(id, musician.person);
    expect([waiting.status, waiting.body]).toEqual([200, { code: 'preparing-files', downloadUrl: null }]);
    const archive = await filesApi.send(`http://localhost:4001/api/sessions/${id}/archive/user`, {
      as: musician.person,
    });
    expect(archive.status).toBe(409);
    expect(JSON.parse(archive.body.toString())).toMatchObject({
      code: 'preparing_files',
      detail: 'Preparing your files...',
    });

    await app.queues.drain();
    const row = await app.db
      .selectFrom('files')
      .select('crc32')
      .where('session_id', '=', id)
      .executeTakeFirst();
    expect(row?.crc32).toBe(crc32(bytes));
    const ready = await app.call(archiveLink, { body: { session_id: id } }, musician.person);
    expect(ready.body).toEqual({
      code: 'files-ready',
      downloadUrl: `http://localhost:4001/api/sessions/${id}/archive/user`,
    });
  });

  test('a file that cannot be read keeps no other from its checksum', async ({
    app,
    filesApi,
    client,
    session,
    storage,
    verifyOf,
  }) => {
    const { id } = await session();
    await filesApi.deliver(id, [song('bad.wav'), song('good.wav')], client);
    await app.db.updateTable('files').set({ crc32: null }).where('session_id', '=', id).execute();
    const verify = verifyOf();
    const bad = await app.db
      .selectFrom('files')
      .select('key')
      .where('session_id', '=', id)
      .where('name', '=', 'bad.wav')
      .executeTakeFirstOrThrow();
    vi.spyOn(storage(), 'verify').mockImplementation(async (key, pin) => {
      if (key === bad.key) throw new Error('broken');
      return verify(key, pin);
    });
    await makeChecksums.run(app.ctx(), {});
    const sums = await app.db
      .selectFrom('files')
      .select(['name', 'crc32'])
      .where('session_id', '=', id)
      .orderBy('name')
      .execute();
    expect(sums).toEqual([
      { name: 'bad.wav', crc32: null },
      { name: 'good.wav', crc32: crc32('good.wav') },
    ]);
  });

  test('a checksum made of bytes that have been replaced meanwhile is not recorded', async ({
    app,
    filesApi,
    client,
    session,
    storage,
    verifyOf,
  }) => {
    const { id } = await session();
    await filesApi.deliver(id, [song('song.wav', 'old')], client);
    await app.db.updateTable('files').set({ crc32: null }).where('session_id', '=', id).execute();
    const verify = verifyOf();
    vi.spyOn(storage(), 'verify').mockImplementationOnce(async (key, pin) => {
      await filesApi.deliver(id, [song('song.wav', 'new')], client);
      return verify(key, pin);
    });
    await makeChecksums.run(app.ctx(), {});
    const row = await app.db
      .selectFrom('files')
      .select('crc32')
      .where('session_id', '=', id)
      .executeTakeFirst();
    expect(row?.crc32).toBe(crc32('new'));
  });
});
