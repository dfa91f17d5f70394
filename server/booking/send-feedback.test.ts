import { describe, expect } from 'vitest';
import { sendFeedback } from '#shared/booking/contract.ts';
import type { ArgsOf } from '#shared/lib/endpoint.ts';
import { putThread } from '#shared/messages/contract.ts';
import { approve } from '#shared/sessions/contract.ts';
import { test as base } from '#test/rooms/booking.ts';
import type { TestPerson } from '#test/api/people.ts';
import { makeSession, type TestSession } from '#test/rooms/sessions.ts';

let session: TestSession;

type Body = ArgsOf<typeof sendFeedback>['body'];
type Kind = Body['feedback_type'];
const test = base
  .extend('client', ({ studio }) => studio.makeClient())
  .extend('musician', ({ studio }) => studio.makeMusician())
  .extend(
    'send',
    { scope: 'file' },
    ({ app }) =>
      (
        feedback_type: Kind,
        as: TestPerson | null,
        more: Partial<Body> = {},
        headers: Record<string, string> = {},
      ) =>
        app.call(sendFeedback, { body: { session_id: session.id, feedback_type, ...more }, headers }, as),
  )
  .extend(
    'recorded',
    { scope: 'file' },
    ({ app }) =>
      () =>
        app.db
          .selectFrom('feedback')
          .select(['author_id', 'feedback_type', 'cancellation_reasons', 'feedback_notes'])
          .where('session_id', '=', session.id)
          .orderBy('created_at')
          .orderBy('id')
          .execute(),
  )
  .extend('events', { scope: 'file' }, ({ app }) => async () => {
    const rows = await app.db
      .selectFrom('session_events')
      .select(['event', 'from_status', 'to_status', 'actor_id'])
      .where('session_id', '=', session.id)
      .orderBy('at')
      .orderBy('id')
      .execute();
    return rows.map(({ event }) => event);
  })
  .extend(
    'left',
    ({ bookingApi, client }) =>
      async () =>
        (await bookingApi.ledger(client)).reduce((sum, { remaining }) => sum + remaining, 0),
  );

test.beforeEach(async ({ start, studio, client, musician }) => {
  session = await makeSession(studio, { client, musician, starts: start.add({ hours: 24 * 6 }), price: 2 });
});

describe("'cancel-by-user'", () => {
  test('cancels as the verb of cancelling does: credits back, slots free, feedback kept', async ({
    client,
    send,
    recorded,
    left,
  }) => {
    expect(await left()).toBe(10);
    const answer = await send('cancel-by-user', client, {
      cancellation_reasons: ['I have no time'],
      feedback_notes: ' Sorry! ',
    });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['session']);
    expect(answer.body.session).toMatchObject({ id: session.id, status: 'cancelled', slots: [] });
    expect(await left()).toBe(12);
    expect(await recorded()).toEqual([
      {
        author_id: client.id,
        feedback_type: 'cancel-by-user',
        cancellation_reasons: ['I have no time'],
        feedback_notes: 'Sorry!',
      },
    ]);
  });

  test('refunds by the same rule: nothing in the last 48 hours', async ({ clock, client, send, left }) => {
    clock.instant = session.starts.subtract({ hours: 48 });
    expect((await send('cancel-by-user', client)).status).toBe(200);
    expect(await left()).toBe(10);
  });

  test('a repeat with the same Idempotency-Key is the same answer, one without is 409', async ({
    app,
    client,
    send,
    left,
  }) => {
    const once = { 'idempotency-key': 'feedback-1' };
    const first = await send('cancel-by-user', client, {}, once);
    const second = await send('cancel-by-user', client, {}, once);
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect((await send('cancel-by-user', client)).problem).toMatchObject({
      status: 409,
      code: 'not_now',
      detail: 'This session was cancelled.',
    });
    expect(await left()).toBe(12);
    const other = await app.call(
      sendFeedback,
      {
        body: { session_id: session.id, feedback_type: 'cancel-by-user', feedback_notes: 'x' },
        headers: once,
      },
      client,
    );
    expect(other.problem).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
  });

  test('32 at once, half of them by the other verb: one cancels, one refund', async ({
    bookingApi,
    client,
    send,
    recorded,
    left,
  }) => {
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, n) =>
        n % 2 === 0 ? send('cancel-by-user', client) : bookingApi.cancel(client, session.id),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ problem }) => problem.code === 'not_now')).toHaveLength(31);
    expect(await left()).toBe(12);
    expect(await recorded()).toHaveLength(1);
  });

  test('a managed client may; what is over is 409', async ({
    app,
    start,
    studio,
    client,
    musician,
    send,
  }) => {
    const managed = await app.people.make('managed');
    session = await makeSession(studio, { client: managed, musician });
    expect((await send('cancel-by-user', managed)).body.session.status).toBe('cancelled');
    session = await makeSession(studio, { client, musician, starts: start.subtract({ hours: 1 }) });
    expect((await send('cancel-by-user', client)).problem.code).toBe('not_now');
  });
});

describe("'missing_materials'", () => {
  const UPCOMING = [
    'client_files_upload_required',
    'client_files_pending_review',
    'client_files_update_required',
    'partner_ready_to_go',
  ] as const;
  test.for(UPCOMING)(
    'asks for files again from %s',
    async (status, { studio, client, musician, send, recorded, events }) => {
      session = await makeSession(studio, { client, musician, status });
      const answer = await send('missing_materials', musician.person, { feedback_notes: ' The\r\nbass ' });
      expect([answer.status, answer.body.session.status]).toEqual([200, 'client_files_update_required']);
      expect(await recorded()).toEqual([
        {
          author_id: musician.id,
          feedback_type: 'missing_materials',
          cancellation_reasons: [],
          feedback_notes: 'The\nbass',
        },
      ]);
      expect((await events()).at(-1)).toBe('request_files');
    },
  );

  test('needs no notes, and each time is recorded; a repeat with the same key is not', async ({
    musician,
    send,
    recorded,
    events,
  }) => {
    for (let n = 0; n < 2; n += 1)
      expect((await send('missing_materials', musician.person)).status).toBe(200);
    expect(await recorded()).toHaveLength(2);
    expect((await events()).filter((event) => event === 'request_files')).toHaveLength(2);
    const once = { 'idempotency-key': 'missing-1' };
    const first = await send('missing_materials', musician.person, {}, once);
    expect((await send('missing_materials', musician.person, {}, once)).body).toEqual(first.body);
    expect(await recorded()).toHaveLength(3);
  });

  test('posts what is missing to the conversation; a closed one is 409 with its words, and nothing is recorded', async ({
    app,
    musician,
    send,
    recorded,
  }) => {
    const posted = async () =>
      (
        await app.db
          .selectFrom('messages as m')
          .innerJoin('threads as t', 't.id', 'm.thread_id')
          .select(['m.body', 'm.author_id'])
          .where('t.session_id', '=', session.id)
          .execute()
      ).map(({ body, author_id }) => [body, author_id]);
    await send('missing_materials', musician.person, { feedback_notes: ' The\r\nbass ' });
    expect(await posted()).toEqual([['The\nbass', musician.id]]);
    await send('missing_materials', musician.person);
    expect(await posted()).toHaveLength(1);
    const long = await send('missing_materials', musician.person, { feedback_notes: 'x'.repeat(1001) });
    expect(long.problem).toMatchObject({ status: 422, errors: [{ field: 'feedback_notes' }] });

    const body = { thread_id: session.threadId, status: 'closed' } as const;
    expect((await app.call(putThread, { body }, musician.person)).status).toBe(200);
    const closed = await send('missing_materials', musician.person, { feedback_notes: 'The guide' });
    expect(closed.problem).toMatchObject({ status: 409, code: 'not_now' });
    expect(closed.problem.detail).toContain('closed');
    expect(await recorded()).toHaveLength(2);
  });

  test('is 409 from the end on, for a delivered and for a cancelled session; nothing is recorded', async ({
    clock,
    start,
    studio,
    client,
    musician,
    send,
    recorded,
  }) => {
    clock.instant = session.ends;
    expect((await send('missing_materials', musician.person)).problem).toMatchObject({
      status: 409,
      code: 'not_now',
      detail: 'This session is over.',
    });
    clock.instant = start;
    const starts = start.subtract({ hours: 2 });
    for (const options of [
      { status: 'partner_deliverables_ready', starts },
      { status: 'cancelled' },
    ] as const) {
      session = await makeSession(studio, { client, musician, ...options });
      expect((await send('missing_materials', musician.person)).problem.code).toBe('not_now');
      expect(await recorded()).toEqual([]);
    }
  });

  test('against marking ready and cancelling at once: whatever comes last stands, nothing is lost', async ({
    app,
    client,
    musician,
    send,
    recorded,
  }) => {
    const [asked, ready, gone] = await Promise.all([
      send('missing_materials', musician.person),
      app.call(approve, { body: { session_id: session.id } }, musician.person),
      send('cancel-by-user', client),
    ]);
    expect(gone.status).toBe(200);
    const kinds = (await recorded()).map(({ feedback_type }) => feedback_type);
    expect(kinds.includes('missing_materials')).toBe(asked.status === 200);
    expect([200, 409]).toContain(ready.status);
    const row = await app.db
      .selectFrom('sessions')
      .select('status')
      .where('id', '=', session.id)
      .executeTakeFirstOrThrow();
    expect(row.status).toBe('cancelled');
  });
});

describe("'contact_support'", () => {
  test.for([
    ['partner_ready_to_go', 120],
    ['partner_upload_required', -2],
    ['partner_deliverables_ready', -2],
  ] as const)(
    'is recorded from %s, and the status stays',
    async ([status, hours], { start, studio, client, musician, send, recorded }) => {
      const starts = start.add({ hours });
      session = await makeSession(studio, { client, musician, status, starts });
      const answer = await send('contact_support', musician.person, { feedback_notes: 'The link is dead' });
      expect([answer.status, answer.body.session.status]).toEqual([200, status]);
      expect(await recorded()).toMatchObject([
        { author_id: musician.id, feedback_type: 'contact_support', feedback_notes: 'The link is dead' },
      ]);
    },
  );

  test.for([undefined, null, '', ' \n\t '])(
    'needs notes, not %o',
    async (notes, { musician, send, recorded }) => {
      const more = notes === undefined ? {} : { feedback_notes: notes };
      expect((await send('contact_support', musician.person, more)).problem).toMatchObject({
        status: 422,
        code: 'invalid',
        errors: [{ field: 'feedback_notes', message: 'Required' }],
      });
      expect(await recorded()).toEqual([]);
    },
  );

  test('is 409 for a cancelled session', async ({ studio, client, musician, send, recorded }) => {
    session = await makeSession(studio, { client, musician, status: 'cancelled' });
    const answer = await send('contact_support', musician.person, { feedback_notes: 'Help' });
    expect(answer.problem).toMatchObject({
      status: 409,
      code: 'not_now',
      detail: 'This session was cancelled.',
    });
    expect(await recorded()).toEqual([]);
  });
});

describe('who and what is refused', () => {
  test("the other side's kinds are 403 not_yours", async ({ client, musician, send, recorded }) => {
    for (const kind of ['missing_materials', 'contact_support'] as const)
      expect((await send(kind, client, { feedback_notes: 'x' })).problem).toMatchObject({
        status: 403,
        code: 'not_yours',
        detail: 'This kind of feedback is for the other side of the session.',
      });
    expect((await send('cancel-by-user', musician.person)).problem.code).toBe('not_yours');
    expect(await recorded()).toEqual([]);
  });

  test.for(['cancel-by-user', 'missing_materials', 'contact_support'] as const)(
    "%s: somebody else's session, a hold and what is not there are 404, whatever else is wrong",
    async (kind, { studio, client, musician, send }) => {
      const strangers = [await studio.makeClient(), (await studio.makeMusician()).person];
      for (const person of strangers) expect((await send(kind, person)).problem.code).toBe('not_found');
      session = await makeSession(studio, { client, musician, status: 'prebooked' });
      for (const person of [client, musician.person])
        expect((await send(kind, person)).problem).toMatchObject({
          status: 404,
          code: 'not_found',
          detail: 'We could not find this session.',
        });
      session = { ...session, id: 99 };
      expect((await send(kind, client)).problem.code).toBe('not_found');
    },
  );

  test('not signed in 401, the operator 403', async ({ app, send }) => {
    expect((await send('contact_support', null)).problem.code).toBe('not_signed_in');
    expect((await send('contact_support', await app.people.make('operator'))).problem.code).toBe(
      'wrong_role',
    );
  });

  test.for([
    {},
    { session_id: 1 },
    { session_id: 1, feedback_type: 'praise' },
    { session_id: 'x', feedback_type: 'contact_support' },
    { session_id: 1, feedback_type: 'contact_support', feedback_notes: 'x'.repeat(2001) },
    { session_id: 1, feedback_type: 'contact_support', cancellation_reasons: 'none' },
  ])('%o is malformed', async (body, { app, musician }) => {
    const { problem } = await app.call(sendFeedback, { body: body as never }, musician.person);
    expect(problem).toMatchObject({ status: 400, code: 'malformed' });
  });
  test('notes with a NUL are malformed', async ({ musician, send }) => {
    const answer = await send('contact_support', musician.person, { feedback_notes: 'a\u0000b' });
    expect(answer.problem.code).toBe('malformed');
  });
});
