import { crc32 } from 'node:zlib';
import { transition } from '../../sessions/steps.ts';
import { deleteOrphans } from '../jobs.ts';
import { describe, expect, vi } from 'vitest';
import { song } from '#test/rooms/files.ts';
import { test as base } from '#test/rooms/files-state.ts';

const test = base.extend(
  'contentOf',
  { scope: 'file' },
  ({ filesApi, client }) =>
    async (id: number, path: string) => {
      const { body } = await filesApi.link(id, path, client, 'user');
      return (await filesApi.send(body.downloadUrl)).body.toString();
    },
);

describe("a session's status by its files", () => {
  test.for([
    ['client_files_upload_required', 'client_files_pending_review'],
    ['client_files_update_required', 'client_files_pending_review'],
    ['partner_ready_to_go', 'client_files_pending_review'],
    ['client_files_pending_review', 'client_files_pending_review'],
    ['partner_upload_required', 'partner_upload_required'],
  ] as const)(
    'from %s the client sends files: %s',
    async ([from, to], { filesApi, client, session, statusOf }) => {
      const { id } = await session(from);
      const answer = await filesApi.deliver(id, [song()], client);
      expect(answer.status).toBe(200);
      expect(answer.body.session).toMatchObject({ id, status: to, files: { user: 1, output: 0 } });
      expect(await statusOf(id)).toBe(to);
    },
  );

  test('the way of one session: sent, ready, more sent, late ones, delivered, taken back', async ({
    clock,
    studio,
    filesApi,
    client,
    musician,
    session,
    statusOf,
    eventsOf,
    namesOf,
  }) => {
    const { id, ends } = await session();
    await filesApi.deliver(id, [song()], client);
    expect(await statusOf(id)).toBe('client_files_pending_review');
    await studio.inTx((tx) =>
      tx.updateTable('sessions').set({ status: 'partner_ready_to_go' }).where('id', '=', id).execute(),
    );
    await filesApi.deliver(id, [song('more.wav')], client);
    expect(await statusOf(id)).toBe('client_files_pending_review');

    clock.instant = ends;
    const late = await filesApi.deliver(id, [song('late.wav')], client);
    expect([late.status, late.body.session.status]).toEqual([200, 'partner_upload_required']);
    expect(await namesOf(id)).toEqual(['late.wav', 'more.wav', 'song.wav']);

    const delivered = await filesApi.deliver(id, [song('take.wav')], musician.person);
    expect(delivered.body.session).toMatchObject({
      status: 'partner_deliverables_ready',
      files: { user: 3, output: 1 },
    });
    const more = await filesApi.deliver(id, [song('take 2.wav')], musician.person);
    expect([more.status, more.body.session.status]).toEqual([200, 'partner_deliverables_ready']);
    const back = await filesApi.deleteOutput(id, musician.person);
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

  test("a file begun before the end and told of at its instant is late, and lists as the client's", async ({
    clock,
    filesApi,
    client,
    session,
    namesOf,
  }) => {
    const { id, ends } = await session();
    clock.instant = ends.subtract({ minutes: 1 });
    await filesApi.upload(id, [song()], client);
    clock.instant = ends;
    const answer = await filesApi.report(id, client);
    expect([answer.status, answer.body.session.status]).toEqual([200, 'partner_upload_required']);
    expect(await namesOf(id)).toEqual(['song.wav']);
  });

  test('what was on its way when the session was cancelled changes no status', async ({
    studio,
    filesApi,
    client,
    session,
  }) => {
    const { id } = await session();
    await filesApi.upload(id, [song()], client);
    await studio.inTx((tx) =>
      tx
        .updateTable('sessions')
        .set({ phase: 'cancelled', status: 'cancelled' })
        .where('id', '=', id)
        .execute(),
    );
    const answer = await filesApi.report(id, client);
    expect([answer.status, answer.body.session.status]).toEqual([200, 'cancelled']);
  });

  test("it is checked by who calls, not by the word: the musician's 'presession-uploaded' is about the output", async ({
    filesApi,
    client,
    musician,
    session,
    namesOf,
  }) => {
    const { id } = await session('partner_upload_required');
    await filesApi.upload(id, [song()], client);
    expect((await filesApi.report(id, musician.person)).problem.code).toBe('no_complete_file');
    expect(await namesOf(id)).toEqual([]);
    expect((await filesApi.report(id, client)).status).toBe(200);
    expect(await namesOf(id)).toEqual(['song.wav']);
  });

  test('409 while nothing complete has arrived, and the status stays', async ({
    filesApi,
    client,
    session,
    statusOf,
  }) => {
    const { id } = await session();
    expect((await filesApi.report(id, client)).problem).toMatchObject({
      status: 409,
      code: 'no_complete_file',
      detail: 'No file has arrived completely yet.',
    });
    await filesApi.links(id, [{ fileName: 'begun.wav', fileSize: 5 }], client);
    expect((await filesApi.report(id, client)).status).toBe(409);
    expect(await statusOf(id)).toBe('client_files_upload_required');
  });

  test('telling again without anything new changes nothing', async ({
    clock,
    studio,
    filesApi,
    client,
    musician,
    session,
  }) => {
    const { id } = await session();
    await filesApi.deliver(id, [song()], client);
    clock.add({ minutes: 1 });
    const again = {
      sessionId: id,
      event: 'request_files',
      actorId: musician.id,
      actorRole: 'partner',
    } as const;
    await studio.inTx((tx, now) => transition(tx, { ...again, now }));
    const answer = await filesApi.report(id, client);
    expect([answer.status, answer.body.session.status]).toEqual([200, 'client_files_update_required']);
  });

  test('told twenty times at once, each file is listed once and the status moves once', async ({
    filesApi,
    client,
    session,
    eventsOf,
    namesOf,
  }) => {
    const { id } = await session();
    await filesApi.upload(id, [song('a.wav'), song('b.wav'), song('c.wav')], client);
    const answers = await Promise.all(Array.from({ length: 20 }, () => filesApi.report(id, client)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await namesOf(id)).toEqual(['a.wav', 'b.wav', 'c.wav']);
    expect(await eventsOf(id)).toEqual(['confirm_awaiting_files', 'presession_files_in']);
  });

  test('telling and deleting at once end in one of two orders, never in between', async ({
    filesApi,
    client,
    session,
    statusOf,
    namesOf,
  }) => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await session();
      await filesApi.deliver(id, [song('old.wav')], client);
      await filesApi.upload(id, [song('new.wav')], client);
      const [told, deleted] = await Promise.all([
        filesApi.report(id, client),
        filesApi.deleteFolder(id, client),
      ]);
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
  test('stays until the new one is whole; then its bytes are given up and deleted an hour later', async ({
    app,
    clock,
    filesApi,
    client,
    session,
    namesOf,
    contentOf,
    isMarkedForDeletion,
    storage,
  }) => {
    const { id } = await session();
    const [old = ''] = await filesApi.upload(id, [song('song.wav', 'old')], client);
    await filesApi.report(id, client);
    const { body } = await filesApi.links(id, [{ fileName: 'song.wav', fileSize: 3 }], client);
    await filesApi.report(id, client);
    expect(await contentOf(id, 'song.wav')).toBe('old');

    await filesApi.send(body.urls[0]?.url ?? '', { method: 'PUT', body: Buffer.from('new') });
    expect(await contentOf(id, 'song.wav')).toBe('old');
    await filesApi.report(id, client);
    expect(await namesOf(id)).toEqual(['song.wav']);
    expect(await contentOf(id, 'song.wav')).toBe('new');

    expect(await isMarkedForDeletion(old)).toBe(true);
    clock.add({ minutes: 59 });
    await deleteOrphans.run(app.ctx(), {});
    expect(await storage().head(old)).toMatchObject({ size: 3, crc32: crc32('old') });
    clock.add({ minutes: 1 });
    await deleteOrphans.run(app.ctx(), {});
    expect(await storage().head(old)).toBeNull();
    expect(await isMarkedForDeletion(old)).toBe(false);
    expect(await contentOf(id, 'song.wav')).toBe('new');
  });

  test('gives way to the upload that was begun last, whichever arrives first', async ({
    filesApi,
    client,
    session,
    contentOf,
    isMarkedForDeletion,
  }) => {
    const { id } = await session();
    const slow = await filesApi.links(id, [{ fileName: 'song.wav' }], client);
    await filesApi.deliver(id, [song('song.wav', 'begun later')], client);
    const late = { method: 'PUT', body: Buffer.from('begun first') };
    await filesApi.send(slow.body.urls[0]?.url ?? '', late);
    expect((await filesApi.report(id, client)).status).toBe(200);
    expect(await contentOf(id, 'song.wav')).toBe('begun later');
    expect(await isMarkedForDeletion(slow.body.urls[0]?.key ?? '')).toBe(true);
  });

  test('told of by two calls at once, each of which sees one of two uploads: one is listed, the other given up', async ({
    filesApi,
    client,
    session,
    contentOf,
    isMarkedForDeletion,
    storage,
  }) => {
    const real = { ...storage() };
    for (let round = 0; round < 5; round += 1) {
      const { id } = await session();
      const [one = ''] = await filesApi.upload(id, [song('song.wav', 'one')], client);
      const [two = ''] = await filesApi.upload(id, [song('song.wav', 'two')], client);
      const asked = new Map<string, number>();
      vi.spyOn(storage(), 'parts').mockImplementation(async (key, uploadId) => {
        const nth = (asked.get(key) ?? 0) + 1;
        asked.set(key, nth);
        return (key === one) === (nth === 1) ? real.parts(key, uploadId) : [];
      });
      await Promise.all([filesApi.report(id, client), filesApi.report(id, client)]);
      vi.restoreAllMocks();
      await filesApi.report(id, client);
      expect(await contentOf(id, 'song.wav')).toBe('two');
      expect([await isMarkedForDeletion(one), await isMarkedForDeletion(two)]).toEqual([true, false]);
    }
  });

  test('in the other folder is another file', async ({ filesApi, client, musician, session, namesOf }) => {
    const { id } = await session('partner_upload_required');
    await filesApi.deliver(id, [song('song.wav', 'theirs')], client);
    await filesApi.deliver(id, [song('song.wav', 'ours')], musician.person);
    expect(await namesOf(id, 'user')).toEqual(['song.wav']);
    expect(await namesOf(id, 'output')).toEqual(['song.wav']);
    const [received, own] = [
      await filesApi.link(id, 'song.wav', client),
      await filesApi.link(id, 'song.wav', client, 'user'),
    ];
    expect((await filesApi.send(received.body.downloadUrl)).body.toString()).toBe('ours');
    expect((await filesApi.send(own.body.downloadUrl)).body.toString()).toBe('theirs');
  });
});
