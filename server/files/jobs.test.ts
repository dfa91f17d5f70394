import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { archiveLink } from '../../shared/files/contract.ts';
import { getSession } from '../../shared/sessions/contract.ts';
import { adoptLeftUploads, buryObjects, makeChecksums } from './jobs.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { START } from '../test/app.ts';
import { filesStudio, song, type FilesStudio } from '../test/files.ts';

let api: FilesStudio['api'];
let desk: FilesStudio['desk'];
let client: FilesStudio['client'];
let musician: FilesStudio['musician'];
let session: FilesStudio['session'];

beforeAll(async () => {
  ({ api, desk, client, musician, session } = await filesStudio());
});
afterEach(() => {
  api.clock.instant = Temporal.Instant.from(START);
  vi.restoreAllMocks();
});
afterAll(() => api.close());

const statusOf = async (id: number) =>
  (await api.call(getSession, { params: { id } }, client)).body.session.status;
const eventsOf = async (id: number) => {
  const events = await api.db
    .selectFrom('session_events')
    .select('event')
    .where('session_id', '=', id)
    .orderBy('id')
    .execute();
  return events.map(({ event }) => event);
};
const namesOf = (id: number, folder: 'user' | 'output' = 'user') => desk.names(id, folder, musician.person);
const isDoomed = async (key: string) =>
  (await api.db.selectFrom('doomed_objects').select('key').where('key', '=', key).execute()).length === 1;
const storage = () => api.app.ctx().storage;
/** Asks storage as it is, for tests that stand in for it. */
const headOf = () => {
  const real = { ...storage() };
  return (key: string) => real.head(key);
};

describe('jobs', () => {
  test('a file whose browser went away is listed after 5 minutes, in the name of who sent it', async () => {
    const { id } = await session();
    await desk.upload(id, [song()], client);
    await adoptLeftUploads.run(api.app.ctx(), {});
    expect(await namesOf(id)).toEqual([]);
    api.clock.add({ minutes: 5, seconds: 1 });
    await adoptLeftUploads.run(api.app.ctx(), {});
    expect(await namesOf(id)).toEqual(['song.wav']);
    expect(await statusOf(id)).toBe('client_files_pending_review');
    const moved = await api.db
      .selectFrom('session_events')
      .select(['event', 'actor_id'])
      .where('session_id', '=', id)
      .where('event', '=', 'presession_files_in')
      .execute();
    expect(moved).toEqual([{ event: 'presession_files_in', actor_id: client.id }]);
    expect((await desk.report(id, client)).status).toBe(200);
    expect(await eventsOf(id)).toEqual(['confirm_awaiting_files', 'presession_files_in']);
  });

  test('an upload that never came is given up three days after its link was over, and what trickles in is buried', async () => {
    const { id } = await session();
    const { body } = await desk.links(id, [{ fileName: 'never.wav' }], client);
    const key = body.urls[0]?.key ?? '';
    api.clock.add({ hours: 72 });
    await adoptLeftUploads.run(api.app.ctx(), {});
    expect(await isDoomed(key)).toBe(false);
    api.clock.add({ hours: 1 });
    await adoptLeftUploads.run(api.app.ctx(), {});
    expect(await isDoomed(key)).toBe(true);
    await storage().put(key, Buffer.from('late'), 4, 'audio/wav');
    expect((await desk.report(id, client)).status).toBe(409);
    api.clock.add({ hours: 1 });
    await buryObjects.run(api.app.ctx(), {});
    expect(await storage().head(key)).toBeNull();
  });

  test('bytes that a file or an upload still names are never buried', async () => {
    const { id } = await session();
    const [key = ''] = await desk.upload(id, [song()], client);
    await desk.report(id, client);
    await api.db.insertInto('doomed_objects').values({ key, doomed_at: api.clock.now() }).execute();
    api.clock.add({ hours: 2 });
    await buryObjects.run(api.app.ctx(), {});
    expect(await storage().head(key)).not.toBeNull();
    await api.db.deleteFrom('doomed_objects').where('key', '=', key).execute();
  });

  test('a burial that storage refuses is tried again, nothing forgotten', async () => {
    const { id } = await session();
    const [key = ''] = await desk.upload(id, [song()], client);
    await desk.report(id, client);
    await desk.deleteFolder(id, client);
    api.clock.add({ hours: 1 });
    vi.spyOn(storage(), 'delete').mockRejectedValueOnce(new Error('away'));
    await expect(buryObjects.run(api.app.ctx(), {})).rejects.toThrow('away');
    expect(await isDoomed(key)).toBe(true);
    await buryObjects.run(api.app.ctx(), {});
    expect(await isDoomed(key)).toBe(false);
    expect(await storage().head(key)).toBeNull();
  });

  test("'preparing-files' while a checksum is missing; the job makes it, and it is the right one", async () => {
    const { id } = await session();
    const bytes = randomBytes(300_000);
    await desk.upload(id, [{ path: 'a.wav', bytes }], client);
    const head = headOf();
    // as a plain S3 upload, which carries none
    vi.spyOn(storage(), 'head').mockImplementation(async (key) => {
      const object = await head(key);
      return object && { ...object, crc32: null };
    });
    expect((await desk.report(id, client)).status).toBe(200);
    const waiting = await desk.archiveLink(id, musician.person);
    expect([waiting.status, waiting.body]).toEqual([200, { code: 'preparing-files', downloadUrl: null }]);
    const archive = await desk.send(`http://localhost:4001/api/sessions/${id}/archive/user`, {
      as: musician.person,
    });
    expect(archive.status).toBe(409);
    expect(JSON.parse(archive.body.toString())).toMatchObject({
      code: 'preparing_files',
      detail: 'Preparing your files...',
    });

    await api.app.queues.drain();
    const row = await api.db
      .selectFrom('files')
      .select('crc32')
      .where('session_id', '=', id)
      .executeTakeFirst();
    expect(row?.crc32).toBe(crc32(bytes));
    const ready = await api.call(archiveLink, { body: { session_id: id } }, musician.person);
    expect(ready.body).toEqual({
      code: 'files-ready',
      downloadUrl: `http://localhost:4001/api/sessions/${id}/archive/user`,
    });
  });

  test('a file that cannot be read keeps no other from its checksum', async () => {
    const { id } = await session();
    await desk.deliver(id, [song('bad.wav'), song('good.wav')], client);
    await api.db.updateTable('files').set({ crc32: null }).where('session_id', '=', id).execute();
    const head = headOf();
    const bad = await api.db
      .selectFrom('files')
      .select('key')
      .where('session_id', '=', id)
      .where('name', '=', 'bad.wav')
      .executeTakeFirstOrThrow();
    vi.spyOn(storage(), 'head').mockImplementation(async (key) => {
      if (key === bad.key) throw new Error('broken');
      return head(key);
    });
    await makeChecksums.run(api.app.ctx(), {});
    const sums = await api.db
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

  test('a checksum made of bytes that have been replaced meanwhile is not recorded', async () => {
    const { id } = await session();
    await desk.deliver(id, [song('song.wav', 'old')], client);
    await api.db.updateTable('files').set({ crc32: null }).where('session_id', '=', id).execute();
    const head = headOf();
    vi.spyOn(storage(), 'head').mockImplementationOnce(async (key) => {
      await desk.deliver(id, [song('song.wav', 'new')], client);
      return head(key);
    });
    await makeChecksums.run(api.app.ctx(), {});
    const row = await api.db
      .selectFrom('files')
      .select('crc32')
      .where('session_id', '=', id)
      .executeTakeFirst();
    expect(row?.crc32).toBe(crc32('new'));
  });
});
