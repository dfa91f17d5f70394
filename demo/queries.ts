import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { DEMO_MAKING as MAKING } from '#server/db/demo-people.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Tx } from '#server/db/transaction.ts';
import { newId } from '#server/lib/ids.ts';

/** Whether the database has people. */
export async function hasPeople(db: Database): Promise<boolean> {
  return (await db.selectFrom('people').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Whether making a demo was interrupted. */
export async function isInterrupted(db: Database): Promise<boolean> {
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

/** Whether the database has people that the demo did not create. */
export async function hasOthers(db: Database): Promise<boolean> {
  const other = await db
    .selectFrom('people')
    .select('id')
    .where('email', 'not like', '%@demo.test')
    .where('email', 'not like', '%@musicians.demo.test')
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Deletes an interrupted demo and marks its files for deletion; never run it on anything else. */
export async function clear(db: Database, now: Temporal.Instant): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`insert into doomed_objects (key, doomed_at)
      select key, ${now}::timestamptz from files union select key, ${now}::timestamptz from uploads
      union select key, ${now}::timestamptz from sample_objects on conflict do nothing`.execute(tx);
    await sql`truncate people, instruments, services, daily_figures, monthly_figures cascade`.execute(tx);
  });
}

/** Recomputes first sessions: the demo does not book in order of dates. */
export async function recomputeFirstSessions(tx: Tx): Promise<void> {
  await sql`update sessions set is_first_session = not is_first_session
    where is_first_session <> (id in (
      select distinct on (client_id) id from sessions where phase = 'booked' order by client_id, booked_at, id
    ))`.execute(tx);
}

/** Runs `work` while no other process does, so that two starts on one empty database make one demo. */
export function withDemoLock<T>(db: Database, work: () => Promise<T>): Promise<T> {
  return db.connection().execute(async (one) => {
    // making a demo takes longer than a call's limits
    await sql`set lock_timeout = 0`.execute(one);
    await sql`set statement_timeout = 0`.execute(one);
    await sql`select pg_advisory_lock(hashtext(${MAKING}))`.execute(one);
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${MAKING}))`.execute(one);
      await sql`reset lock_timeout`.execute(one);
      await sql`reset statement_timeout`.execute(one);
    }
  });
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
    .values({
      ...person,
      id,
      password_hash: passwordHash,
      created_at: now,
      email_proved_at: now,
      zone_pending: true,
    })
    .execute();
  return id;
}

/** Marks the onboarding as completed. */
export async function insertOnboarding(tx: Tx, personId: string, now: Temporal.Instant): Promise<void> {
  await tx
    .insertInto('onboarding_answers')
    .values({
      person_id: personId,
      persona_type: 'producer',
      persona_level: 'releasing',
      persona_diy: 'most',
      interests: JSON.stringify(['record', 'mix']),
      comments: null,
      completed_at: now,
    })
    .execute();
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

/** A musician's free slots of one category, by start. */
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

/** Adds a single offer right after a musician's last fixed slot of each past day that is one of `weekdays`. */
export async function offerAfter(
  tx: Tx,
  to: { musicianId: string; zone: string; weekdays: readonly number[]; now: Temporal.Instant },
): Promise<void> {
  await sql`
    insert into slots (id, musician_id, starts_at, ends_at, category, slot_type)
    select gen_random_uuid(), last.musician_id, last.ends_at, last.ends_at + (last.ends_at - last.starts_at),
      last.category, 'flexible'
    from (
      select distinct on (days.day) s.*
      from slots s cross join lateral (select (s.starts_at at time zone ${to.zone})::date as day) days
      where s.musician_id = ${to.musicianId} and s.slot_type = 'fixed' and s.ends_at < ${to.now}
        and extract(isodow from days.day)::integer = any(${to.weekdays}::integer[])
      order by days.day, s.starts_at desc
    ) last
    on conflict do nothing`.execute(tx);
}

/** Hides what nobody booked on a day some days ago, as a day off has done. */
export async function hideFreeSlots(
  tx: Tx,
  day: { musicianId: string; zone: string; daysAgo: number; now: Temporal.Instant },
): Promise<void> {
  await sql`
    update slots s set hidden = true
    where s.musician_id = ${day.musicianId}
      and (s.starts_at at time zone ${day.zone})::date = (${day.now}::timestamptz at time zone ${day.zone})::date - ${day.daysAgo}::integer
      and not exists (select from slot_claims c where c.musician_id = s.musician_id and c.during && s.during)`.execute(
    tx,
  );
}
