import { describe, expect } from 'vitest';
import { listSessions } from '#shared/sessions/contract.ts';
import { roundTrips } from '#test/api/round-trips.ts';
import { test as base } from '#test/rooms/session-views.ts';

const test = base
  /** The number of sessions in the client's list, and of the queries that it took. */
  .extend('cost', ({ app, client }) => async () => {
    let listed = 0;
    const trips = await roundTrips(async () => {
      listed = (await app.call(listSessions, {}, client)).body.sessions.length;
    });
    return [listed, trips.flat().filter((text) => /"sessions"|sessions_at/.test(text)).length] as const;
  });

describe('GET /api/sessions', () => {
  test('what comes next first, then what is over, latest first; cancelled is past at once, a hold is in no list', async ({
    app,
    client,
    hours,
    make,
  }) => {
    const later = await make({ starts: hours(48) });
    const sooner = await make({ starts: hours(24) });
    const older = await make({ starts: hours(-48) });
    const newer = await make({ starts: hours(-24) });
    const cancelled = await make({ starts: hours(72), status: 'cancelled' });
    await make({ starts: hours(96), status: 'prebooked' });
    const { status, body } = await app.call(listSessions, {}, client);
    expect(status).toBe(200);
    expect(body.sessions.map(({ id }) => id)).toEqual(
      [sooner, later, newer, older, cancelled].map(({ id }) => id),
    );
    expect(body.total).toBe(5);
    expect(body.counts).toEqual({ pending_review: 0, upcoming_partners: 0, upcoming: 2, past: 3 });
  });

  test('what was cancelled before its start stands in Previous at its time of cancelling', async ({
    app,
    client,
    hours,
    make,
  }) => {
    const [after, before] = [await make({ starts: hours(-24 * 6) }), await make({ starts: hours(-24 * 8) })];
    // Made a week before its start: cancelled seven days ago.
    const cancelled = await make({ starts: hours(0), status: 'cancelled' });
    const { body } = await app.call(listSessions, { query: { group: 'past' } }, client);
    expect(body.sessions.map(({ id }) => id)).toEqual([after.id, cancelled.id, before.id]);
    expect(body.sessions[1]?.cancelled_at).toBe(hours(-24 * 7).toString());
  });

  test('a card of somebody with limits says whether the files can be downloaded', async ({
    app,
    studio,
    musician,
    hours,
    make,
    read,
  }) => {
    const limited = await studio.makeClient({ status: 'ondemand' });
    const files = { output: 1 };
    const delivered = { status: 'partner_deliverables_ready', files } as const;
    const fresh = await make({ client: limited, starts: hours(-2), ...delivered });
    await make({ client: limited, starts: hours(-24 * 40), ...delivered });
    await make({ client: limited, starts: hours(24) });
    const cards = (await app.call(listSessions, {}, limited)).body.sessions;
    expect(cards.map(({ download }) => download?.state)).toEqual([undefined, 'processing', 'expired']);
    const panel = await read(fresh.id, limited);
    expect(panel.download).toEqual({ state: 'processing', until: hours(22).toString() });
    expect((await read(fresh.id, musician.person)).download).toBeNull();
    const member = await make({ starts: hours(-3), ...delivered });
    expect((await read(member.id)).download).toBeNull();
  });

  test('one group is paged, and the counts are of all', async ({ app, client, hours, make }) => {
    const made = [];
    for (const n of [1, 2, 3]) made.push(await make({ starts: hours(-24 * n) }));
    await make({ starts: hours(24) });
    const pages = [];
    for (const page of [0, 1, 2])
      pages.push(await app.call(listSessions, { query: { group: 'past', page, size: 2 } }, client));
    const ids = pages.map(({ body }) => body.sessions.map(({ id }) => id));
    expect(ids).toEqual([[made[0]?.id, made[1]?.id], [made[2]?.id], []]);
    for (const { body } of pages) {
      expect(body).toMatchObject({ total: 3, counts: { upcoming: 1, past: 3 } });
    }
  });

  test("the musician's groups: pending review, ready to go, completed", async ({
    app,
    musician,
    hours,
    make,
  }) => {
    const waiting = await make({ starts: hours(24), status: 'client_files_update_required' });
    const ready = await make({ starts: hours(48), status: 'partner_ready_to_go' });
    const over = await make({ starts: hours(-24), status: 'partner_ready_to_go' });
    const group = async (group: 'pending_review' | 'upcoming_partners' | 'past') =>
      (await app.call(listSessions, { query: { group } }, musician.person)).body.sessions.map(({ id }) => id);
    expect(await group('pending_review')).toEqual([waiting.id]);
    expect(await group('upcoming_partners')).toEqual([ready.id]);
    expect(await group('past')).toEqual([over.id]);
    const { counts } = (await app.call(listSessions, {}, musician.person)).body;
    expect(counts).toEqual({ pending_review: 1, upcoming_partners: 1, upcoming: 0, past: 1 });
  });

  test('a card shows both sides, the instrument, the track, the rating and the files', async ({
    app,
    client,
    musician,
    hours,
    make,
  }) => {
    const made = await make({
      starts: hours(-24),
      title: 'Blue',
      files: { user: 2, output: 1 },
      status: 'partner_deliverables_ready',
    });
    await app.db
      .insertInto('ratings')
      .values({ session_id: made.id, stars: 4, comment: 'Lovely', created_at: app.clock.now() })
      .execute();
    const { body } = await app.call(listSessions, {}, musician.person);
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
          named_options: [],
        },
        rating: { rating: 4, comment: 'Lovely', status: 'rated', rated_at: '2026-11-21T12:00:00Z' },
        unread_messages: 0,
        files: { user: 2, output: 1 },
        download: null,
        delivery_due_at: null,
        delivery_late: false,
        cancelled_at: null,
      },
    ]);
  });

  test("a managed client sees their own sessions as a client does; nobody sees another's", async ({
    app,
    studio,
    client,
    hours,
    make,
  }) => {
    const managed = await app.people.make('managed');
    const theirs = await make({ client: managed, starts: hours(24) });
    const { body } = await app.call(listSessions, {}, managed);
    expect(body.sessions.map(({ id }) => id)).toEqual([theirs.id]);
    expect(body.counts).toMatchObject({ upcoming: 1, pending_review: 0 });
    expect((await app.call(listSessions, {}, client)).body.total).toBe(0);
    const other = await studio.makeMusician();
    expect((await app.call(listSessions, {}, other.person)).body.sessions).toEqual([]);
  });

  test('the instrument is the one named like the category of the service, else the first of the rest', async ({
    studio,
    hours,
    make,
    read,
  }) => {
    const sung = await make({ service: 'singer', starts: hours(24) });
    const played = await make({ service: 'recording', starts: hours(48) });
    expect((await read(sung.id)).instrument_name).toBe('Vocals');
    expect((await read(played.id)).instrument_name).toBe('Bass');
    const bare = await studio.makeMusician({ instruments: [] });
    const unnamed = await make({ musician: bare });
    expect((await read(unnamed.id)).instrument_name).toBe('Recording session');
  });

  test('a longer list costs no more queries', async ({ hours, make, cost }) => {
    await make({ starts: hours(24) });
    const [one, forOne] = await cost();
    for (const n of [2, 3, 4, 5]) await make({ starts: hours(24 * n) });
    const [five, forFive] = await cost();
    expect([one, five]).toEqual([1, 5]);
    expect([forOne, forFive]).toEqual([2, 2]);
  });

  test.for([{ group: 'mine' }, { page: -1 }, { size: 1001 }, { size: 'many' }])(
    '%o is malformed',
    async (query, { app, client }) => {
      const { status, problem } = await app.call(listSessions, { query: query as object }, client);
      expect([status, problem.code]).toEqual([400, 'malformed']);
    },
  );

  test('is for signed-in clients and musicians', async ({ app }) => {
    expect((await app.call(listSessions, {})).problem.code).toBe('not_signed_in');
    const operator = await app.people.make('operator');
    expect((await app.call(listSessions, {}, operator)).problem.code).toBe('wrong_role');
  });
});
