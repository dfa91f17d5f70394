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

/** Hides the words of a rating or shows them again; false when the session has none. */
export async function setHidden(tx: Tx, sessionId: number, at: Temporal.Instant | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('ratings')
    .set({ hidden_at: at })
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
