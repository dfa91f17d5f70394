import { describe, expect } from 'vitest';
import { approve, close, getSession } from '#shared/sessions/contract.ts';
import { SESSION_STATUSES, type SessionStatus } from '#shared/sessions/rules-status.ts';
import type { TestPerson } from '#test/api/people.ts';
import { makeSession, type TestSession } from '#test/rooms/sessions.ts';
import { cancelSession, transition } from './steps.ts';
import { test as base } from '#test/api/test.ts';

const isPast = (status: SessionStatus) =>
  status === 'partner_upload_required' || status === 'partner_deliverables_ready';
const ascending = (a: number, b: number) => a - b;

const test = base
  .extend('client', { scope: 'file' }, ({ studio }) => studio.makeClient())
  .extend('musician', { scope: 'file' }, ({ studio }) => studio.makeMusician())
  /** A session in a status, each at its own time. */
  .extend('make', { scope: 'file' }, ({ start, studio, client, musician }) => {
    let next = 0;
    return (status: SessionStatus, past = isPast(status)): Promise<TestSession> => {
      next += 1;
      const starts = start.add({ hours: past ? -24 - next : 24 + next });
      return makeSession(studio, { client, musician, status, starts });
    };
  })
  .extend(
    'approving',
    { scope: 'file' },
    ({ app, musician }) =>
      (id: number, as: TestPerson | null = musician.person) =>
        app.call(approve, { body: { session_id: id } }, as),
  )
  .extend(
    'closing',
    { scope: 'file' },
    ({ app, musician }) =>
      (id: number, as: TestPerson | null = musician.person) =>
        app.call(close, { body: { session_id: id } }, as),
  )
  .extend(
    'statusOf',
    { scope: 'file' },
    ({ app, client }) =>
      async (id: number) =>
        (await app.call(getSession, { params: { id } }, client)).body.session.status,
  )
  .extend(
    'eventsOf',
    { scope: 'file' },
    ({ app }) =>
      (id: number) =>
        app.db
          .selectFrom('session_events')
          .select(['event', 'from_status', 'to_status', 'actor_id', 'at'])
          .where('session_id', '=', id)
          .orderBy('id')
          .execute(),
  )
  .extend(
    'move',
    { scope: 'file' },
    ({ studio, client, musician }) =>
      (id: number, event: Parameters<typeof transition>[1]['event'], role: 'client' | 'partner') =>
        studio.inTx((tx, now) =>
          transition(tx, {
            sessionId: id,
            event,
            actorId: role === 'client' ? client.id : musician.id,
            actorRole: role,
            now,
          }),
        ),
  )
  .extend(
    'calls',
    { scope: 'file' },
    ({ approving, closing }) => ({ approve: approving, close: closing }) as const,
  );

describe('POST /api/sessions/approve', () => {
  test.for([
    ['client_files_upload_required', 200],
    ['client_files_pending_review', 200],
    ['client_files_update_required', 200],
    ['partner_ready_to_go', 409],
    ['partner_upload_required', 409],
    ['partner_deliverables_ready', 409],
    ['cancelled', 409],
  ] as const)('from %s answers %i', async ([status, expected], { make, approving, statusOf }) => {
    const made = await make(status);
    const answer = await approving(made.id);
    expect(answer.status).toBe(expected);
    expect(await statusOf(made.id)).toBe(expected === 200 ? 'partner_ready_to_go' : status);
  });

  test('answers the session as the musician sees it, and records who did it', async ({
    clock,
    musician,
    make,
    approving,
    eventsOf,
  }) => {
    const made = await make('client_files_pending_review');
    clock.add({ minutes: 5 });
    const { body } = await approving(made.id);
    expect(body.session).toMatchObject({
      id: made.id,
      status: 'partner_ready_to_go',
      last_update: '2026-11-21T12:05:00Z',
    });
    expect((await eventsOf(made.id)).at(-1)).toMatchObject({
      event: 'approve',
      from_status: 'client_files_pending_review',
      to_status: 'partner_ready_to_go',
      actor_id: musician.id,
    });
  });

  test('twice at once is once; the other is told that it is ready already', async ({
    make,
    approving,
    eventsOf,
  }) => {
    const made = await make('client_files_pending_review');
    const answers = await Promise.all([approving(made.id), approving(made.id), approving(made.id)]);
    expect(answers.map(({ status }) => status).toSorted(ascending)).toEqual([200, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.problem).toMatchObject({
      code: 'not_now',
      detail: 'This session is already marked ready.',
    });
    expect((await eventsOf(made.id)).filter(({ event }) => event === 'approve')).toHaveLength(1);
  });

  test("a moment before the end it works, at the end's instant the session is over", async ({
    clock,
    make,
    approving,
    statusOf,
  }) => {
    const [before, at] = [
      await make('client_files_pending_review'),
      await make('client_files_pending_review'),
    ];
    clock.instant = before.ends.subtract({ milliseconds: 1 });
    expect((await approving(before.id)).status).toBe(200);
    clock.instant = at.ends;
    const late = await approving(at.id);
    expect(late.problem).toMatchObject({ status: 409, code: 'not_now', detail: 'This session is over.' });
    expect(await statusOf(at.id)).toBe('partner_upload_required');
  });
});

describe('POST /api/sessions/close', () => {
  test.for([
    ['client_files_upload_required', 409],
    ['client_files_pending_review', 409],
    ['client_files_update_required', 409],
    ['partner_ready_to_go', 409],
    ['partner_upload_required', 200],
    ['partner_deliverables_ready', 409],
    ['cancelled', 409],
  ] as const)('from %s answers %i', async ([status, expected], { make, closing, statusOf }) => {
    const made = await make(status);
    expect((await closing(made.id)).status).toBe(expected);
    expect(await statusOf(made.id)).toBe(expected === 200 ? 'partner_deliverables_ready' : status);
  });

  test('stores what time had changed: the end that passed comes first, at its own instant and by nobody', async ({
    make,
    closing,
    eventsOf,
  }) => {
    const made = await make('partner_ready_to_go', true);
    expect((await closing(made.id)).body.session.status).toBe('partner_deliverables_ready');
    const events = await eventsOf(made.id);
    expect(events.map(({ event }) => event)).toEqual([
      'confirm_awaiting_files',
      'approve',
      'end_passes',
      'close',
    ]);
    expect(events[2]).toMatchObject({
      from_status: 'partner_ready_to_go',
      to_status: 'partner_upload_required',
      actor_id: null,
    });
    expect(events[2]?.at.equals(made.ends)).toBe(true);
  });

  test('twice at once is once', async ({ make, closing }) => {
    const made = await make('partner_upload_required');
    const answers = await Promise.all([closing(made.id), closing(made.id)]);
    expect(answers.map(({ status }) => status).toSorted(ascending)).toEqual([200, 409]);
  });
});

describe.each([
  ['approve', 'client_files_pending_review'],
  ['close', 'partner_upload_required'],
] as const)('POST /api/sessions/%s', (call, status) => {
  test("is for the session's musician alone", async ({ studio, client, make, statusOf, calls }) => {
    const made = await make(status);
    expect((await calls[call](made.id, null)).problem.code).toBe('not_signed_in');
    expect((await calls[call](made.id, client)).problem.code).toBe('wrong_role');
    const other = await studio.makeMusician();
    expect((await calls[call](made.id, other.person)).problem).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    expect(await statusOf(made.id)).toBe(status);
    const cancelled = await make('cancelled');
    expect((await calls[call](cancelled.id, other.person)).problem.code).toBe('not_found');
  });
  test('a hold is not there', async ({ studio, client, musician, calls }) => {
    const hold = await makeSession(studio, { client, musician, status: 'prebooked' });
    expect((await calls[call](hold.id)).problem.code).toBe('not_found');
  });
  test.for([{}, { session_id: 'mine' }, { session_id: 0 }, { session_id: 1.5 }])(
    '%o is malformed',
    async (body, { app, musician }) => {
      const endpoint = call === 'approve' ? approve : close;
      const { status, problem } = await app.call(endpoint, { body: body as never }, musician.person);
      expect([status, problem.code]).toEqual([400, 'malformed']);
    },
  );
});

describe('the step that writes statuses', () => {
  test('leads a session from its files to its delivery, every row of the way recorded in order', async ({
    clock,
    make,
    approving,
    closing,
    eventsOf,
    move,
  }) => {
    const made = await make('client_files_upload_required');
    await move(made.id, 'presession_files_in', 'client');
    await move(made.id, 'request_files', 'partner');
    await move(made.id, 'presession_files_in', 'client');
    await move(made.id, 'presession_files_deleted', 'client');
    await move(made.id, 'presession_files_in', 'client');
    await approving(made.id);
    clock.instant = made.ends;
    await move(made.id, 'output_files_in', 'partner');
    await move(made.id, 'output_files_deleted', 'partner');
    await closing(made.id);
    const events = await eventsOf(made.id);
    expect(events.map(({ to_status }) => to_status)).toEqual([
      'client_files_upload_required',
      'client_files_pending_review',
      'client_files_update_required',
      'client_files_pending_review',
      'client_files_upload_required',
      'client_files_pending_review',
      'partner_ready_to_go',
      'partner_upload_required',
      'partner_deliverables_ready',
      'partner_upload_required',
      'partner_deliverables_ready',
    ]);
    for (const [n, event] of events.slice(1).entries()) {
      expect(event.from_status).toBe(events[n]?.to_status);
    }
  });

  test('keeps the record in the order in which things happened, though a call that waited had begun earlier', async ({
    app,
    clock,
    make,
    move,
  }) => {
    const { id } = await make('client_files_upload_required');
    await move(id, 'approve', 'partner');
    clock.add({ seconds: -3 });
    await move(id, 'presession_files_in', 'client');
    const byTime = await app.db
      .selectFrom('session_events')
      .select('to_status')
      .where('session_id', '=', id)
      .orderBy('at')
      .orderBy('id')
      .execute();
    expect(byTime.slice(-2).map((event) => event.to_status)).toEqual([
      'partner_ready_to_go',
      'client_files_pending_review',
    ]);
  });

  test('refuses what no row of the table says, and writes nothing', async ({ make, eventsOf, move }) => {
    const made = await make('client_files_pending_review');
    for (const [event, role] of [
      ['presession_files_in', 'client'],
      ['close', 'partner'],
      ['approve', 'client'],
      ['output_files_in', 'partner'],
      ['cancel', 'partner'],
    ] as const) {
      expect(await move(made.id, event, role)).toEqual({ ok: false, reason: 'not_now' });
    }
    expect(await eventsOf(made.id)).toHaveLength(2);
    expect(await move(99, 'approve', 'partner')).toEqual({ ok: false, reason: 'not_now' });
  });

  test('what was not delivered is cancelled by the operator only', async ({
    app,
    studio,
    client,
    make,
    statusOf,
    eventsOf,
  }) => {
    const made = await make('partner_upload_required');
    const cancel = (actorId: string) =>
      studio.inTx((tx, now) => cancelSession(tx, { sessionId: made.id, actorId, now }));
    await expect(cancel(client.id)).rejects.toThrow('cannot be cancelled now');
    const operator = await app.people.make('operator');
    await cancel(operator.id);
    expect(await statusOf(made.id)).toBe('cancelled');
    expect((await eventsOf(made.id)).at(-1)).toMatchObject({ event: 'not_delivered', actor_id: operator.id });
    const row = await app.db
      .selectFrom('sessions')
      .select(['phase', 'cancelled_by'])
      .where('id', '=', made.id)
      .executeTakeFirst();
    expect(row).toEqual({ phase: 'cancelled', cancelled_by: operator.id });
  });

  test('a record is never changed', async ({ app, make }) => {
    const made = await make('client_files_upload_required');
    const rewrite = app.db
      .updateTable('session_events')
      .set({ actor_id: null })
      .where('session_id', '=', made.id)
      .execute();
    await expect(rewrite).rejects.toThrow('append-only');
  });
});

test('every status can be made and read by both sides', async ({ app, client, musician, make }) => {
  for (const status of SESSION_STATUSES) {
    const made = await make(status);
    for (const person of [client, musician.person]) {
      const { body } = await app.call(getSession, { params: { id: made.id } }, person);
      expect(body.session.status).toBe(status);
    }
  }
});
