import { expect } from 'vitest';
import { postMessage } from '#shared/messages/contract.ts';
import { getToday } from '#shared/sessions/contract-today.ts';
import { getSession, listSessions } from '#shared/sessions/contract.ts';
import { makeSession, type SessionOptions } from '#test/rooms/sessions.ts';
import { test as base } from '#test/api/test.ts';

const test = base
  .extend('client', ({ studio }) => studio.makeClient({ name: 'Ada Lovelace' }))
  .extend('musician', ({ studio }) => studio.makeMusician({ zoomLink: 'https://zoom.example/1' }))
  .extend(
    'make',
    ({ app, studio, client, musician }) =>
      (hours: number, status: NonNullable<SessionOptions['status']>, more: Partial<SessionOptions> = {}) =>
        makeSession(studio, { client, musician, status, starts: app.clock.now().add({ hours }), ...more }),
  )
  .extend('today', ({ app, musician }) => async () => {
    const { status, body } = await app.call(getToday, {}, musician.person);
    expect(status).toBe(200);
    return body;
  });

test('tells what waits: reviews, deliveries of today, unread messages and the next session', async ({
  app,
  client,
  make,
  today,
}) => {
  const soon = await make(20, 'client_files_pending_review');
  const next = await make(2, 'partner_ready_to_go', { attendance: true });
  const late = await make(-5, 'partner_upload_required');
  const delivered = await make(-30, 'partner_deliverables_ready');
  await make(-40, 'cancelled');
  const later = [];
  for (const hours of [50, 60, 70, 80]) later.push(await make(hours, 'client_files_pending_review'));
  for (const body of ['Hello', 'Are you there?'])
    await app.call(postMessage, { body: { thread_id: delivered.threadId, body } }, client);
  const { review, deliver, unread, next: first } = await today();
  expect([review.total, review.sessions.map(({ id }) => id)]).toEqual([
    5,
    [soon.id, later[0]?.id, later[1]?.id],
  ]);
  expect(deliver).toMatchObject({ total: 1, sessions: [{ id: late.id, delivery_late: true }] });
  expect(unread).toMatchObject({ total: 1, sessions: [{ id: delivered.id, unread_messages: 2 }] });
  expect(first).toMatchObject({
    id: next.id,
    livestream_link: 'https://zoom.example/1',
    delivery_late: false,
  });
});

test('is empty for a musician without anything, and shows nothing of others', async ({
  app,
  studio,
  make,
  today,
}) => {
  await make(20, 'client_files_pending_review');
  const other = await studio.makeMusician();
  const none = { total: 0, sessions: [] };
  expect((await app.call(getToday, {}, other.person)).body).toEqual({
    review: none,
    conflicts: none,
    deliver: none,
    unread: none,
    profile: null,
    next: null,
  });
  expect((await today()).review.total).toBe(1);
});

test('a late delivery is marked for both sides, in the list and the session, until it is delivered', async ({
  app,
  client,
  clock,
  musician,
  make,
}) => {
  const { id, ends } = await make(1, 'partner_ready_to_go');
  const due = ends.add({ minutes: 15 });
  const marks = async () => {
    const all = [];
    for (const person of [client, musician.person]) {
      const { sessions } = (await app.call(listSessions, {}, person)).body;
      const { session } = (await app.call(getSession, { params: { id } }, person)).body;
      all.push(sessions.find((one) => one.id === id)?.delivery_late, session.delivery_late);
      expect(session.delivery_due_at).toBe(due.toString());
    }
    return [...new Set(all)];
  };
  clock.instant = due.subtract({ seconds: 1 });
  expect(await marks()).toEqual([false]);
  clock.instant = due;
  expect(await marks()).toEqual([true]);
});
