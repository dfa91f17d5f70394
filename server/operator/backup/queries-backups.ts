import type { Db } from '../../db/transaction.ts';

/** The backup of the latest planned time that one was begun for. */
export function lastBegun(db: Db) {
  return db
    .selectFrom('backups')
    .select(['planned_for', 'begun_at', 'ended_at', 'failure'])
    .orderBy('planned_for', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The last whole backup: when it was begun and its bytes. */
export function lastWhole(db: Db) {
  return db
    .selectFrom('backups')
    .select(['planned_for', 'begun_at', 'bytes'])
    .where('bytes', 'is not', null)
    .orderBy('planned_for', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Notes that the backup of a planned time is begun, also one that failed or was killed before. */
export async function noteBegun(db: Db, planned: Temporal.Instant, now: Temporal.Instant): Promise<void> {
  const begun = { begun_at: now, ended_at: null, bytes: null, failure: null };
  await db
    .insertInto('backups')
    .values({ planned_for: planned, ...begun })
    .onConflict((conflict) => conflict.column('planned_for').doUpdateSet(begun))
    .execute();
}

/** Notes how the backup of a planned time ended. */
export async function noteEnded(
  db: Db,
  planned: Temporal.Instant,
  end: { ended_at: Temporal.Instant; bytes: number | null; failure: string | null },
): Promise<void> {
  await db.updateTable('backups').set(end).where('planned_for', '=', planned).execute();
}

/** Notes of backups are kept as long as the oldest that a rule can keep. */
const KEPT = { hours: 24 * 400 } as const;

export async function deleteNotes(db: Db, now: Temporal.Instant): Promise<void> {
  await db.deleteFrom('backups').where('planned_for', '<', now.subtract(KEPT)).execute();
}
