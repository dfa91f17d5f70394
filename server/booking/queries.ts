import { sql } from 'kysely';
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

/** The client's hold, live or expired, without a lock. The phase is written out, as the index of holds is. */
export function holdOf(tx: Tx, clientId: string) {
  return tx
    .selectFrom('sessions')
    .select('id')
    .where('client_id', '=', clientId)
    .where('phase', '=', sql.lit('hold'))
    .executeTakeFirst();
}

/** What a client has booked and not cancelled: how much of it is not over at `now`, and whether there is any at all. */
export async function bookedBy(
  db: Db,
  clientId: string,
  now: Temporal.Instant,
): Promise<{ upcoming: number; any: boolean }> {
  const { rows } = await sql<{ upcoming: number; any: boolean }>`
    select
      (select count(*) from sessions
        where client_id = ${clientId} and phase = 'booked' and ends_at > ${now}) as upcoming,
      exists (select 1 from sessions where client_id = ${clientId} and phase = 'booked') as any`.execute(db);
  return rows[0] ?? { upcoming: 0, any: false };
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
