import { describe, expect } from 'vitest';
import { START } from '#test/api/app.ts';
import { song, test as base } from '#test/rooms/files.ts';
import type { TestPerson } from '#test/api/people.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import { LIMITATIONS } from '#shared/content/rules.ts';
import { resetDocument, writeDocument } from '../content/service.ts';

const test = base
  .extend('stranger', { scope: 'file' }, ({ studio }) => studio.makeClient())
  .extend('otherMusician', { scope: 'file' }, ({ studio }) => studio.makeMusician())
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator'))
  .extend(
    'namesOf',
    { scope: 'file' },
    ({ filesApi }) =>
      (id: number, folder: 'user' | 'output', as: TestPerson) =>
        filesApi.names(id, folder, as),
  )
  /** Every endpoint of this room, called for one session. */
  .extend(
    'everyCall',
    { scope: 'file' },
    ({ filesApi }) =>
      (id: number, as: TestPerson | null) =>
        Promise.all([
          filesApi.list(id, 'user', as),
          filesApi.links(id, [{ fileName: 'a.wav' }], as),
          filesApi.report(id, as),
          filesApi.link(id, 'song.wav', as),
          filesApi.archiveLink(id, as),
          filesApi.deleteFolder(id, as),
          filesApi
            .send(
              `http://localhost:${as?.front === 'partners' ? 4001 : 4000}/api/sessions/${id}/archive/user`,
              as ? { as } : {},
            )
            .then(({ status, body }) => ({
              status,
              problem: JSON.parse(body.toString()) as { code: string },
            })),
          filesApi.deleteOutput(id, as),
        ]).then((answers) => answers.map(({ status, problem }) => `${status} ${problem.code}`)),
  )
  /** A delivered session of a client with that membership. */
  .extend(
    'ready',
    { scope: 'file' },
    ({ app, studio, filesApi, musician, session }) =>
      async (status: 'subscriber' | 'ondemand' | 'cancelled', endedAt?: Temporal.Instant) => {
        const by = await studio.makeClient({ status });
        if (endedAt !== undefined)
          await app.db
            .updateTable('memberships')
            .set({ ended_at: endedAt })
            .where('person_id', '=', by.id)
            .execute();
        const it = await session('partner_upload_required', by);
        await filesApi.deliver(it.id, [song('mine.wav')], by);
        await filesApi.deliver(it.id, [song('take.wav')], musician.person);
        return { ...it, by };
      },
  )
  /** What the client can list and get of what was delivered. */
  .extend('seen', { scope: 'file' }, ({ filesApi }) => async (id: number, as: TestPerson) => {
    const { body } = await filesApi.list(id, 'output', as);
    const [link, archive] = [await filesApi.link(id, 'take.wav', as), await filesApi.archiveLink(id, as)];
    const streamed = await filesApi.send(`http://localhost:4000/api/sessions/${id}/archive/output`, { as });
    return {
      state: body.download.state,
      until: body.download.until,
      total: body.total,
      answers: [link.status, archive.status, streamed.status],
    };
  });

describe('who', () => {
  test('nobody signed in: 401 everywhere', async ({ session, everyCall }) => {
    const { id } = await session();
    expect(new Set(await everyCall(id, null))).toEqual(new Set(['401 not_signed_in']));
  });

  test("another client's session is 404 everywhere, with or without files; delete-output is the musician's: 403", async ({
    filesApi,
    client,
    session,
    stranger,
    namesOf,
    everyCall,
  }) => {
    const { id } = await session();
    await filesApi.deliver(id, [song()], client);
    const answers = await everyCall(id, stranger);
    expect(answers.pop()).toBe('403 wrong_role');
    expect(new Set(answers)).toEqual(new Set(['404 not_found']));
    expect(await everyCall(2_000_000_000, stranger)).toEqual([...answers, '403 wrong_role']);
    expect(await namesOf(id, 'user', client)).toEqual(['song.wav']);
  });

  test("another musician's session is 404 everywhere", async ({
    filesApi,
    musician,
    session,
    otherMusician,
    namesOf,
    everyCall,
  }) => {
    const { id } = await session('partner_upload_required');
    await filesApi.deliver(id, [song()], musician.person);
    expect(new Set(await everyCall(id, otherMusician.person))).toEqual(new Set(['404 not_found']));
    expect(await namesOf(id, 'output', musician.person)).toEqual(['song.wav']);
  });

  test('an operator has no part in it: 403 everywhere', async ({ filesApi, session, operator }) => {
    const { id } = await session();
    const calls = [
      filesApi.list(id, 'user', operator),
      filesApi.links(id, [{ fileName: 'a.wav' }], operator),
      filesApi.report(id, operator),
      filesApi.link(id, 'song.wav', operator),
      filesApi.archiveLink(id, operator),
      filesApi.deleteFolder(id, operator),
      filesApi.deleteOutput(id, operator),
    ];
    for (const { status, problem } of await Promise.all(calls))
      expect([status, problem.code]).toEqual([403, 'wrong_role']);
  });

  test('a hold has no files: 404 for its own client', async ({ studio, filesApi, musician, stranger }) => {
    const { id } = await makeSession(studio, { client: stranger, musician, status: 'prebooked' });
    expect((await filesApi.links(id, [{ fileName: 'a.wav' }], stranger)).status).toBe(404);
    expect((await filesApi.list(id, 'user', stranger)).status).toBe(404);
  });

  test("a managed client writes into 'user' and receives from 'output' like any client", async ({
    app,
    filesApi,
    musician,
    session,
    namesOf,
  }) => {
    const managed = await app.people.make('managed');
    const { id } = await session('partner_upload_required', managed);
    const answer = await filesApi.deliver(id, [song('mine.wav')], managed);
    expect(answer.body.session).toMatchObject({ files: { user: 1, output: 0 } });
    await filesApi.deliver(id, [song('theirs.wav')], musician.person);
    expect(await namesOf(id, 'output', managed)).toEqual(['theirs.wav']);
    const link = await filesApi.link(id, 'theirs.wav', managed);
    expect((await filesApi.send(link.body.downloadUrl)).body.toString()).toBe('theirs.wav');
    expect((await filesApi.deleteFolder(id, managed, 'output')).problem.code).toBe('not_yours');
    expect((await filesApi.deleteFolder(id, managed)).body.session.files).toEqual({ user: 0, output: 1 });
  });
});

describe('malformed', () => {
  test.for([
    ['/api/sessions/list-files?session_id=100001'],
    ['/api/sessions/list-files?session_id=100001&folder=other'],
    ['/api/sessions/list-files?folder=user'],
    ['/api/sessions/list-files?session_id=abc&folder=user'],
    ['/api/sessions/list-files?session_id=99999999999&folder=user'],
    ['/api/sessions/list-files?session_id=1&session_id=2&folder=user'],
    ['/api/files/get-download-link?session_id=100001'],
    ['/api/files/get-download-link?session_id=99999999999&path=a'],
    ['/api/files/get-download-link?session_id=100001&path=a&folder=x'],
    [`/api/files/get-download-link?session_id=100001&path=${'a'.repeat(5001)}`],
    ['/api/sessions/99999999999/archive/user'],
    ['/api/sessions/100001/archive/other'],
  ] as const)('%s is 400', async ([path], { filesApi, client }) => {
    const answer = await filesApi.send(`http://localhost:4000${path}`, { as: client });
    expect([answer.status, JSON.parse(answer.body.toString())]).toMatchObject([400, { code: 'malformed' }]);
  });

  test.for(['a%00b', '%00'])(
    'a path with NUL (%s) is malformed, not a fault',
    async (path, { filesApi, client, session }) => {
      const { id } = await session();
      const answer = await filesApi.send(
        `http://localhost:4000/api/files/get-download-link?session_id=${id}&path=${path}`,
        { as: client },
      );
      expect(answer.status).toBe(400);
    },
  );
});

describe('what limited clients may download', () => {
  const offered = { state: 'offered', total: 1, answers: [200, 200, 200] };
  const held = { answers: [403, 403, 403] };

  test('processing until start + 1440 minutes, offered to 30 days after the start, both included; then hidden', async ({
    app,
    clock,
    filesApi,
    ready,
    seen,
  }) => {
    const { id, starts, by } = await ready('ondemand');
    const opens = starts.add({ hours: 24 });
    const expires = starts.add({ hours: 24 * 30 });
    const processing = { ...held, state: 'processing', total: 1, until: opens.toString() };
    clock.instant = opens.subtract({ milliseconds: 1 });
    expect(await seen(id, by)).toMatchObject(processing);
    expect((await filesApi.link(id, 'take.wav', by)).problem).toMatchObject({
      code: 'files_held',
      detail: 'These files cannot be downloaded now.',
    });
    clock.instant = opens;
    expect(await seen(id, by)).toMatchObject({ ...offered, until: expires.toString() });
    clock.instant = expires;
    expect(await seen(id, by)).toMatchObject({ ...offered, until: expires.toString() });
    clock.instant = expires.add({ milliseconds: 1 });
    expect(await seen(id, by)).toMatchObject({ ...held, state: 'expired', total: 0 });
    const kept = await app.db.selectFrom('files').select('name').where('session_id', '=', id).execute();
    expect(kept).toHaveLength(2);
  });

  test('expiry counts from the end of their membership where that is later', async ({
    clock,
    ready,
    seen,
  }) => {
    const endedAt = Temporal.Instant.from(START).add({ hours: 24 * 3 });
    const { id, by } = await ready('cancelled', endedAt);
    const expires = endedAt.add({ hours: 24 * 30 });
    clock.instant = expires;
    expect(await seen(id, by)).toMatchObject({ ...offered, until: expires.toString() });
    clock.instant = expires.add({ milliseconds: 1 });
    expect(await seen(id, by)).toMatchObject({ ...held, state: 'expired', total: 0 });
  });

  test("the studio's own settings of the two times count", async ({ app, clock, ready, seen }) => {
    const content = { db: app.db, now: clock.now() };
    const own = { ...LIMITATIONS, express_files_delivery_time: 60, files_expiration_time: 2 };
    await writeDocument(content, 'limitations', own);
    const { id, starts, by } = await ready('ondemand');
    const expires = starts.add({ hours: 48 });
    clock.instant = expires;
    expect(await seen(id, by)).toMatchObject({ ...offered, until: expires.toString() });
    await resetDocument(content, 'limitations');
  });

  test('members are offered everything at once and for ever', async ({ clock, ready, seen }) => {
    const { id, starts, by } = await ready('subscriber');
    expect(await seen(id, by)).toMatchObject({ ...offered, until: null });
    clock.instant = starts.add({ hours: 24 * 365 });
    expect(await seen(id, by)).toMatchObject({ ...offered, until: null });
  });

  test("it is about what they receive: their own files, and the musician's view, are always offered", async ({
    filesApi,
    musician,
    ready,
  }) => {
    const { id, by } = await ready('ondemand');
    expect((await filesApi.list(id, 'user', by)).body.download).toEqual({ state: 'offered', until: null });
    expect((await filesApi.link(id, 'mine.wav', by, 'user')).status).toBe(200);
    expect((await filesApi.list(id, 'output', musician.person)).body).toMatchObject({
      total: 1,
      download: { state: 'offered', until: null },
    });
    expect((await filesApi.link(id, 'take.wav', musician.person, 'output')).status).toBe(200);
  });
});
