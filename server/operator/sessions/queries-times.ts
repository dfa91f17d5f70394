import { sql } from 'kysely';
import type { OfferedSlot } from '#shared/operator/rules-sessions.ts';
import type { Db } from '../../db/transaction.ts';

interface Wanted {
  readonly musicianId: string;
  readonly category: string;
  readonly unitMinutes: number;
  /** The session to move; its own claims do not count. */
  readonly ownSession: number | null;
  readonly now: Temporal.Instant;
}

/** A musician's shown slots of a kind and length that are to come, by start, each with whether it is taken. */
export async function offeredSlots(
  db: Db,
  { musicianId, category, unitMinutes, ownSession, now }: Wanted,
): Promise<OfferedSlot[]> {
  const { rows } = await sql<OfferedSlot>`
    select s.id, s.starts_at, s.ends_at, s.category,
      s.during && (select taken_times(${musicianId}, ${now}, ${now}, ${ownSession}::integer)) as taken
    from slots s join musicians m on m.person_id = s.musician_id and m.visible
    where s.musician_id = ${musicianId} and s.starts_at > ${now} and not s.hidden
      and s.category = ${category} and s.ends_at - s.starts_at = make_interval(mins => ${unitMinutes}::integer)
    order by s.starts_at`.execute(db);
  return rows;
}
