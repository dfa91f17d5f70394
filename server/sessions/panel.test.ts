import { describe, expect } from 'vitest';
import { getSession } from '#shared/sessions/contract.ts';
import { test } from '#test/rooms/session-views.ts';

describe('GET /api/sessions/:id', () => {
  test('a panel has everything that the contract names', async ({ studio, musician, hours, make, read }) => {
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
        hidden_fields: [],
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
    expect(session.cancellation).toEqual({
      refund: false,
      credits: 2,
      refund_from: '2026-11-21T13:00:00Z',
      refund_until: '2026-11-29T12:00:00Z',
    });
    // The musician cannot cancel, and has not read the client's message.
    const theirs = { ...session, cancellation: null, unread_messages: 1 };
    expect(await read(made.id, musician.person)).toEqual(theirs);
  });

  test("a live hold is visible to its client, with its end and its slots; the musician's answer is 404", async ({
    app,
    musician,
    hours,
    make,
    read,
  }) => {
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
    const theirs = await app.call(getSession, { params: { id: hold.id } }, musician.person);
    expect([theirs.status, theirs.problem.code]).toEqual([404, 'not_found']);
  });

  test('a hold is 404 from the instant it expires', async ({ app, client, hours, make }) => {
    const start = app.clock.now();
    const hold = await make({ starts: hours(24), status: 'prebooked' });
    const status = async () => (await app.call(getSession, { params: { id: hold.id } }, client)).status;
    app.clock.instant = start.add({ minutes: 15 }).subtract({ milliseconds: 1 });
    expect(await status()).toBe(200);
    app.clock.instant = start.add({ minutes: 15 });
    expect(await status()).toBe(404);
    app.clock.instant = start;
  });

  test.for([
    ['attended', 'recording', true, 1, true],
    ['not attended', 'recording', false, 1, false],
    ['offline', 'pre-production', true, 1, false],
    ['over', 'recording', true, -24, false],
  ] as const)(
    'the livestream and audio links of an %s session: %s, attendance %s, in %i hours',
    async ([, service, attendance, start, shown], { hours, make, read }) => {
      const made = await make({ service, attendance, starts: hours(start) });
      const { livestream_link, audio_link } = await read(made.id);
      expect([livestream_link, audio_link]).toEqual(
        shown ? ['https://zoom.example/max', 'https://audio.example/max'] : [null, null],
      );
    },
  );

  test('a cancelled session takes no rating and has no slots', async ({ hours, make, read }) => {
    const made = await make({ starts: hours(24), status: 'cancelled' });
    expect(await read(made.id)).toMatchObject({
      type: 'past',
      status: 'cancelled',
      rating: { status: 'disabled' },
      livestream_link: null,
      slots: [],
    });
  });

  test("somebody else's session is 404, as is one that does not exist", async ({
    app,
    studio,
    client,
    hours,
    make,
  }) => {
    const made = await make({ starts: hours(24) });
    const others = [await studio.makeClient(), (await studio.makeMusician()).person];
    for (const person of others) {
      const { problem } = await app.call(getSession, { params: { id: made.id } }, person);
      expect(problem).toMatchObject({ status: 404, detail: 'We could not find this session.' });
    }
    expect((await app.call(getSession, { params: { id: 99 } }, client)).status).toBe(404);
  });

  test.for([0, -1, 2 ** 31, 1.5, 'mine'])('%s is no session id', async (id, { app, client }) => {
    const { status, problem } = await app.call(getSession, { params: { id } }, client);
    expect([status, problem.code]).toEqual([400, 'malformed']);
  });

  test('is for signed-in people', async ({ app }) => {
    expect((await app.call(getSession, { params: { id: 100_001 } })).problem.code).toBe('not_signed_in');
  });
});
