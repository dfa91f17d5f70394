import type { Database } from '../db/database.ts';
import type { Db, Tx } from '../db/transaction.ts';
import type { Role } from '../../shared/lib/endpoint.ts';

/** The person who signs in with an address, whatever its case. */
export function personByEmail(db: Database, email: string) {
  return db
    .selectFrom('people')
    .select(['id', 'role', 'zone', 'password_hash', 'waitlisted'])
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
    .select(['id', 'role', 'zone', 'waitlisted', 'password_hash', 'email_proved_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
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

export async function lockPerson(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('people').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** The address of whoever a mailed link or a ticket stands for, and whether it is theirs for all that we know. */
export function addressOf(db: Db, id: string) {
  return db
    .selectFrom('people')
    .select(['email', 'password_hash', 'email_proved_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Notes that mail to somebody's address reaches them; the first time counts. */
export async function setProved(tx: Tx, id: string, now: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('people')
    .set({ email_proved_at: now })
    .where('id', '=', id)
    .where('email_proved_at', 'is', null)
    .execute();
}

/** What somebody's password is checked against; null where they have none. */
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

/** Deletes what is over: login sessions, tickets, rate counters, and what is kept against repeats since `keep`. */
export async function sweep(
  db: Database,
  now: Temporal.Instant,
  keep: { readonly answers: Temporal.Instant; readonly events: Temporal.Instant },
): Promise<void> {
  await db.deleteFrom('login_sessions').where('expires_at', '<=', now).execute();
  await db.deleteFrom('one_time_tokens').where('expires_at', '<=', now).execute();
  await db.deleteFrom('rate_counters').where('window_ends', '<=', now).execute();
  await db.deleteFrom('idempotency').where('created_at', '<=', keep.answers).execute();
  await db.deleteFrom('handled').where('at', '<=', keep.events).execute();
}
