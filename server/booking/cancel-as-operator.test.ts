import { expect } from 'vitest';
import { getSession } from '#shared/sessions/contract.ts';
import { test as base } from '#test/rooms/booking.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { cancelAsOperator } from './service.ts';

const test = base
  .extend(
    'operatorId',
    { scope: 'file', auto: true },
    async ({ app }) => (await app.people.make('operator')).id,
  )
  .extend(
    'cancel',
    { scope: 'file' },
    ({ app, operatorId }) =>
      (sessionId: number) =>
        cancelAsOperator(app.ctx(), { sessionId, operatorId, reason: 'The musician is ill' }),
  );

test('the operator cancels a session that has begun: credits back, slots free, both sides read why, once', async ({
  app,
  studio,
  bookingApi,
  cancel,
}) => {
  const client = await studio.makeClient({ credits: 3 });
  const musician = await studio.makeMusician();
  const [slot] = await studio.slotsOf(musician);
  if (slot === undefined) throw new Error('no slot');
  const { id } = await bookingApi.book(client, [slot]);
  app.clock.instant = slot.starts_at;
  expect((await bookingApi.cancel(client, id)).status, 'its client does not any more').toBe(409);
  expect(await cancel(id)).toEqual({ ok: true, value: { refunded: 1 } });
  for (const reader of [client, musician.person]) {
    const { session } = (await app.call(getSession, { params: { id } }, reader)).body;
    expect(session.status).toBe('cancelled');
    expect(session.cancelled).toMatchObject({ by: 'studio', reasons: ['The musician is ill'] });
  }
  expect(await bookingApi.ledger(client)).toMatchObject([{ amount: 3, remaining: 3 }]);
  expect(await cancel(id)).toMatchObject({ ok: false, reason: 'not_now' });
  expect(await auditOf(app.db, 'session', id), 'refused ones are no changes').toEqual([
    {
      operator_id: null,
      what: 'session.cancelled',
      person_id: client.id,
      reason: 'The musician is ill',
      before: { status: expect.any(String) },
      after: { status: 'cancelled', credits_back: 1 },
    },
  ]);
});

test('a hold and an unknown number are no sessions', async ({ studio, bookingApi, cancel }) => {
  const client = await studio.makeClient({ credits: 3 });
  const [slot] = await studio.slotsOf(await studio.makeMusician());
  const hold = await bookingApi.hold(client, slot === undefined ? [] : [slot]);
  expect(await cancel(hold.id)).toMatchObject({ ok: false, reason: 'not_found' });
  expect(await cancel(999_999_999)).toMatchObject({ ok: false, reason: 'not_found' });
});
