import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';

/** A musician by id; undefined for others. */
export function musicianById(db: Db, id: string, now: Temporal.Instant) {
  return db
    .selectFrom('musicians as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .select(['m.person_id as id', 'p.name', 'p.email', 'p.avatar', 'm.slug', 'm.title'])
    .select(['m.visible', 'm.zone', 'm.sessions_type'])
    .select(
      sql<Temporal.Instant | null>`case when m.next_free_stale_at > ${now} then m.next_free_at
        else next_free_of(m.person_id, ${now}) end`.as('next_free_at'),
    )
    .where('m.person_id', '=', id)
    .executeTakeFirst();
}
