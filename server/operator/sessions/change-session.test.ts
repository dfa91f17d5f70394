import { describe, expect } from 'vitest';
import type { Endpoint } from '#shared/lib/endpoint.ts';
import { listMoveTimes } from '#shared/operator/contract-session.ts';
import { cancelSession, moveSession, setNotDelivered } from '#shared/operator/contract-session-verbs.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { pick, test as base } from '#test/rooms/moves.ts';
import { makeSession } from '#test/rooms/sessions.ts';

type Refunding = typeof cancelSession | typeof setNotDelivered;

const test = base
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator'))
  .extend('move', { scope: 'file' }, ({ app, operator }) => async (id: number, start?: Temporal.Instant) => {
    const body = { starts_at: start?.toString() ?? '' };
    const answer = await app.call(moveSession, { params: { id }, body }, operator);
    return answer.status === 200 ? answer.body : `${answer.status} ${answer.problem.code}`;
  })
  .extend(
    'giveBack',
    { scope: 'file' },
    ({ app, operator }) =>
      async (endpoint: Refunding, id: number, reason = 'The studio is flooded') => {
        const answer = await app.call(endpoint, { params: { id }, body: { reason } }, operator);
        return answer.status === 200 ? answer.body.refunded : `${answer.status} ${answer.problem.code}`;
      },
  )
  .extend('times', { scope: 'file' }, ({ app, operator }) => async (id: number) => {
    const { body } = await app.call(listMoveTimes, { params: { id } }, operator);
    return body.times.map(({ starts_at }) => starts_at);
  });

describe('moving', () => {
  test('to one of the times that are listed, and it is audited', async ({
    app,
    operator,
    move,
    times,
    day,
    shown,
    bookSession,
  }) => {
    const { client, id, session } = await bookSession();
    const to = pick(await day(9), 2)[0];
    const listed = await times(id);
    expect(listed).toContain(to?.starts_at.toString());
    expect(listed, 'not where it is').not.toContain(session.start_date);
    expect(await move(id, to?.starts_at)).toEqual({
      starts_at: to?.starts_at.toString(),
      ends_at: to?.ends_at.toString(),
    });
    expect((await shown(client, id)).start_date).toBe(to?.starts_at.toString());
    expect(await auditOf(app.db, 'session', id)).toMatchObject([
      { operator_id: operator.id, what: 'session.moved', person_id: client.id },
    ]);
  });

  test('every listed time takes the session, and no other does', async ({
    studio,
    bookingApi,
    move,
    times,
    day,
    bookSession,
  }) => {
    const { id } = await bookSession({ slots: 2 });
    await bookingApi.book(await studio.makeClient(), pick(await day(9), 3));
    const listed = new Set(await times(id));
    for (const slot of await day(9)) {
      const moved = await move(id, slot.starts_at);
      const time = slot.starts_at.toString();
      expect([time, typeof moved === 'object']).toEqual([time, listed.has(time)]);
    }
  });

  test('of two at once to one time one wins, and the other stays', async ({
    app,
    studio,
    bookingApi,
    move,
    day,
    bookSession,
  }) => {
    const { id: one } = await bookSession();
    const { id: other } = await bookingApi.book(await studio.makeClient(), pick(await day(8), 0));
    const to = pick(await day(9), 0)[0]?.starts_at;
    const moved = await Promise.all([move(one, to), move(other, to)]);
    expect(moved.filter((answer) => answer === '409 slot_taken')).toHaveLength(1);
    const audits = [...(await auditOf(app.db, 'session', one)), ...(await auditOf(app.db, 'session', other))];
    expect(audits).toHaveLength(1);
  });

  test('is refused with a reason, and nothing is audited', async ({
    app,
    bookingApi,
    move,
    times,
    day,
    bookSession,
  }) => {
    const { client, id } = await bookSession();
    const [slot] = await day(9);
    expect(await move(id, slot?.starts_at.add({ minutes: 7 }))).toBe('404 no_time');
    expect(await move(id)).toBe('400 malformed');
    expect(await move(99, slot?.starts_at)).toBe('404 not_found');
    await bookingApi.cancel(client, id);
    expect(await move(id, slot?.starts_at)).toBe('409 not_now');
    expect(await times(id)).toEqual([]);
    expect(await auditOf(app.db, 'session', id)).toEqual([]);
  });
});

describe('cancelling, and taking back what was not delivered', () => {
  test('an upcoming session is cancelled, its credits come back, once', async ({
    app,
    bookingApi,
    giveBack,
    operator,
    bookSession,
  }) => {
    const { client, id } = await bookSession();
    expect(await giveBack(setNotDelivered, id)).toBe('409 not_now');
    const tries = await Promise.all([1, 2, 3].map(() => giveBack(cancelSession, id)));
    expect(tries.map(String).toSorted()).toEqual(['1', '409 not_now', '409 not_now']);
    expect((await bookingApi.ledger(client))[0]?.remaining).toBe(12);
    expect(await auditOf(app.db, 'session', id)).toEqual([
      {
        operator_id: operator.id,
        what: 'session.cancelled',
        person_id: client.id,
        reason: 'The studio is flooded',
        before: { status: 'client_files_upload_required' },
        after: { status: 'cancelled', credits_back: 1 },
      },
    ]);
  });

  test('what is over and was not delivered is taken back, and cannot be cancelled', async ({
    app,
    studio,
    clock,
    musician,
    giveBack,
  }) => {
    const client = await studio.makeClient();
    const starts = clock.instant.subtract({ hours: 3 });
    const { id } = await makeSession(studio, { client, musician, starts, price: 2 });
    expect(await giveBack(cancelSession, id)).toBe('409 not_now');
    expect(await giveBack(setNotDelivered, id)).toBe(2);
    expect(await giveBack(setNotDelivered, id)).toBe('409 not_now');
    expect(await auditOf(app.db, 'session', id)).toMatchObject([
      { before: { status: 'partner_upload_required' }, after: { credits_back: 2 } },
    ]);
    const events = app.db.selectFrom('session_events').select('event').where('session_id', '=', id);
    expect((await events.orderBy('at').execute()).at(-1)).toEqual({ event: 'not_delivered' });
  });

  test('needs a reason, and a session', async ({ giveBack, bookSession }) => {
    const { id } = await bookSession();
    for (const endpoint of [cancelSession, setNotDelivered]) {
      expect(await giveBack(endpoint, id, ' ')).toBe('400 malformed');
      expect(await giveBack(endpoint, id, 'x'.repeat(201))).toBe('400 malformed');
      expect(await giveBack(endpoint, 99)).toBe('404 not_found');
    }
  });
});

test('others do none of it', async ({ app, studio, musician, bookSession }) => {
  const { id, client } = await bookSession();
  const params = { id };
  const calls: readonly (readonly [Endpoint, object])[] = [
    [moveSession, { params, body: { starts_at: '2026-12-01T10:00:00Z' } }],
    [cancelSession, { params, body: { reason: 'Mine' } }],
    [setNotDelivered, { params, body: { reason: 'Mine' } }],
    [listMoveTimes, { params }],
  ];
  for (const [endpoint, args] of calls) {
    expect((await app.call(endpoint, args, null)).status).toBe(401);
    for (const person of [client, musician.person, await studio.makeClient()])
      expect((await app.call(endpoint, args, person)).status).toBe(403);
  }
});
