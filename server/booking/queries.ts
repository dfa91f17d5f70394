import { sql } from 'kysely';
import type { Db, Tx } from '../db/transaction.ts';
import { fixed } from '../db/fixed.ts';

const musicianLock = fixed(
  (_, { sessionId, clientId }: { sessionId: number; clientId: string }) => sql`
    select person_id from musicians where person_id = (
      select musician_id from sessions where id = ${sessionId} and client_id = ${clientId})
    for no key update`,
);

/** Locks the musician of the client's own session or hold; of any other nobody. */
export async function lockMusicianOf(tx: Tx, sessionId: number, clientId: string): Promise<void> {
  await musicianLock.all(tx, { sessionId, clientId });
}

/** The client, with their zone, and the musician of a session or hold. */
export function participantsOf(tx: Tx, sessionId: number) {
  return tx
    .selectFrom('sessions as s')
    .innerJoin('people as c', 'c.id', 's.client_id')
    .select(['s.client_id', 's.musician_id', 'c.zone as client_zone'])
    .where('s.id', '=', sessionId)
    .executeTakeFirst();
}

/** Whether a person is the client or the musician of a session; holds do not count. */
export async function isParticipant(db: Db, sessionId: number, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('phase', '<>', 'hold')
    .where((where) => where.or([where('client_id', '=', personId), where('musician_id', '=', personId)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** The client's hold, live or expired, without a lock. `phase` is a literal, so that the partial index applies. */
export function holdOf(db: Db, clientId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'musician_id'])
    .where('client_id', '=', clientId)
    .where('phase', '=', sql.lit('hold'))
    .executeTakeFirst();
}

interface Booked {
  readonly upcoming: number;
  readonly any: boolean;
}

const bookedCount = fixed(
  (_, { clientId, now }: { clientId: string; now: Temporal.Instant }) => sql<Booked>`
    select
      (select count(*) from sessions
        where client_id = ${clientId} and phase = 'booked' and ends_at > ${now}) as upcoming,
      exists (select 1 from sessions where client_id = ${clientId} and phase = 'booked') as any`,
);

/** How many of a client's booked sessions are not over at `now`, and whether there are any; without cancelled ones. */
export async function countBooked(db: Db, clientId: string, now: Temporal.Instant): Promise<Booked> {
  return (await bookedCount.first(db, { clientId, now })) ?? { upcoming: 0, any: false };
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

/** Holds that had expired at `before`, oldest first; at most `limit`. */
export function expiredHolds(db: Db, before: Temporal.Instant, limit: number) {
  return db
    .selectFrom('sessions')
    .select(['id', 'client_id', 'musician_id'])
    .where('phase', '=', 'hold')
    .where('held_until', '<=', before)
    .orderBy('held_until')
    .limit(limit)
    .execute();
}
