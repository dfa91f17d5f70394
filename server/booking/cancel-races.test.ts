import { sql } from 'kysely';
import { expect } from 'vitest';
import { test as base } from '#test/rooms/booking.ts';

const ROUNDS = 48;

const test = base
  .extend('slots', { scope: 'file' }, async ({ studio }) => studio.slotsOf(await studio.makeMusician()))
  /** Row counts of everything that belongs to a session and its client. */
  .extend('leftOf', { scope: 'file' }, ({ app }) => async (sessionId: number) => {
    const { rows } = await sql<{
      phase: string;
      claims: number;
      threads: number;
      feedback: number;
      spent: number;
    }>`
    select s.phase,
      (select count(*)::integer from slot_claims where session_id = s.id) as claims,
      (select count(*)::integer from threads where session_id = s.id) as threads,
      (select count(*)::integer from feedback where session_id = s.id) as feedback,
      (select coalesce(sum(delta), 0)::integer from credit_entries where session_id = s.id) as spent
    from sessions s where s.id = ${sessionId}`.execute(app.db);
    return rows[0];
  });

test('cancelling against confirming, either first: a booking or a cancelled one, whole, with no orphan', async ({
  studio,
  bookingApi,
  slots,
  leftOf,
}) => {
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const client = await studio.makeClient();
    const { id } = await bookingApi.hold(client, slots.slice(round, round + 1));
    const confirm = () => bookingApi.confirm(client, id);
    const cancel = () => bookingApi.cancel(client, id);
    // At once, either first, then one after the other, so that every run sees both outcomes.
    const cancelling = round % 2 === 1 ? cancel() : null;
    if (round % 4 === 3) await cancelling;
    const confirming = confirm();
    if (round % 4 === 2) await confirming;
    const [confirmed, cancelled] = await Promise.all([confirming, cancelling ?? cancel()]);
    expect(confirmed.status).toBe(201);
    seen.add(`${cancelled.status}`);
    const wasCancelled = cancelled.status === 200;
    expect(wasCancelled ? 'cancelled' : cancelled.problem.code).toBeOneOf(['cancelled', 'not_now']);
    // No refund within the hour after booking: the credit is spent once either way.
    expect(await leftOf(id)).toEqual({
      phase: wasCancelled ? 'cancelled' : 'booked',
      claims: wasCancelled ? 0 : 1,
      threads: 1,
      feedback: wasCancelled ? 1 : 0,
      spent: -1,
    });
    expect(await bookingApi.ledger(client)).toMatchObject([{ remaining: 11, entries: 11 }]);
  }
  expect(seen).toEqual(new Set(['200', '409']));
});

test('32 cancellings against 32 confirmations of one hold: one booking at most, cancelled once at most', async ({
  studio,
  bookingApi,
  slots,
  leftOf,
}) => {
  for (let round = 0; round < 4; round += 1) {
    const client = await studio.makeClient();
    const slot = slots.slice(ROUNDS + round, ROUNDS + round + 1);
    const { id } = await bookingApi.hold(client, slot);
    const confirms: Promise<{ status: number }>[] = [];
    const cancels: Promise<{ status: number }>[] = [];
    for (let n = 0; n < 32; n += 1) {
      confirms.push(bookingApi.confirm(client, id));
      cancels.push(bookingApi.cancel(client, id));
    }
    const booked = (await Promise.all(confirms)).map(({ status }) => status);
    const done = (await Promise.all(cancels)).filter(({ status }) => status === 200);
    for (const status of booked) expect([201, 404]).toContain(status);
    expect(booked).toContain(201);
    expect(done.length).toBeLessThanOrEqual(1);
    const over = done.length === 1;
    expect(await leftOf(id)).toMatchObject({ claims: over ? 0 : 1, threads: 1, spent: -1 });
    const next = await bookingApi.prebook(await studio.makeClient(), slot);
    expect(next.status).toBe(over ? 201 : 409);
  }
});
