import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Db, Tx } from '../db/transaction.ts';
import type { Role } from '#shared/lib/endpoint.ts';
import { fixed } from '../db/fixed.ts';

/** The person of an address, ignoring case. */
export function personByEmail(db: Database, email: string) {
  return db
    .selectFrom('people')
    .select(['id', 'role', 'zone', 'password_hash', 'waitlisted', 'blocked_at'])
    .select((person) =>
      person
        .and([
          person('password_hash', 'is', null),
          person.exists(
            person.selectFrom('identities').select('person_id').whereRef('person_id', '=', 'people.id'),
          ),
        ])
        .as('social_only'),
    )
    .where((where) => where(where.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();
}

export function personById(db: Db, id: string) {
  return db
    .selectFrom('people')
    .select(['id', 'role', 'zone', 'waitlisted', 'blocked_at', 'password_hash', 'email_proved_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** A person by id, if there is one. */
export function findPerson(db: Db, id: string) {
  return db
    .selectFrom('people')
    .select(['id', 'role', 'zone', 'blocked_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function insertPerson(
  tx: Tx,
  row: {
    id: string;
    role: Role;
    name: string;
    email: string;
    zone: string;
    password_hash: string | null;
    waitlisted: boolean;
    created_at: Temporal.Instant;
  },
): Promise<void> {
  await tx.insertInto('people').values(row).execute();
}

const personLock = fixed((db, { id }: { id: string }) =>
  db.selectFrom('people').select(['blocked_at', 'role']).where('id', '=', id).forNoKeyUpdate(),
);

/** Locks a person; whether they are blocked. */
export async function lockPerson(tx: Tx, id: string): Promise<boolean> {
  const person = await personLock.first(tx, { id });
  return person !== undefined && person.blocked_at !== null;
}

/** Locks people in the order of their ids. */
export async function lockPeople(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    select id from people where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx);
}

/** Locks a person; whether they may act as a client, managed or not. */
export async function lockClient(tx: Tx, id: string): Promise<boolean> {
  const person = await personLock.first(tx, { id });
  const mayBook = person === undefined || person.role === 'client' || person.role === 'managed';
  return mayBook && person?.blocked_at == null;
}

/** Gives a person another role. */
export async function setRole(tx: Tx, id: string, role: Role): Promise<void> {
  await tx.updateTable('people').set({ role }).where('id', '=', id).execute();
}

/** Blocks a person, or ends it. */
export async function setBlocked(tx: Tx, id: string, at: Temporal.Instant | null): Promise<void> {
  await tx.updateTable('people').set({ blocked_at: at }).where('id', '=', id).execute();
}

/** A person's address with the columns that decide whether it is verified. */
export function addressOf(db: Db, id: string) {
  return db
    .selectFrom('people')
    .select(['email', 'password_hash', 'email_proved_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Marks an address as verified; the first time stays. */
export async function setVerified(tx: Tx, id: string, now: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('people')
    .set({ email_proved_at: now })
    .where('id', '=', id)
    .where('email_proved_at', 'is', null)
    .execute();
}

/** Sets the zone of a person who has not chosen one; undefined otherwise. */
export async function setPendingZone(tx: Tx, id: string, zone: string): Promise<string | undefined> {
  const row = await tx
    .updateTable('people')
    .set({ zone, zone_pending: false })
    .where('id', '=', id)
    .where('zone_pending', '=', true)
    .returning('zone')
    .executeTakeFirst();
  return row?.zone;
}

/** Password hash of a person; null without a password. */
export async function passwordOf(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('people')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.password_hash;
}

export async function setPassword(tx: Tx, id: string, password_hash: string): Promise<void> {
  await tx.updateTable('people').set({ password_hash }).where('id', '=', id).execute();
}

/** Deletes what has expired, and what was not used since the instants of `since`. */
export async function sweep(
  db: Database,
  now: Temporal.Instant,
  since: Readonly<Record<'responses' | 'events' | 'browsers', Temporal.Instant>>,
): Promise<void> {
  await db.deleteFrom('login_sessions').where('expires_at', '<=', now).execute();
  await db.deleteFrom('one_time_tokens').where('expires_at', '<=', now).execute();
  await db
    .deleteFrom('rate_counters')
    .where('window_ends', '<=', now)
    .where((counter) => counter.or([counter('paused_until', 'is', null), counter('paused_until', '<=', now)]))
    .execute();
  await db.deleteFrom('known_browsers').where('seen_at', '<=', since.browsers).execute();
  await db.deleteFrom('idempotency').where('created_at', '<=', since.responses).execute();
  await db.deleteFrom('handled').where('at', '<=', since.events).execute();
}

/** Notes that a mailbox has had its trial. */
export async function insertErasedMailbox(tx: Tx, hash: Buffer, now: Temporal.Instant): Promise<void> {
  await tx
    .insertInto('erased_mailboxes')
    .values({ hash, erased_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether an erased account of a mailbox had its trial. */
export async function isErasedMailbox(db: Db, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('erased_mailboxes')
    .select('hash')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row !== undefined;
}
