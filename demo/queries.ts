import { sql } from 'kysely';
import type { Database } from '../server/db/database.ts';
import type { Tables } from '../server/db/tables.ts';
import type { Tx } from '../server/db/transaction.ts';
import { newId } from '../server/lib/ids.ts';

const MAKING = 'demo.making';

/** Whether anybody is in the database. */
export async function hasPeople(db: Database): Promise<boolean> {
  return (await db.selectFrom('people').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Whether the making of a demo was interrupted here. */
export async function isHalfMade(db: Database): Promise<boolean> {
  const mark = await db.selectFrom('settings').select('key').where('key', '=', MAKING).executeTakeFirst();
  return mark !== undefined;
}

export async function beginMaking(db: Database): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key: MAKING, value: 'true' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function endMaking(db: Database): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', MAKING).execute();
}

/** Empties a half-made demo studio; never run on anything else. */
export async function clear(db: Database): Promise<void> {
  await sql`truncate people, instruments, services, doomed_objects cascade`.execute(db);
}

export interface NewPerson {
  readonly email: string;
  readonly name: string;
  readonly role: Tables['people']['role'];
  readonly zone: string;
  readonly country: string;
  readonly passwordHash: string;
  readonly now: Temporal.Instant;
}

export async function insertPerson(tx: Tx, { now, passwordHash, ...person }: NewPerson): Promise<string> {
  const id = newId();
  await tx
    .insertInto('people')
    .values({ ...person, id, password_hash: passwordHash, created_at: now })
    .execute();
  return id;
}

export async function insertMembership(
  tx: Tx,
  row: {
    personId: string;
    status: Tables['memberships']['status'];
    plan: string | null;
    annual: boolean;
    legacy: boolean;
    prePivot: boolean;
    nextBillingAt: Temporal.Instant | null;
    endedAt: Temporal.Instant | null;
  },
): Promise<void> {
  await tx
    .insertInto('memberships')
    .values({
      person_id: row.personId,
      status: row.status,
      plan_name: row.plan,
      is_annual: row.annual,
      legacy: row.legacy,
      is_pre_pivot: row.prePivot,
      next_billing_at: row.nextBillingAt,
      ended_at: row.endedAt,
    })
    .execute();
}

/** A musician's slots of one category that nobody has, by start. */
export function freeSlots(db: Database, musicianId: string, category: string, minutes: number) {
  return db
    .selectFrom('slots as s')
    .leftJoin('slot_claims as c', 'c.slot_id', 's.id')
    .select(['s.id', 's.starts_at', 's.ends_at'])
    .where('s.musician_id', '=', musicianId)
    .where('s.category', '=', category)
    .where('c.slot_id', 'is', null)
    .where(sql<boolean>`s.ends_at - s.starts_at = make_interval(mins => ${minutes})`)
    .orderBy('s.starts_at')
    .execute();
}

export function service(db: Database, value: string) {
  return db
    .selectFrom('services')
    .select(['id', 'category', 'unit_minutes', 'slots'])
    .where('value', '=', value)
    .executeTakeFirstOrThrow();
}

export async function insertRating(
  db: Database,
  row: { sessionId: number; stars: number; comment: string; at: Temporal.Instant },
): Promise<void> {
  await db
    .insertInto('ratings')
    .values({ session_id: row.sessionId, stars: row.stars, comment: row.comment, created_at: row.at })
    .execute();
}
