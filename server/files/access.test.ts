import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { START } from '../test/app.ts';
import { filesStudio, song, type FilesStudio } from '../test/files.ts';
import type { TestPerson } from '../test/people.ts';
import { makeSession } from '../test/sessions.ts';
import type { TestMusician } from '../test/studio.ts';
import { LIMITATIONS } from '../../shared/content/rules.ts';
import { resetDocument, writeDocument } from '../content/service.ts';

let api: FilesStudio['api'];
let studio: FilesStudio['studio'];
let desk: FilesStudio['desk'];
let client: FilesStudio['client'];
let musician: FilesStudio['musician'];
let session: FilesStudio['session'];
let stranger: TestPerson;
let otherMusician: TestMusician;
let operator: TestPerson;

beforeAll(async () => {
  ({ api, studio, desk, client, musician, session } = await filesStudio());
  stranger = await studio.makeClient();
  otherMusician = await studio.makeMusician();
  operator = await api.people.make('operator');
});
afterEach(() => {
  api.clock.instant = Temporal.Instant.from(START);
  vi.restoreAllMocks();
});
afterAll(() => api.close());

const namesOf = (id: number, folder: 'user' | 'output', as: TestPerson) => desk.names(id, folder, as);
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
    const content = { db: api.db, now: api.clock.now() };
    const own = { ...LIMITATIONS, express_files_delivery_time: 60, files_expiration_time: 2 };
    await writeDocument(content, 'limitations', own);
    const { id, starts, by } = await ready('ondemand');
    const expires = starts.add({ hours: 48 });
    api.clock.instant = expires;
    expect(await seen(id, by)).toMatchObject({ ...offered, until: expires.toString() });
    await resetDocument(content, 'limitations');
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
