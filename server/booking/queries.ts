import type { Db, Tx } from '../db/transaction.ts';

/** Whose slots the client's own session or hold has; undefined for what is not theirs. */
export function ownSession(tx: Tx, sessionId: number, clientId: string) {
  return tx
    .selectFrom('sessions')
    .select('musician_id')
    .where('id', '=', sessionId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

/** Whether somebody is the client or the musician of a session that was booked; holds are no sessions yet. */
export async function takesPart(db: Db, sessionId: number, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('phase', '<>', 'hold')
    .where((where) => where.or([where('client_id', '=', personId), where('musician_id', '=', personId)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** The client's hold, live or expired, without a lock. */
export function holdOf(tx: Tx, clientId: string) {
  return tx
    .selectFrom('sessions')
    .select('id')
    .where('client_id', '=', clientId)
    .where('phase', '=', 'hold')
    .executeTakeFirst();
}

/** How many booked sessions of a client are not over at `now`. */
export async function upcomingCount(db: Db, clientId: string, now: Temporal.Instant): Promise<number> {
  const { n } = await db
    .selectFrom('sessions')
    .select((count) => count.fn.countAll<number>().as('n'))
    .where('client_id', '=', clientId)
    .where('phase', '=', 'booked')
    .where('ends_at', '>', now)
    .executeTakeFirstOrThrow();
  return n;
}

/** Whether a client has a session that was booked and not cancelled, past or upcoming. */
export async function hasBooked(tx: Tx, clientId: string): Promise<boolean> {
  const one = await tx
    .selectFrom('sessions')
    .select('id')
    .where('client_id', '=', clientId)
    .where('phase', '=', 'booked')
    .limit(1)
    .executeTakeFirst();
  return one !== undefined;
}

export async function ownsTrack(tx: Tx, trackId: string, clientId: string): Promise<boolean> {
  const track = await tx
    .selectFrom('tracks')
    .select('id')
    .where('id', '=', trackId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return track !== undefined;
}

/** Holds that were over at `before`, oldest first; at most `most`. */
export function holdsOverSince(db: Db, before: Temporal.Instant, most: number) {
  return db
    .selectFrom('sessions')
    .select(['id', 'client_id', 'musician_id'])
    .where('phase', '=', 'hold')
    .where('held_until', '<=', before)
    .orderBy('held_until')
    .limit(most)
    .execute();
}
