import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { SessionStatus } from '../../shared/sessions/rules.ts';
import { StorageAway } from '../lib/storage.ts';
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
let stranger: TestPerson;
let otherMusician: TestMusician;
let operator: TestPerson;

beforeAll(async () => {
  api = await testApp();
  studio = await makeStudio(api);
  desk = await fileDesk(api);
  client = await studio.makeClient();
  stranger = await studio.makeClient();
  musician = await studio.makeMusician();
  otherMusician = await studio.makeMusician();
  operator = await api.people.make('operator');
});
afterEach(() => {
  api.clock.instant = Temporal.Instant.from(START);
  vi.restoreAllMocks();
});
afterAll(() => api.close());

let made = 0;
const session = (
  status: SessionStatus = 'client_files_upload_required',
  by: TestPerson = client,
): Promise<TestSession> => {
  made += 1;
  const isPast = status === 'partner_upload_required' || status === 'partner_deliverables_ready';
  const starts = api.clock.now().add({ hours: isPast ? -made - 24 : made + 24 });
  return makeSession(studio, { client: by, musician, status, starts });
};
const song = (path = 'song.wav') => ({ path, bytes: Buffer.from(path) });
const namesOf = async (id: number, folder: 'user' | 'output', as: TestPerson) =>
  (await desk.list(id, folder, as)).body.files.map((file) => file.filePath);

/** Every endpoint of this room, asked about one session. */
const everyCall = (id: number, as: TestPerson | null) =>
  Promise.all([
    desk.list(id, 'user', as),
    desk.links(id, [{ fileName: 'a.wav' }], as),
    desk.report(id, as),
    desk.link(id, 'song.wav', as),
    desk.archiveLink(id, as),
    desk.deleteFolder(id, as),
    desk
      .send(
        `http://localhost:${as?.front === 'partners' ? 4001 : 4000}/api/sessions/${id}/archive/user`,
        as ? { as } : {},
      )
      .then(({ status, body }) => ({ status, problem: JSON.parse(body.toString()) as { code: string } })),
    desk.deleteOutput(id, as),
  ]).then((answers) => answers.map(({ status, problem }) => `${status} ${problem.code}`));

describe('who', () => {
  test('nobody signed in: 401 everywhere', async () => {
    const { id } = await session();
    expect(new Set(await everyCall(id, null))).toEqual(new Set(['401 not_signed_in']));
  });

  test("another client's session is 404 everywhere, with or without files; delete-output is the musician's: 403", async () => {
    const { id } = await session();
    await desk.deliver(id, [song()], client);
    const answers = await everyCall(id, stranger);
    expect(answers.pop()).toBe('403 wrong_role');
    expect(new Set(answers)).toEqual(new Set(['404 not_found']));
    expect(await everyCall(2_000_000_000, stranger)).toEqual([...answers, '403 wrong_role']);
    expect(await namesOf(id, 'user', client)).toEqual(['song.wav']);
  });

  test("another musician's session is 404 everywhere", async () => {
    const { id } = await session('partner_upload_required');
    await desk.deliver(id, [song()], musician.person);
    expect(new Set(await everyCall(id, otherMusician.person))).toEqual(new Set(['404 not_found']));
    expect(await namesOf(id, 'output', musician.person)).toEqual(['song.wav']);
  });

  test('an operator has no part in it: 403 everywhere', async () => {
    const { id } = await session();
    const calls = [
      desk.list(id, 'user', operator),
      desk.links(id, [{ fileName: 'a.wav' }], operator),
      desk.report(id, operator),
      desk.link(id, 'song.wav', operator),
      desk.archiveLink(id, operator),
      desk.deleteFolder(id, operator),
      desk.deleteOutput(id, operator),
    ];
    for (const { status, problem } of await Promise.all(calls))
      expect([status, problem.code]).toEqual([403, 'wrong_role']);
  });

  test('a hold has no files: 404 for its own client', async () => {
    const { id } = await makeSession(studio, { client: stranger, musician, status: 'prebooked' });
    expect((await desk.links(id, [{ fileName: 'a.wav' }], stranger)).status).toBe(404);
    expect((await desk.list(id, 'user', stranger)).status).toBe(404);
  });

  test("a managed client writes into 'user' and receives from 'output' like any client", async () => {
    const managed = await api.people.make('managed');
    const { id } = await session('partner_upload_required', managed);
    const answer = await desk.deliver(id, [song('mine.wav')], managed);
    expect(answer.body.session).toMatchObject({ files: { user: 1, output: 0 } });
    await desk.deliver(id, [song('theirs.wav')], musician.person);
    expect(await namesOf(id, 'output', managed)).toEqual(['theirs.wav']);
    const link = await desk.link(id, 'theirs.wav', managed);
    expect((await desk.send(link.body.downloadUrl)).body.toString()).toBe('theirs.wav');
    expect((await desk.deleteFolder(id, managed, 'output')).problem.code).toBe('not_yours');
    expect((await desk.deleteFolder(id, managed)).body.session.files).toEqual({ user: 0, output: 1 });
  });
});

describe('malformed', () => {
  test.each([
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
  ])('%s is 400', async (path) => {
    const answer = await desk.send(`http://localhost:4000${path}`, { as: client });
    expect([answer.status, JSON.parse(answer.body.toString())]).toMatchObject([400, { code: 'malformed' }]);
  });

  test.each(['a%00b', '%00'])('a path with NUL (%s) is malformed, not a fault', async (path) => {
    const { id } = await session();
    const answer = await desk.send(
      `http://localhost:4000/api/files/get-download-link?session_id=${id}&path=${path}`,
      { as: client },
    );
    expect(answer.status).toBe(400);
  });
});

describe('list and links', () => {
  test("`path` of the list is the link's, for folders, spaces and names that were cleaned", async () => {
    const { id } = await session();
    const sent = ['a/b/../c/x y.wav', 'w\\in\\dows.wav', '+&=#?%.wav', 'Cafe\u0301.wav', '..wav', 'a/..b/c'];
    await desk.deliver(id, sent.map(song), client);
    const { body } = await desk.list(id, 'user', client);
    expect(body.files.map(({ filePath }) => filePath).toSorted()).toEqual(
      ['a/b/c/x y.wav', 'w/in/dows.wav', '+&=#?%.wav', 'Caf\u00e9.wav', '..wav', 'a/..b/c'].toSorted(),
    );
    for (const { filePath, size } of body.files) {
      const link = await desk.link(id, filePath, client, 'user');
      expect(link.status).toBe(200);
      expect((await desk.send(link.body.downloadUrl)).body.length).toBe(size);
    }
  });

  test('the list is by folder, then by name', async () => {
    const { id } = await session();
    await desk.deliver(id, ['b.wav', 'z/a.wav', 'a.wav', 'b/c.wav'].map(song), client);
    expect(await namesOf(id, 'user', client)).toEqual(['a.wav', 'b.wav', 'b/c.wav', 'z/a.wav']);
  });

  test('a path that is not there is 404: other case, leading slash, a folder, dots', async () => {
    const { id } = await session();
    await desk.deliver(id, [song('a/song.wav')], client);
    for (const path of ['a/Song.wav', '/a/song.wav', 'a/', 'a', '', 'b/../a/song.wav', '../song.wav'])
      expect((await desk.link(id, path, client, 'user')).problem).toMatchObject({
        status: 404,
        detail: 'We could not find this session or file.',
      });
  });

  test('a link lives for 15 minutes and no longer, and opens only its own file', async () => {
    const { id } = await session();
    await desk.deliver(id, [song('one.wav'), song('two.wav')], client);
    const { body } = await desk.link(id, 'one.wav', musician.person);
    expect(body.downloadUrl.startsWith('http://localhost:4001/storage/')).toBe(true);
    const keys = await api.db
      .selectFrom('files')
      .select(['name', 'key'])
      .where('session_id', '=', id)
      .execute();
    const keyOf = (name: string) => keys.find((file) => file.name === name)?.key ?? '';
    const bent = body.downloadUrl.replace(keyOf('one.wav'), keyOf('two.wav'));
    expect((await desk.send(bent)).status).toBe(403);
    api.clock.add({ minutes: 14 });
    expect((await desk.send(body.downloadUrl)).status).toBe(200);
    api.clock.add({ minutes: 2 });
    expect((await desk.send(body.downloadUrl)).status).toBe(403);
  });

  test('a player reads ranges of it', async () => {
    const { id } = await session();
    await desk.deliver(id, [{ path: 'a.wav', bytes: Buffer.from('0123456789') }], client);
    const { body } = await desk.link(id, 'a.wav', musician.person);
    const part = await desk.send(body.downloadUrl, { headers: { range: 'bytes=2-4' } });
    expect([part.status, part.body.toString(), part.headers['content-range']]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
    ]);
  });
});

/** A delivered session of a client with that membership. */
const ready = async (status: 'subscriber' | 'ondemand' | 'cancelled', endedAt?: Temporal.Instant) => {
  const by = await studio.makeClient({ status });
  if (endedAt !== undefined)
    await api.db
      .updateTable('memberships')
      .set({ ended_at: endedAt })
      .where('person_id', '=', by.id)
      .execute();
  const it = await session('partner_upload_required', by);
  await desk.deliver(it.id, [song('mine.wav')], by);
  await desk.deliver(it.id, [song('take.wav')], musician.person);
  return { ...it, by };
};

/** What the client sees and gets of what was delivered. */
const seen = async (id: number, as: TestPerson) => {
  const { body } = await desk.list(id, 'output', as);
  const [link, archive] = [await desk.link(id, 'take.wav', as), await desk.archiveLink(id, as)];
  const streamed = await desk.send(`http://localhost:4000/api/sessions/${id}/archive/output`, { as });
  return {
    state: body.download.state,
    until: body.download.until,
    total: body.total,
    answers: [link.status, archive.status, streamed.status],
  };
};

describe('what limited clients may download (part 2 section 4, decisions 6)', () => {
  const offered = { state: 'offered', total: 1, answers: [200, 200, 200] };
  const held = { answers: [403, 403, 403] };

  test('processing until start + 1440 minutes, offered to 30 days after the start, both included; then hidden', async () => {
    const { id, starts, by } = await ready('ondemand');
    const opens = starts.add({ hours: 24 });
    const expires = starts.add({ hours: 24 * 30 });
    const processing = { ...held, state: 'processing', total: 1, until: opens.toString() };
    api.clock.instant = opens.subtract({ milliseconds: 1 });
    expect(await seen(id, by)).toMatchObject(processing);
    expect((await desk.link(id, 'take.wav', by)).problem).toMatchObject({
      code: 'files_held',
      detail: 'These files cannot be downloaded now.',
    });
    api.clock.instant = opens;
    expect(await seen(id, by)).toMatchObject({ ...offered, until: expires.toString() });
    api.clock.instant = expires;
    expect(await seen(id, by)).toMatchObject({ ...offered, until: expires.toString() });
    api.clock.instant = expires.add({ milliseconds: 1 });
    expect(await seen(id, by)).toMatchObject({ ...held, state: 'expired', total: 0 });
    const kept = await api.db.selectFrom('files').select('name').where('session_id', '=', id).execute();
    expect(kept).toHaveLength(2);
  });

  test('expiry counts from the end of their membership where that is later', async () => {
    const endedAt = Temporal.Instant.from(START).add({ hours: 24 * 3 });
    const { id, by } = await ready('cancelled', endedAt);
    const expires = endedAt.add({ hours: 24 * 30 });
    api.clock.instant = expires;
    expect(await seen(id, by)).toMatchObject({ ...offered, until: expires.toString() });
    api.clock.instant = expires.add({ milliseconds: 1 });
    expect(await seen(id, by)).toMatchObject({ ...held, state: 'expired', total: 0 });
  });

  test("the studio's own settings of the two times count", async () => {
    const value = JSON.stringify({ express_files_delivery_time: 60, files_expiration_time: 2 });
    await api.db.insertInto('settings').values({ key: 'limitations', value }).execute();
    const { id, starts, by } = await ready('ondemand');
    const expires = starts.add({ hours: 48 });
    api.clock.instant = expires;
    expect(await seen(id, by)).toMatchObject({ ...offered, until: expires.toString() });
    await api.db.deleteFrom('settings').where('key', '=', 'limitations').execute();
  });

  test('members are offered everything at once and for ever', async () => {
    const { id, starts, by } = await ready('subscriber');
    expect(await seen(id, by)).toMatchObject({ ...offered, until: null });
    api.clock.instant = starts.add({ hours: 24 * 365 });
    expect(await seen(id, by)).toMatchObject({ ...offered, until: null });
  });

  test("it is about what they receive: their own files, and the musician's view, are always offered", async () => {
    const { id, by } = await ready('ondemand');
    expect((await desk.list(id, 'user', by)).body.download).toEqual({ state: 'offered', until: null });
    expect((await desk.link(id, 'mine.wav', by, 'user')).status).toBe(200);
    expect((await desk.list(id, 'output', musician.person)).body).toMatchObject({
      total: 1,
      download: { state: 'offered', until: null },
    });
    expect((await desk.link(id, 'take.wav', musician.person, 'output')).status).toBe(200);
  });
});

describe('deleting a folder', () => {
  test.each([
    ['client_files_pending_review', 'client_files_upload_required'],
    ['partner_ready_to_go', 'client_files_upload_required'],
    ['client_files_update_required', 'client_files_update_required'],
  ] as const)(
    'from %s all pre-session files deleted: %s, by the client and by the musician',
    async (from, to) => {
      for (const by of ['client', 'musician'] as const) {
        const { id } = await session('client_files_upload_required');
        await desk.deliver(id, [song(), song('b.wav')], client);
        await api.db.updateTable('sessions').set({ status: from }).where('id', '=', id).execute();
        const answer =
          by === 'client'
            ? await desk.deleteFolder(id, client)
            : await desk.deleteFolder(id, musician.person, 'user');
        expect(answer.body.session).toMatchObject({ status: to, files: { user: 0, output: 0 } });
        expect(await namesOf(id, 'user', client)).toEqual([]);
      }
    },
  );

  test("a musician's own folder is the output; the files of the other stay", async () => {
    const { id } = await session('partner_upload_required');
    await desk.deliver(id, [song('theirs.wav')], client);
    await desk.deliver(id, [song('ours.wav')], musician.person);
    const { body } = await desk.deleteFolder(id, musician.person);
    expect(body.session).toMatchObject({ status: 'partner_upload_required', files: { user: 1, output: 0 } });
  });

  test('a client may not delete what was delivered', async () => {
    const { id } = await session('partner_upload_required');
    await desk.deliver(id, [song()], musician.person);
    const answer = await desk.deleteFolder(id, client, 'output');
    expect(answer.problem).toMatchObject({
      status: 403,
      code: 'not_yours',
      detail: 'Only the musician may delete these files.',
    });
    expect(await namesOf(id, 'output', client)).toEqual(['song.wav']);
  });

  test('an empty folder stays empty, and the status stays: a closed session is not opened again', async () => {
    const { id } = await session('partner_deliverables_ready');
    const answer = await desk.deleteOutput(id, musician.person);
    expect([answer.status, answer.body.session.status]).toEqual([200, 'partner_deliverables_ready']);
  });

  test('not in a cancelled session: 409', async () => {
    const { id } = await session('cancelled');
    for (const answer of [await desk.deleteFolder(id, client), await desk.deleteOutput(id, musician.person)])
      expect(answer.problem).toMatchObject({
        status: 409,
        code: 'not_now',
        detail: 'Files cannot be deleted while the session is in this state.',
      });
  });

  test('ten times at once: deleted once, the status moves once', async () => {
    const { id } = await session('partner_upload_required');
    await desk.deliver(id, [song()], musician.person);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => desk.deleteOutput(id, musician.person)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const moves = await api.db
      .selectFrom('session_events')
      .select('event')
      .where('session_id', '=', id)
      .where('event', '=', 'output_files_deleted')
      .execute();
    expect(moves).toHaveLength(1);
  });
});

test('storage away: 503 with Retry-After and nothing lost; links are made without it', async () => {
  const { id } = await session();
  await desk.upload(id, [song()], client);
  const { storage } = api.app.ctx();
  const away = new StorageAway(new Error('no answer'));
  vi.spyOn(storage, 'head').mockRejectedValue(away);
  vi.spyOn(storage, 'ping').mockRejectedValue(away);
  const told = await desk.report(id, client);
  expect(told.problem).toMatchObject({
    status: 503,
    code: 'unavailable',
    detail: 'The studio is away for a moment. Please try again shortly.',
  });
  expect(told.headers['retry-after']).toBe('2');
  expect((await desk.links(id, [{ fileName: 'b.wav' }], client)).status).toBe(200);
  vi.restoreAllMocks();
  expect((await desk.report(id, client)).status).toBe(200);
  vi.spyOn(storage, 'ping').mockRejectedValue(away);
  const archive = await desk.send(`http://localhost:4001/api/sessions/${id}/archive/user`, {
    as: musician.person,
  });
  expect([archive.status, archive.headers['retry-after']]).toEqual([503, '2']);
});
