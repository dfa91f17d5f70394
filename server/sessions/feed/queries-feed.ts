import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';

export function feedOf(db: Db, personId: string) {
  return db
    .selectFrom('calendar_feeds')
    .select(['made_at', 'read_at'])
    .where('person_id', '=', personId)
    .executeTakeFirst();
}

/** Makes a person's feed, or gives it another address. */
export async function replaceFeed(
  db: Db,
  personId: string,
  tokenHash: Buffer,
  now: Temporal.Instant,
): Promise<void> {
  const feed = { token_hash: tokenHash, made_at: now, read_at: null };
  await db
    .insertInto('calendar_feeds')
    .values({ person_id: personId, ...feed })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(feed))
    .execute();
}

export async function deleteFeed(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('person_id', '=', personId).execute();
}

/** Whose feed an address is; nobody's while its owner is blocked. */
export function readerOf(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('calendar_feeds as f')
    .innerJoin('people as p', 'p.id', 'f.person_id')
    .select(['p.id', 'p.role'])
    .where('f.token_hash', '=', tokenHash)
    .where('p.blocked_at', 'is', null)
    .executeTakeFirst();
}

/** Records a reading, at most once a minute. */
export async function setRead(db: Db, personId: string, now: Temporal.Instant): Promise<void> {
  await db
    .updateTable('calendar_feeds')
    .set({ read_at: now })
    .where('person_id', '=', personId)
    .where(sql<boolean>`(read_at is null or read_at < ${now}::timestamptz - interval '1 minute')`)
    .execute();
}

/** A person's booked sessions that end after `since`, by start; at most `limit`, the latest ones. */
export async function sessionsSince(
  db: Db,
  { id, role }: { readonly id: string; readonly role: string },
  since: Temporal.Instant,
  limit: number,
) {
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('people as c', 'c.id', 's.client_id')
    .innerJoin('people as p', 'p.id', 's.musician_id')
    .innerJoin('musicians as m', 'm.person_id', 's.musician_id')
    .innerJoin('services as v', 'v.id', 's.service_id')
    .select(['s.id', 's.title', 's.starts_at', 's.ends_at', 's.last_update', 's.calendar_sequence'])
    .select(['s.status', 's.attendance', 'm.zoom_link', 'v.label as service', 'v.session_type'])
    .select(role === 'partner' ? 'c.name as other' : 'p.name as other')
    .where(role === 'partner' ? 's.musician_id' : 's.client_id', '=', id)
    .where('s.phase', '=', sql.lit('booked'))
    .where('s.ends_at', '>', since)
    .orderBy('s.starts_at', 'desc')
    .limit(limit)
    .execute();
  return rows.toReversed();
}
