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
/** How many sessions the client's list has, and how many queries of sessions it took. */
const cost = async () => {
  const queries = vi.spyOn(api.db.getExecutor(), 'executeQuery');
  const { body } = await api.call(listSessions, {}, client);
  const asked = queries.mock.calls.filter(([query]) => query.sql.includes('"sessions"')).length;
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
        rating: { rating: 4, comment: 'Lovely', status: 'rated', rated_at: '2026-11-21T12:00:00Z' },
        unread_messages: 0,
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
    expect([forOne, forFive]).toEqual([2, 2]);
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
