import { expect } from 'vitest';
import { listPartners } from '#shared/explore/contract.ts';
import { balance } from '../credits/service.ts';
import { JOB_LIMITS } from '../db/database.ts';
import { test as base } from '#test/rooms/booking.ts';
import type { TestPerson } from '#test/api/people.ts';

const PEOPLE = 60;
const SLOTS = 8;
const WAITING = 10;

/** A small pool: two connections for changes, two for reads; ten changes may wait. */
const test = base
  .extend('options', { scope: 'file' }, () => ({
    connections: 4,
    limits: { ...JOB_LIMITS, queue: { length: WAITING, waitMs: 60_000 } },
  }))
  .extend('clients', ({ studio }) =>
    Promise.all(Array.from({ length: PEOPLE }, () => studio.makeClient({ credits: 5 }))),
  )
  /** Holds the connections for changes from `close` to `open`. */
  .extend('gate', ({ app }, { onCleanup }) => {
    const { promise, resolve: open } = Promise.withResolvers<void>();
    let held: Promise<unknown> = Promise.resolve();
    onCleanup(async () => {
      open();
      await held;
    });
    const close = (): void => {
      held = Promise.all([1, 2].map(() => app.db.connection().execute(() => promise)));
    };
    return { close, open };
  })
  .extend('slots', async ({ studio }) => (await studio.slotsOf(await studio.makeMusician())).slice(0, SLOTS));

interface Answer {
  readonly status: number;
  readonly problem: { readonly code: string };
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Sends the calls of all at once, and again those of whoever was refused as busy, until all are answered. */
async function untilAnswered<T, A extends Answer>(
  all: readonly T[],
  send: (one: T) => Promise<A>,
  onBusy: (refused: number) => void = () => {},
) {
  const answers: (readonly [T, A])[] = [];
  let refused = 0;
  for (let left = all; left.length > 0;) {
    const again: T[] = [];
    const sending = left.map(async (one) => {
      const answer = await send(one);
      const { status, problem, headers } = answer;
      if (problem.code !== 'busy') return answers.push([one, answer]);
      expect([status, headers['retry-after']]).toEqual([503, '1']);
      refused += 1;
      onBusy(refused);
      return again.push(one);
    });
    await Promise.all(sending);
    left = again;
  }
  return answers;
}

test('60 people want 8 times at once: each time is booked once, everybody is answered, and reads go on', async ({
  app,
  clock,
  gate,
  bookingApi,
  clients,
  slots,
}) => {
  const wanted = new Map(clients.map((client, n) => [client, slots[n % SLOTS]]));
  const [reader] = clients;
  let reading: Promise<readonly Answer[]> | undefined;
  gate.close();
  const holding = await untilAnswered(
    clients,
    (client: TestPerson) => {
      const slot = wanted.get(client);
      return bookingApi.prebook(client, slot === undefined ? [] : [slot], {
        headers: { 'idempotency-key': 'one press' },
      });
    },
    (refused) => {
      if (refused !== PEOPLE - WAITING) return;
      // All others wait now; reads do not.
      const sent = Array.from({ length: 10 }, () => app.call(listPartners, { query: {} }, reader));
      reading = Promise.all(sent).finally(gate.open);
    },
  );
  expect((await reading)?.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  const held = holding.filter(([, { status }]) => status === 201);
  expect(held).toHaveLength(SLOTS);
  const others = holding.filter(([, { status }]) => status !== 201);
  expect(new Set(others.map(([, { problem }]) => problem.code))).toEqual(new Set(['slot_taken']));

  const booking = await untilAnswered(held, ([client, { body }]) =>
    bookingApi.confirm(client, body.session.id),
  );
  expect(booking.map(([, { status }]) => status)).toEqual(slots.map(() => 201));
  const claims = await app.db
    .selectFrom('slot_claims')
    .innerJoin('sessions', 'sessions.id', 'slot_claims.session_id')
    .select(['slot_id', 'client_id', 'slot_claims.held_until'])
    .execute();
  const bookers = held.map(([client]) => ({
    slot_id: wanted.get(client)?.id,
    client_id: client.id,
    held_until: null,
  }));
  expect(claims).toHaveLength(SLOTS);
  expect(claims).toEqual(expect.arrayContaining(bookers));
  const left = await Promise.all(
    clients.map(async ({ id }) => (await balance(app.db, id, clock.now())).total),
  );
  expect(left.filter((credits) => credits < 5)).toHaveLength(SLOTS);
});
