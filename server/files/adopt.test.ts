import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { archiveLink } from '../../shared/files/contract.ts';
import { getSession } from '../../shared/sessions/contract.ts';
import type { SessionStatus } from '../../shared/sessions/rules.ts';
import { START, testApp, type TestApp } from '../test/app.ts';
import { fileDesk, type FileDesk } from '../test/files.ts';
import type { TestPerson } from '../test/people.ts';
import { makeSession, type TestSession } from '../test/sessions.ts';
import { makeStudio, type Studio, type TestMusician } from '../test/studio.ts';
import { adoptLeftUploads, buryObjects, makeChecksums } from './jobs.ts';

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
const song = (path = 'song.wav', text = path) => ({ path, bytes: Buffer.from(text) });
const namesOf = async (id: number, folder: 'user' | 'output' = 'user') =>
  (await desk.list(id, folder, musician.person)).body.files.map((file) => file.filePath);
const contentOf = async (id: number, path: string) => {
  const { body } = await desk.link(id, path, client, 'user');
  return (await desk.send(body.downloadUrl)).body.toString();
};
const isDoomed = async (key: string) =>
  (await api.db.selectFrom('doomed_objects').select('key').where('key', '=', key).execute()).length === 1;
const storage = () => api.app.ctx().storage;
/** Asks storage as it is, for tests that stand in for it. */
const headOf = () => {
  const real = { ...storage() };
  return (key: string) => real.head(key);
};

describe("a session's life by its files (decisions 5)", () => {
  test.each([
    ['client_files_upload_required', 'client_files_pending_review'],
    ['client_files_update_required', 'client_files_pending_review'],
    ['partner_ready_to_go', 'client_files_pending_review'],
    ['client_files_pending_review', 'client_files_pending_review'],
    ['partner_upload_required', 'partner_upload_required'],
  ] as const)('from %s the client sends files: %s', async (from, to) => {
    const { id } = await session(from);
    const answer = await desk.deliver(id, [song()], client);
    expect(answer.status).toBe(200);
    expect(answer.body.session).toMatchObject({ id, status: to, files: { user: 1, output: 0 } });
    expect(await statusOf(id)).toBe(to);
  });

  test('the way of one session: sent, ready, more sent, late ones, delivered, taken back', async () => {
    const { id, ends } = await session();
    await desk.deliver(id, [song()], client);
    expect(await statusOf(id)).toBe('client_files_pending_review');
    await studio.inTx((tx) =>
      tx.updateTable('sessions').set({ status: 'partner_ready_to_go' }).where('id', '=', id).execute(),
    );
    await desk.deliver(id, [song('more.wav')], client);
    expect(await statusOf(id)).toBe('client_files_pending_review');

    api.clock.instant = ends;
    const late = await desk.deliver(id, [song('late.wav')], client);
    expect([late.status, late.body.session.status]).toEqual([200, 'partner_upload_required']);
    expect(await namesOf(id)).toEqual(['late.wav', 'more.wav', 'song.wav']);

    const delivered = await desk.deliver(id, [song('take.wav')], musician.person);
    expect(delivered.body.session).toMatchObject({
      status: 'partner_deliverables_ready',
      files: { user: 3, output: 1 },
    });
    const more = await desk.deliver(id, [song('take 2.wav')], musician.person);
    expect([more.status, more.body.session.status]).toEqual([200, 'partner_deliverables_ready']);
    const back = await desk.deleteOutput(id, musician.person);
    expect([back.status, back.body.session.status]).toEqual([200, 'partner_upload_required']);
    expect(await eventsOf(id)).toEqual([
      'confirm_awaiting_files',
      'presession_files_in',
      'presession_files_in',
      'end_passes',
      'output_files_in',
      'output_files_deleted',
    ]);
  });

  test("a file begun before the end and told of at its instant is late, and lists as the client's", async () => {
    const { id, ends } = await session();
    api.clock.instant = ends.subtract({ minutes: 1 });
    await desk.upload(id, [song()], client);
    api.clock.instant = ends;
    const answer = await desk.report(id, client);
    expect([answer.status, answer.body.session.status]).toEqual([200, 'partner_upload_required']);
    expect(await namesOf(id)).toEqual(['song.wav']);
  });

  test('what was on its way when the session was cancelled changes no status', async () => {
    const { id } = await session();
    await desk.upload(id, [song()], client);
    await studio.inTx((tx) =>
      tx
        .updateTable('sessions')
        .set({ phase: 'cancelled', status: 'cancelled' })
        .where('id', '=', id)
        .execute(),
    );
    const answer = await desk.report(id, client);
    expect([answer.status, answer.body.session.status]).toEqual([200, 'cancelled']);
  });

  test("it is judged by who calls, not by the word: the musician's 'presession-uploaded' is about the output", async () => {
    const { id } = await session('partner_upload_required');
    await desk.upload(id, [song()], client);
    expect((await desk.report(id, musician.person)).problem.code).toBe('no_complete_file');
    expect(await namesOf(id)).toEqual([]);
    expect((await desk.report(id, client)).status).toBe(200);
    expect(await namesOf(id)).toEqual(['song.wav']);
  });

  test('409 while nothing complete has arrived, and the status stays', async () => {
    const { id } = await session();
    expect((await desk.report(id, client)).problem).toMatchObject({
      status: 409,
      code: 'no_complete_file',
      detail: 'No file has arrived completely yet.',
    });
    await desk.links(id, [{ fileName: 'begun.wav', fileSize: 5 }], client);
    expect((await desk.report(id, client)).status).toBe(409);
    expect(await statusOf(id)).toBe('client_files_upload_required');
  });

  test('telling again without anything new changes nothing', async () => {
    const { id } = await session();
    await desk.deliver(id, [song()], client);
    await studio.inTx((tx) =>
      tx
        .updateTable('sessions')
        .set({ status: 'client_files_update_required' })
        .where('id', '=', id)
        .execute(),
    );
    const answer = await desk.report(id, client);
    expect([answer.status, answer.body.session.status]).toEqual([200, 'client_files_update_required']);
  });

  test('told twenty times at once, each file is listed once and the status moves once', async () => {
    const { id } = await session();
    await desk.upload(id, [song('a.wav'), song('b.wav'), song('c.wav')], client);
    const answers = await Promise.all(Array.from({ length: 20 }, () => desk.report(id, client)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await namesOf(id)).toEqual(['a.wav', 'b.wav', 'c.wav']);
    expect(await eventsOf(id)).toEqual(['confirm_awaiting_files', 'presession_files_in']);
  });

  test('telling and deleting at once end in one of two orders, never in between', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await session();
      await desk.deliver(id, [song('old.wav')], client);
      await desk.upload(id, [song('new.wav')], client);
      const [told, deleted] = await Promise.all([desk.report(id, client), desk.deleteFolder(id, client)]);
      expect([200, 409]).toContain(told.status);
      expect(deleted.status).toBe(200);
      const left = await namesOf(id);
      expect([[], ['new.wav']]).toContainEqual(left);
      expect(await statusOf(id)).toBe(
        left.length === 0 ? 'client_files_upload_required' : 'client_files_pending_review',
      );
    }
  });
});

describe('a file of the same name', () => {
  test('stays until the new one is whole; then its bytes are given up and buried an hour later', async () => {
    const { id } = await session();
    const [old = ''] = await desk.upload(id, [song('song.wav', 'old')], client);
    await desk.report(id, client);
    const { body } = await desk.links(id, [{ fileName: 'song.wav', fileSize: 3 }], client);
    await desk.report(id, client);
    expect(await contentOf(id, 'song.wav')).toBe('old');

    await desk.send(body.urls[0]?.url ?? '', { method: 'PUT', body: Buffer.from('new') });
    expect(await contentOf(id, 'song.wav')).toBe('old');
    await desk.report(id, client);
    expect(await namesOf(id)).toEqual(['song.wav']);
    expect(await contentOf(id, 'song.wav')).toBe('new');

    expect(await isDoomed(old)).toBe(true);
    api.clock.add({ minutes: 59 });
    await buryObjects.run(api.app.ctx(), {});
    expect(await storage().head(old)).toEqual({ size: 3, crc32: crc32('old') });
    api.clock.add({ minutes: 1 });
    await buryObjects.run(api.app.ctx(), {});
    expect(await storage().head(old)).toBeNull();
    expect(await isDoomed(old)).toBe(false);
    expect(await contentOf(id, 'song.wav')).toBe('new');
  });

  test('gives way to the upload that was begun last, whichever arrives first', async () => {
    const { id } = await session();
    const slow = await desk.links(id, [{ fileName: 'song.wav' }], client);
    await desk.deliver(id, [song('song.wav', 'begun later')], client);
    const late = { method: 'PUT', body: Buffer.from('begun first') };
    await desk.send(slow.body.urls[0]?.url ?? '', late);
    expect((await desk.report(id, client)).status).toBe(200);
    expect(await contentOf(id, 'song.wav')).toBe('begun later');
    expect(await isDoomed(slow.body.urls[0]?.key ?? '')).toBe(true);
  });

  test('in the other folder is another file', async () => {
    const { id } = await session('partner_upload_required');
    await desk.deliver(id, [song('song.wav', 'theirs')], client);
    await desk.deliver(id, [song('song.wav', 'ours')], musician.person);
    expect(await namesOf(id, 'user')).toEqual(['song.wav']);
    expect(await namesOf(id, 'output')).toEqual(['song.wav']);
    const [received, own] = [
      await desk.link(id, 'song.wav', client),
      await desk.link(id, 'song.wav', client, 'user'),
    ];
    expect((await desk.send(received.body.downloadUrl)).body.toString()).toBe('ours');
    expect((await desk.send(own.body.downloadUrl)).body.toString()).toBe('theirs');
  });
});

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
