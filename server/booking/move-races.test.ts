import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { lockMusician } from '../calendar/steps.ts';
import { test as base } from '#test/rooms/booking.ts';
import type { TestPerson } from '#test/api/people.ts';
import { type TestSlot } from '#test/api/studio.ts';

const ROUNDS = 24;
const rounds = Array.from({ length: ROUNDS }, (_, n) => n);
const ids = (some: readonly { readonly id: string }[]) => some.map(({ id }) => id);

/** Makes two calls: concurrently with either first, and in sequence both ways. */
async function both<A, B>(round: number, one: () => Promise<A>, other: () => Promise<B>): Promise<[A, B]> {
  const turn = round % 4;
  if (turn === 0) return Promise.all([one(), other()]);
  if (turn === 1) {
    const [second, first] = await Promise.all([other(), one()]);
    return [first, second];
  }
  if (turn === 2) return [await one(), await other()];
  const second = await other();
  return [await one(), second];
}

const test = base
  .extend('musician', ({ studio }) => studio.makeMusician())
  /** The musician's half hours from three days on, within two months, in whole days of eight. */
  .extend('slots', async ({ studio, musician }) => (await studio.slotsOf(musician)).slice(3 * 8, 58 * 8))
  .extend(
    'slot',
    ({ slots }) =>
      (n: number): TestSlot[] =>
        slots.slice(n, n + 1),
  )
  /** One session for each round, on every fifth slot, booked an hour and a minute ago. */
  .extend(
    'sessions',
    ({ clock, studio, bookingApi, slot }) =>
      async (n = ROUNDS): Promise<{ client: TestPerson; id: number; had: TestSlot[] }[]> => {
        const made = [];
        for (const round of rounds.slice(0, n)) {
          const client = await studio.makeClient();
          const had = slot(5 * round);
          made.push({ client, had, id: (await bookingApi.book(client, had)).id });
        }
        clock.add({ minutes: 61 });
        return made;
      },
  )
  /** A session's row, whether its claims match its times, and its client's ledger. */
  .extend(
    'standing',
    { scope: 'file' },
    ({ app, bookingApi }) =>
      async ({ client, id }: { client: TestPerson; id: number }) => {
        const row = await app.db
          .selectFrom('sessions')
          .select(['status', 'starts_at', 'calendar_sequence as sequence'])
          .where('id', '=', id)
          .executeTakeFirst();
        const claims = await app.db
          .selectFrom('slot_claims as c')
          .innerJoin('slots as s', 's.id', 'c.slot_id')
          .select(['s.id', 's.starts_at', 'c.held_until'])
          .where('c.session_id', '=', id)
          .execute();
        const [lot] = await bookingApi.ledger(client);
        expect(lot?.remaining).toBe(lot?.entries);
        const isBooked = row !== undefined && row.status !== 'cancelled' && row.status !== 'prebooked';
        const times = claims
          .filter(({ held_until }) => held_until === null)
          .map(({ starts_at }) => starts_at);
        expect(times.map(String)).toEqual(isBooked ? [row.starts_at.toString()] : []);
        return { ...row, starts_at: row?.starts_at.toString(), claims: ids(claims), credits: lot?.remaining };
      },
  )
  /** How many connections wait for a lock. */
  .extend('waiting', { scope: 'file' }, ({ app }) => async (): Promise<number | undefined> => {
    const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
    return rows[0]?.n;
  })
  .extend(
    'holdOf',
    { scope: 'file' },
    ({ app }) =>
      async (client: TestPerson): Promise<number | undefined> => {
        const hold = await app.db
          .selectFrom('sessions')
          .select('id')
          .where('client_id', '=', client.id)
          .where('phase', '=', 'hold')
          .executeTakeFirst();
        return hold?.id;
      },
  );

describe('moving a session', () => {
  test('against somebody else’s hold of the target: one gets it, the loser keeps all they had', async ({
    studio,
    bookingApi,
    slot,
    sessions,
    standing,
    holdOf,
  }) => {
    const winners = new Set<string>();
    for (const [round, session] of (await sessions()).entries()) {
      const rival = await studio.makeClient();
      const target = slot(5 * round + 2);
      const rivals = await bookingApi.hold(rival, slot(5 * round + 4));
      const [move, hold] = await both(
        round,
        () => bookingApi.move(session.client, session.id, target),
        () => bookingApi.prebook(rival, target),
      );
      const stands = await standing(session);
      const moved = move.status === 200;
      winners.add(moved ? 'move' : 'hold');
      expect([move.status, hold.status]).toEqual(moved ? [200, 409] : [409, 201]);
      expect((moved ? hold : move).problem.code).toBe('slot_taken');
      expect(stands).toMatchObject({
        claims: ids(moved ? target : session.had),
        sequence: moved ? 1 : 0,
        credits: 11,
      });
      // The rival keeps the earlier hold where the new one was refused; otherwise its slot is free at once.
      const theirs = (await holdOf(rival)) ?? 0;
      expect(theirs === rivals.id).toBe(moved);
      expect((await standing({ client: rival, id: theirs })).claims).toHaveLength(1);
      expect((await bookingApi.prebook(rival, session.had)).status).toBe(moved ? 201 : 409);
      await bookingApi.release(rival, (await holdOf(rival)) ?? 0);
    }
    expect(winners).toEqual(new Set(['move', 'hold']));
  });

  test('twice at once: one after the other, and where it went last is all that it has', async ({
    studio,
    bookingApi,
    slot,
    sessions,
    standing,
    holdOf,
  }) => {
    for (const [round, session] of (await sessions(12)).entries()) {
      const targets = [slot(5 * round + 1), slot(5 * round + 3)];
      const answers = await Promise.all(targets.map((to) => bookingApi.move(session.client, session.id, to)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const stands = await standing(session);
      expect(stands.sequence).toBe(2);
      expect(targets.map(ids)).toContainEqual(stands.claims);
      const free = [...targets, session.had].filter((some) => some[0]?.id !== stands.claims[0]);
      const other = await studio.makeClient();
      for (const some of free) expect((await bookingApi.prebook(other, some)).status).toBe(201);
      await bookingApi.release(other, (await holdOf(other)) ?? 0);
    }
  });

  test('20 times at once to one time: moved once', async ({ bookingApi, slot, sessions, standing }) => {
    const [session] = await sessions(1);
    if (session === undefined) throw new Error('no session');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => bookingApi.move(session.client, session.id, slot(3))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await standing(session)).toMatchObject({ sequence: 1, claims: ids(slot(3)) });
  });

  test('two sessions to one time: one gets it; two to each other’s: neither', async ({
    bookingApi,
    slot,
    sessions,
    standing,
  }) => {
    const all = await sessions(12);
    for (let round = 0; round < all.length; round += 2) {
      const pair = all.slice(round, round + 2);
      const target = slot(5 * round + 2);
      const answers = await Promise.all(pair.map(({ client, id }) => bookingApi.move(client, id, target)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
      const there = await Promise.all(pair.map(standing));
      expect(new Set(there.map(({ sequence }) => sequence))).toEqual(new Set([0, 1]));
      const swapped = await Promise.all(
        pair.map(({ client, id }, n) =>
          bookingApi.move(
            client,
            id,
            (there[1 - n]?.claims ?? []).map((slotId) => ({ id: slotId })),
          ),
        ),
      );
      expect(swapped.map(({ problem }) => problem.code)).toEqual(['slot_taken', 'slot_taken']);
      expect(await Promise.all(pair.map(standing))).toEqual(there);
    }
  });

  test('against cancelling: cancelled, one refund, and neither time is kept', async ({
    studio,
    bookingApi,
    slot,
    sessions,
    standing,
    holdOf,
  }) => {
    const seen = new Set<string>();
    for (const [round, session] of (await sessions()).entries()) {
      const target = slot(5 * round + 2);
      const [move, cancel] = await both(
        round,
        () => bookingApi.move(session.client, session.id, target),
        () => bookingApi.cancel(session.client, session.id),
      );
      expect([cancel.status, cancel.body.refunded]).toEqual([200, 1]);
      expect(move.status === 200 ? 'moved' : move.problem.code).toBeOneOf(['moved', 'not_now']);
      seen.add(`${move.status}`);
      const stands = await standing(session);
      expect(stands).toMatchObject({ status: 'cancelled', claims: [], credits: 12 });
      const other = await studio.makeClient();
      for (const some of [session.had, target])
        expect((await bookingApi.prebook(other, some)).status).toBe(201);
      await bookingApi.release(other, (await holdOf(other)) ?? 0);
    }
    expect(seen).toEqual(new Set(['200', '409']));
  });

  test('to a near time against cancelling with a refund in mind: no refund is lost unasked', async ({
    studio,
    bookingApi,
    musician,
    sessions,
    standing,
  }) => {
    const seen = new Set<number>();
    const near = (await studio.slotsOf(musician)).slice(0, 1);
    for (const [round, session] of (await sessions(12)).entries()) {
      const [move, cancel] = await both(
        round,
        () => bookingApi.move(session.client, session.id, near),
        () => bookingApi.cancel(session.client, session.id, { expected_refund: true }),
      );
      const stands = await standing(session);
      const moved = move.status === 200;
      expect((moved ? cancel : move).problem.code).toBe(moved ? 'refund_changed' : 'not_now');
      expect(stands).toMatchObject(
        moved ? { claims: ids(near), credits: 11 } : { status: 'cancelled', claims: [], credits: 12 },
      );
      seen.add(move.status);
      await bookingApi.cancel(session.client, session.id);
    }
    expect(seen).toContain(200);
  });

  test('is checked by the instant at which it was asked, though its turn comes after the refund has lapsed', async ({
    clock,
    start,
    studio,
    bookingApi,
    musician,
    slot,
    sessions,
    standing,
    waiting,
  }) => {
    const [session] = await sessions(1);
    if (session === undefined) throw new Error('no session');
    const lapses = (session.had[0]?.starts_at ?? start).subtract({ hours: 48 });
    clock.instant = lapses.subtract({ milliseconds: 1 });
    const asked: ReturnType<typeof bookingApi.move>[] = [];
    // The transaction ends however this block ends, so that a failure is not a hang.
    await studio.inTx(async (tx) => {
      await lockMusician(tx, musician.id);
      asked.push(bookingApi.move(session.client, session.id, slot(101)));
      await expect.poll(waiting).toBe(1);
      clock.instant = lapses;
      asked.push(bookingApi.move(session.client, session.id, slot(102)));
      await expect.poll(waiting).toBe(2);
    });
    // The first has moved it further away meanwhile, so that the second is in time again.
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await standing(session)).toMatchObject({ sequence: 2, claims: ids(slot(102)) });
  });
});
