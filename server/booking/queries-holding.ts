import { sql } from 'kysely';
import type { Db, Tx } from '../db/transaction.ts';
import { fixed } from '../db/fixed.ts';

/** A hold as it is recorded when it begins. */
export interface NewRecord {
  readonly session_id: number;
  readonly person_id: string;
  readonly musician_id: string;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  readonly held_at: Temporal.Instant;
  readonly held_until: Temporal.Instant;
  readonly affordable: boolean;
}

const lastHolds = fixed((db, { personId, since }: { personId: string; since: Temporal.Instant }) =>
  db
    .selectFrom('hold_log')
    .select(['session_id', 'musician_id', 'starts_at', 'ends_at', 'held_at', 'held_until'])
    .select(['booked', 'affordable'])
    .where('person_id', '=', personId)
    .where('held_until', '>', since),
);

/** A person's holds that lasted beyond `since`, live and booked ones included. */
export function holdsSince(db: Db, personId: string, since: Temporal.Instant) {
  return lastHolds.all(db, { personId, since });
}

const recordInsert = fixed((db, record: NewRecord) => {
  const { session_id, person_id, musician_id, starts_at, ends_at, held_at, held_until, affordable } = record;
  const times = { starts_at, ends_at, held_at, held_until };
  return db.insertInto('hold_log').values({ session_id, person_id, musician_id, ...times, affordable });
});

export async function insertRecord(tx: Tx, record: NewRecord): Promise<void> {
  await recordInsert.count(tx, record);
}

/** Records a new end of a hold, unless it is over already. */
export async function setEnd(
  tx: Tx,
  sessionId: number,
  heldUntil: Temporal.Instant,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('hold_log')
    // Clocks of two processes may differ: a hold never ends before it began.
    .set({ held_until: sql`greatest(held_at, ${heldUntil}::timestamptz)` })
    .where('session_id', '=', sessionId)
    .where('held_until', '>', now)
    .execute();
}

const bookedSet = fixed((db, { sessionId }: { sessionId: number }) =>
  db.updateTable('hold_log').set({ booked: true }).where('session_id', '=', sessionId),
);

export async function setBooked(tx: Tx, sessionId: number): Promise<void> {
  await bookedSet.count(tx, { sessionId });
}

/** Deletes the records of holds that were over at `before`. */
export async function deleteRecords(db: Db, before: Temporal.Instant): Promise<void> {
  await db.deleteFrom('hold_log').where('held_until', '<=', before).execute();
}
