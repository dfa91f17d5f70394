import { sql } from 'kysely';
import type { Db, Tx } from '../../db/transaction.ts';

/** The ratings of a musician's sessions, newest first. */
export function ratingsOf(db: Db, musicianId: string) {
  return db
    .selectFrom('ratings as r')
    .innerJoin('sessions as s', 's.id', 'r.session_id')
    .innerJoin('people as p', 'p.id', 's.client_id')
    .select(['r.session_id', 'p.name as client_name', 'r.stars', 'r.comment', 'r.created_at', 'r.hidden_at'])
    .where('s.musician_id', '=', musicianId)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.session_id', 'desc')
    .execute();
}

/** Locks a session's rating; undefined when it has none. */
export function lockRating(tx: Tx, sessionId: number) {
  return tx
    .selectFrom('ratings as r')
    .innerJoin('sessions as s', 's.id', 'r.session_id')
    .select(['r.hidden_at', 's.client_id'])
    .where('r.session_id', '=', sessionId)
    .forNoKeyUpdate('r')
    .executeTakeFirst();
}

/** Hides the words of a rating or shows them again (null). */
export async function setHidden(tx: Tx, sessionId: number, at: Temporal.Instant | null): Promise<void> {
  await tx.updateTable('ratings').set({ hidden_at: at }).where('session_id', '=', sessionId).execute();
}

/** The musician of the client's own session; undefined for another's and for a hold. */
export async function musicianOfClient(
  db: Db,
  sessionId: number,
  clientId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('musician_id')
    .where('id', '=', sessionId)
    .where('client_id', '=', clientId)
    .where('phase', '<>', 'hold')
    .executeTakeFirst();
  return row?.musician_id;
}

/** When a session was first rated; null without a rating. */
export async function ratedAt(tx: Tx, sessionId: number): Promise<Temporal.Instant | null> {
  const row = await tx
    .selectFrom('ratings')
    .select('created_at')
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** Rates a session or changes its rating. The first date stays; a trigger updates the musician's average. */
export async function putRating(
  tx: Tx,
  rating: { sessionId: number; stars: number; comment: string | null; now: Temporal.Instant },
): Promise<void> {
  const { sessionId, stars, comment, now } = rating;
  await tx
    .insertInto('ratings')
    .values({ session_id: sessionId, stars, comment, created_at: now })
    .onConflict((conflict) =>
      conflict.column('session_id').doUpdateSet({
        stars,
        comment,
        changed_at: sql<Temporal.Instant>`greatest(ratings.created_at, ${now}::timestamptz)`,
      }),
    )
    .execute();
}
