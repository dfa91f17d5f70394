import { sql } from 'kysely';
import type { Db, Tx } from '../../db/transaction.ts';

/** How many changes can be undone, one after the other. */
const KEPT_CHANGES = 20;

/** A change as it is stored; `before` is the part of the schedule that it replaced. */
interface StoredChange {
  readonly id: string;
  readonly kind: string;
  readonly at: Temporal.Instant;
  readonly before: unknown;
}

/** Whether somebody works as a musician here, and so has a schedule. */
export async function isMusician(db: Db, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('musicians as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .select('m.person_id')
    .where('m.person_id', '=', personId)
    .where('p.role', '=', 'partner')
    .where('p.erased_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The latest change that has not been undone. */
export async function latestChange(db: Db, musicianId: string): Promise<StoredChange | undefined> {
  return db
    .selectFrom('schedule_changes')
    .select(['id', 'kind', 'at', 'before'])
    .where('musician_id', '=', musicianId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whether a change is one of the musician's. */
export async function hasChange(db: Db, musicianId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('schedule_changes')
    .select('id')
    .where('musician_id', '=', musicianId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores a change and drops those that are too old to be undone. */
export async function insertChange(
  tx: Tx,
  change: Omit<StoredChange, 'before'> & {
    readonly musicianId: string;
    readonly version: number;
    readonly before: object;
  },
): Promise<void> {
  const { musicianId: musician_id, before, ...row } = change;
  await tx
    .insertInto('schedule_changes')
    .values({ ...row, musician_id, before: JSON.stringify(before) })
    .execute();
  await sql`
    delete from schedule_changes where musician_id = ${musician_id} and id not in (
      select id from schedule_changes where musician_id = ${musician_id}
      order by version desc limit ${KEPT_CHANGES})`.execute(tx);
}

export async function deleteChange(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('schedule_changes').where('id', '=', id).execute();
}

/** Counts a change and returns the schedule's new version. */
export async function nextVersion(tx: Tx, musicianId: string): Promise<number> {
  const { schedule_version } = await tx
    .updateTable('musicians')
    .set((row) => ({ schedule_version: row('schedule_version', '+', 1) }))
    .where('person_id', '=', musicianId)
    .returning('schedule_version')
    .executeTakeFirstOrThrow();
  return schedule_version;
}
