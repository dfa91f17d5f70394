import { describe, expect } from 'vitest';
import { getSession } from '#shared/operator/contract-session.ts';
import { readMessages } from '#shared/operator/contract-session-verbs.ts';
import { listMessages } from '#shared/messages/contract.ts';
import { roundTrips } from '#test/api/round-trips.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import { test as base } from '#test/rooms/moves.ts';

const test = base
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator', { name: 'Olga' }))
  .extend('find', { scope: 'file' }, ({ app, operator }) => async (id: number) => {
    const { status, body } = await app.call(getSession, { params: { id } }, operator);
    expect(status).toBe(200);
    return body;
  });

describe('the page of a session', () => {
  test('has its facts, both people, its credits and files, and what happened, the newest first', async ({
    app,
    studio,
    clock,
    musician,
    find,
  }) => {
    const client = await studio.makeClient({ name: 'Ada' });
    const { id, starts } = await makeSession(studio, {
      client,
      musician,
      starts: clock.instant.subtract({ hours: 3 }),
      status: 'partner_deliverables_ready',
      price: 2,
      files: { user: 1, output: 2 },
      message: 'Good evening',
    });
    const { session, ledger, files, timeline } = await find(id);
    expect(session).toMatchObject({
      id,
      status: 'partner_deliverables_ready',
      client: { id: client.id, name: 'Ada', role: 'client' },
      musician: { id: musician.id, role: 'partner' },
      starts_at: starts.toString(),
      price: 2,
      title: 'Song',
      messages: 1,
      cancelled: null,
      rating: null,
    });
    expect(ledger).toEqual([{ at: expect.any(String), delta: -2, reason: 'spend', source: 'operator' }]);
    expect(files.map(({ folder, name, size }) => [folder, name, size])).toEqual([
      ['user', 'user 1.wav', 1000],
      ['output', 'output 1.wav', 1000],
      ['output', 'output 2.wav', 1000],
    ]);
    expect(timeline.map((entry) => (entry.kind === 'event' ? entry.event : entry.kind))).toEqual([
      'file',
      'file',
      'file',
      'close',
      'end_passes',
      'credits',
      'confirm_awaiting_files',
    ]);
    expect(timeline.findLast(({ kind }) => kind === 'event')).toMatchObject({
      from: 'prebooked',
      by: { id: client.id, name: 'Ada' },
    });
    expect(JSON.stringify(timeline), 'no words of theirs').not.toContain('Good evening');
    expect(await app.db.selectFrom('audit_log').select('id').execute()).toEqual([]);
  });

  test('has the mails about it, by side', async ({ app, find, bookSession }) => {
    const { id } = await bookSession();
    await app.queues.drain();
    const mails = (await find(id)).timeline.filter((entry) => entry.kind === 'mail');
    expect(mails.map(({ mail, to }) => `${mail} ${to}`).toSorted()).toEqual([
      'session-booked client',
      'session-booked musician',
    ]);
  });

  test('says who cancelled it and why', async ({ bookingApi, find, bookSession }) => {
    const { client, id } = await bookSession();
    await bookingApi.cancel(client, id);
    const { session, ledger } = await find(id);
    expect(session).toMatchObject({ status: 'cancelled', cancelled: { by: { id: client.id } } });
    expect(ledger.map(({ delta }) => delta)).toEqual([-1, 1]);
  });

  test('takes few waits for the database', async ({ find, bookSession }) => {
    const { id } = await bookSession();
    expect(await roundTrips(() => find(id))).toHaveLength(2);
  });

  test('is not there of a hold or an unknown number, and only for operators', async ({
    app,
    operator,
    studio,
    bookingApi,
    day,
  }) => {
    const client = await studio.makeClient();
    const hold = await bookingApi.hold(client, (await day(7)).slice(0, 1));
    const ask = async (id: number, as = operator) =>
      (await app.call(getSession, { params: { id } }, as)).status;
    expect(await ask(hold.id)).toBe(404);
    expect(await ask(99)).toBe(404);
    expect(await ask(Number.NaN)).toBe(400);
    expect(await ask(hold.id, client)).toBe(403);
    expect((await app.call(getSession, { params: { id: 99 } })).status).toBe(401);
  });
});

describe('reading messages', () => {
  test('needs a reason, which the audit log has; for both sides they stay unread', async ({
    app,
    operator,
    studio,
    musician,
    find,
  }) => {
    const client = await studio.makeClient({ name: 'Ada' });
    const made = await makeSession(studio, { client, musician, message: 'Good evening' });
    const params = { id: made.id };
    const read = (reason: string) => app.call(readMessages, { params, body: { reason } }, operator);
    expect((await read('  ')).status).toBe(400);
    expect((await read('x'.repeat(201))).status).toBe(400);
    expect(await auditOf(app.db, 'session', made.id)).toEqual([]);
    const { status, body } = await read(' A dispute about the take ');
    expect([status, body.total]).toEqual([200, 1]);
    expect(body.messages).toMatchObject([{ body: 'Good evening', by: { id: client.id, name: 'Ada' } }]);
    expect(await auditOf(app.db, 'session', made.id)).toEqual([
      {
        operator_id: operator.id,
        what: 'messages.read',
        person_id: client.id,
        reason: 'A dispute about the take',
        before: null,
        after: { messages: 1 },
      },
    ]);
    expect((await find(made.id)).timeline[0]).toMatchObject({
      kind: 'audit',
      entry: { what: 'messages.read' },
    });
    const reads = app.db
      .selectFrom('thread_reads')
      .select('person_id')
      .where('thread_id', '=', made.threadId);
    expect(await reads.execute()).toEqual([]);
    expect(
      (await app.call(listMessages, { params: { threadId: made.threadId } }, operator)).status,
      'not by the call of its two people',
    ).toBe(403);
  });

  test('of no session is 404 and audits nothing; others may not', async ({
    app,
    operator,
    studio,
    musician,
  }) => {
    const args = { params: { id: 99 }, body: { reason: 'Looking' } };
    expect((await app.call(readMessages, args, operator)).status).toBe(404);
    expect(await auditOf(app.db, 'session', 99)).toEqual([]);
    expect((await app.call(readMessages, args)).status).toBe(401);
    for (const person of [await studio.makeClient(), musician.person])
      expect((await app.call(readMessages, args, person)).status).toBe(403);
  });
});
