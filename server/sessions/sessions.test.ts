import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { getSession, listSessions } from '../../shared/sessions/contract.ts';
import { testApp, type TestApp } from '../test/app.ts';
import type { TestPerson } from '../test/people.ts';
import { makeSession } from '../test/sessions.ts';
import { makeStudio, type Studio, type TestMusician } from '../test/studio.ts';

let api: TestApp;
let studio: Studio;
let client: TestPerson;
let musician: TestMusician;

beforeAll(async () => {
  api = await testApp();
  studio = await makeStudio(api);
});
beforeEach(async () => {
  client = await studio.makeClient({ name: 'Clara Client', zone: 'America/New_York' });
  musician = await studio.makeMusician({
    name: 'Max Musician',
    services: ['recording', 'singer', 'consultation', 'pre-production'],
    instruments: ['bass', 'vocals'],
    zoomLink: 'https://zoom.example/max',
    audiomoversLink: 'https://audio.example/max',
  });
});
afterAll(() => api.close());

const hours = (n: number) => api.clock.now().add({ hours: n });
const make = (options: Partial<Parameters<typeof makeSession>[1]> = {}) =>
  makeSession(studio, { client, musician, ...options });
/** How many sessions the client's list has, and how many queries it took. */
const cost = async () => {
  const queries = vi.spyOn(api.db.getExecutor(), 'executeQuery');
  const { body } = await api.call(listSessions, {}, client);
  const asked = queries.mock.calls.length;
  queries.mockRestore();
  return [body.sessions.length, asked] as const;
};
const read = async (id: number, as: TestPerson = client) =>
  (await api.call(getSession, { params: { id } }, as)).body.session;
describe('GET /api/sessions', () => {
  test('what comes next first, then what is over, latest first; cancelled is past at once, a hold is in no list', async () => {
    const later = await make({ starts: hours(48) });
    const sooner = await make({ starts: hours(24) });
    const older = await make({ starts: hours(-48) });
    const newer = await make({ starts: hours(-24) });
    const cancelled = await make({ starts: hours(72), status: 'cancelled' });
    await make({ starts: hours(96), status: 'prebooked' });
    const { status, body } = await api.call(listSessions, {}, client);
    expect(status).toBe(200);
    expect(body.sessions.map(({ id }) => id)).toEqual(
      [sooner, later, cancelled, newer, older].map(({ id }) => id),
    );
    expect(body.total).toBe(5);
    expect(body.counts).toEqual({ pending_review: 0, upcoming_partners: 0, upcoming: 2, past: 3 });
  });

  test('one group is paged, and the counts are of all', async () => {
    const made = [];
    for (const n of [1, 2, 3]) made.push(await make({ starts: hours(-24 * n) }));
    await make({ starts: hours(24) });
    const pages = [];
    for (const page of [0, 1, 2])
      pages.push(await api.call(listSessions, { query: { group: 'past', page, size: 2 } }, client));
    const ids = pages.map(({ body }) => body.sessions.map(({ id }) => id));
    expect(ids).toEqual([[made[0]?.id, made[1]?.id], [made[2]?.id], []]);
    for (const { body } of pages) {
      expect(body).toMatchObject({ total: 3, counts: { upcoming: 1, past: 3 } });
    }
  });

  test("the musician's groups: pending review, ready to go, completed", async () => {
    const waiting = await make({ starts: hours(24), status: 'client_files_update_required' });
    const ready = await make({ starts: hours(48), status: 'partner_ready_to_go' });
    const over = await make({ starts: hours(-24), status: 'partner_ready_to_go' });
    const group = async (group: 'pending_review' | 'upcoming_partners' | 'past') =>
      (await api.call(listSessions, { query: { group } }, musician.person)).body.sessions.map(({ id }) => id);
    expect(await group('pending_review')).toEqual([waiting.id]);
    expect(await group('upcoming_partners')).toEqual([ready.id]);
    expect(await group('past')).toEqual([over.id]);
    const { counts } = (await api.call(listSessions, {}, musician.person)).body;
    expect(counts).toEqual({ pending_review: 1, upcoming_partners: 1, upcoming: 0, past: 1 });
  });

  test('a card shows both sides, the instrument, the track, the rating and the files', async () => {
    const made = await make({
      starts: hours(-24),
      title: 'Blue',
      files: { user: 2, output: 1 },
      status: 'partner_deliverables_ready',
    });
    await api.db
      .insertInto('ratings')
      .values({ session_id: made.id, stars: 4, comment: 'Lovely', created_at: api.clock.now() })
      .execute();
    const { body } = await api.call(listSessions, {}, musician.person);
    expect(body.sessions).toEqual([
      {
        id: made.id,
        type: 'past',
        status: 'partner_deliverables_ready',
        start_date: '2026-11-20T12:00:00Z',
        end_date: '2026-11-20T12:30:00Z',
        duration: 30,
        instrument_name: 'Bass',
        user: {
          id: client.id,
          name: 'Clara Client',
          avatar: null,
          timezone: 'America/New_York',
          email: client.email,
        },
        partner: {
          id: musician.id,
          name: 'Max Musician',
          avatar: null,
          timezone: 'Europe/Lisbon',
          slug: musician.slug,
          sessions_type: 'all',
        },
        session_info: {
          title: 'Blue',
          track_genre: null,
          reference_track: null,
          meter: null,
          bpm: null,
          sampleRate: null,
          options: {},
        },
        rating: { rating: 4, comment: 'Lovely', status: 'rated' },
        files: { user: 2, output: 1 },
      },
    ]);
  });

  test("a managed client sees their own sessions as a client does; nobody sees another's", async () => {
    const managed = await api.people.make('managed');
    const theirs = await make({ client: managed, starts: hours(24) });
    const { body } = await api.call(listSessions, {}, managed);
    expect(body.sessions.map(({ id }) => id)).toEqual([theirs.id]);
    expect(body.counts).toMatchObject({ upcoming: 1, pending_review: 0 });
    expect((await api.call(listSessions, {}, client)).body.total).toBe(0);
    const other = await studio.makeMusician();
    expect((await api.call(listSessions, {}, other.person)).body.sessions).toEqual([]);
  });

  test('the instrument is the one named like the category of the service, else the first of the rest', async () => {
    const sung = await make({ service: 'singer', starts: hours(24) });
    const played = await make({ service: 'recording', starts: hours(48) });
    expect((await read(sung.id)).instrument_name).toBe('Vocals');
    expect((await read(played.id)).instrument_name).toBe('Bass');
    const bare = await studio.makeMusician({ instruments: [] });
    const unnamed = await make({ musician: bare });
    expect((await read(unnamed.id)).instrument_name).toBe('Recording session');
  });

  test('a longer list costs no more queries', async () => {
    await make({ starts: hours(24) });
    const [one, forOne] = await cost();
    for (const n of [2, 3, 4, 5]) await make({ starts: hours(24 * n) });
    const [five, forFive] = await cost();
    expect([one, five]).toEqual([1, 5]);
    expect(forOne).toBeGreaterThan(1);
    expect(forFive).toBe(forOne);
  });

  test.each([{ group: 'mine' }, { page: -1 }, { size: 1001 }, { size: 'many' }])(
    '%o is malformed',
    async (query) => {
      const { status, problem } = await api.call(listSessions, { query: query as object }, client);
      expect([status, problem.code]).toEqual([400, 'malformed']);
    },
  );

  test('is for signed-in clients and musicians', async () => {
    expect((await api.call(listSessions, {})).problem.code).toBe('not_signed_in');
    const operator = await api.people.make('operator');
    expect((await api.call(listSessions, {}, operator)).problem.code).toBe('wrong_role');
  });
});

describe('GET /api/sessions/:id', () => {
  test('a panel has everything that the contract names', async () => {
    const made = await make({
      starts: hours(24 * 10),
      title: 'Blue',
      message: 'Hello',
      price: 2,
      files: { user: 1 },
    });
    const session = await read(made.id);
    expect(session).toMatchObject({
      id: made.id,
      thread_id: made.threadId,
      track_id: null,
      type: 'upcoming',
      status: 'client_files_upload_required',
      start_date: '2026-12-01T12:00:00Z',
      end_date: '2026-12-01T12:30:00Z',
      booked_at: '2026-11-21T12:00:00Z',
      duration: 30,
      credits: 2,
      attendance: true,
      files_format: 'Stems to be imported in a different DAW',
      deliverables: { files_format: 'Stems to be imported in a different DAW', attendance: true },
      last_update: '2026-11-21T12:00:00Z',
      is_first_session: false,
      service: {
        id: studio.service('recording'),
        label: 'Recording session',
        category: 'instruments',
        session_type: 'all',
        needs_files: true,
        files_delivery: 15,
      },
      rating: { rating: 0, comment: null, status: 'none' },
      files: { user: 1, output: 0 },
      files_due_at: '2026-11-30T12:00:00Z',
      livestream_link: 'https://zoom.example/max',
      audio_link: 'https://audio.example/max',
      hold_expires_at: null,
      hold_extended: false,
      slots: [{ start_date: '2026-12-01T12:00:00Z', duration: 30 }],
    });
    expect(session.service.fileUploadRules[0]?.value).toContain('rough mix');
    expect(await read(made.id, musician.person)).toEqual(session);
  });

  test("a live hold is visible to its client, with its end and its slots; the musician's answer is 404", async () => {
    const hold = await make({ starts: hours(24), status: 'prebooked' });
    expect(await read(hold.id)).toMatchObject({
      status: 'prebooked',
      type: 'upcoming',
      thread_id: null,
      booked_at: null,
      hold_expires_at: '2026-11-21T12:15:00Z',
      livestream_link: null,
      rating: { status: 'disabled' },
      slots: [{ start_date: '2026-11-22T12:00:00Z', duration: 30 }],
    });
    const theirs = await api.call(getSession, { params: { id: hold.id } }, musician.person);
    expect([theirs.status, theirs.problem.code]).toEqual([404, 'not_found']);
  });

  test('a hold is 404 from the instant it expires', async () => {
    const start = api.clock.now();
    const hold = await make({ starts: hours(24), status: 'prebooked' });
    const status = async () => (await api.call(getSession, { params: { id: hold.id } }, client)).status;
    api.clock.instant = start.add({ minutes: 15 }).subtract({ milliseconds: 1 });
    expect(await status()).toBe(200);
    api.clock.instant = start.add({ minutes: 15 });
    expect(await status()).toBe(404);
    api.clock.instant = start;
  });

  test.each([
    ['attended', 'recording', true, 1, true],
    ['not attended', 'recording', false, 1, false],
    ['offline', 'pre-production', true, 1, false],
    ['over', 'recording', true, -24, false],
  ] as const)(
    'the livestream and audio links of an %s session: %s, attendance %s, in %i hours',
    async (_, service, attendance, start, shown) => {
      const made = await make({ service, attendance, starts: hours(start) });
      const { livestream_link, audio_link } = await read(made.id);
      expect([livestream_link, audio_link]).toEqual(
        shown ? ['https://zoom.example/max', 'https://audio.example/max'] : [null, null],
      );
    },
  );

  test('a cancelled session takes no rating and has no slots', async () => {
    const made = await make({ starts: hours(24), status: 'cancelled' });
    expect(await read(made.id)).toMatchObject({
      type: 'past',
      status: 'cancelled',
      rating: { status: 'disabled' },
      livestream_link: null,
      slots: [],
    });
  });

  test("somebody else's session is 404, as is one that does not exist", async () => {
    const made = await make({ starts: hours(24) });
    const others = [await studio.makeClient(), (await studio.makeMusician()).person];
    for (const person of others) {
      const { problem } = await api.call(getSession, { params: { id: made.id } }, person);
      expect(problem).toMatchObject({ status: 404, detail: 'We could not find this session.' });
    }
    expect((await api.call(getSession, { params: { id: 99 } }, client)).status).toBe(404);
  });

  test.each([0, -1, 2 ** 31, 1.5, 'mine'])('%s is no session id', async (id) => {
    const { status, problem } = await api.call(getSession, { params: { id } }, client);
    expect([status, problem.code]).toEqual([400, 'malformed']);
  });

  test('is for signed-in people', async () => {
    expect((await api.call(getSession, { params: { id: 100_001 } })).problem.code).toBe('not_signed_in');
  });
});
