import type { Front } from '../../shared/lib/wire.ts';
import type { Database } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { Role } from '../../shared/lib/endpoint.ts';
import type { Actor } from '../lib/ctx.ts';

/** The person who signs in with an address, whatever its case. */
export function personByEmail(db: Database, email: string) {
  return db
    .selectFrom('people')
    .select(['id', 'role', 'zone', 'password_hash', 'waitlisted'])
    .where((where) => where(where.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();
}

export function personById(db: Database | Tx, id: string) {
  return db
    .selectFrom('people')
    .select(['id', 'role', 'zone'])
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

/** Whose live login session a token's hash is, on the front it was made for. */
export async function actorOf(
  db: Database,
  hash: Buffer,
  front: Front,
  now: Temporal.Instant,
): Promise<(Actor & { seen_at: Temporal.Instant }) | undefined> {
  return db
    .selectFrom('login_sessions as l')
    .innerJoin('people as p', 'p.id', 'l.person_id')
    .select(['p.id', 'p.role', 'p.name', 'p.zone', 'l.seen_at'])
    .where('l.token_hash', '=', hash)
    .where('l.front', '=', front)
    .where('l.expires_at', '>', now)
    .executeTakeFirst();
}

export async function insertLoginSession(
  db: Database | Tx,
  row: { hash: Buffer; person_id: string; front: Front; now: Temporal.Instant; expires_at: Temporal.Instant },
): Promise<void> {
  const { hash, now, ...rest } = row;
  await db
    .insertInto('login_sessions')
    .values({ ...rest, token_hash: hash, created_at: now, seen_at: now })
    .execute();
}

export async function touchLoginSession(
  db: Database,
  hash: Buffer,
  now: Temporal.Instant,
  expires: Temporal.Instant,
): Promise<void> {
  await db
    .updateTable('login_sessions')
    .set({ seen_at: now, expires_at: expires })
    .where('token_hash', '=', hash)
    .execute();
}

export async function deleteLoginSession(db: Database, hash: Buffer): Promise<void> {
  await db.deleteFrom('login_sessions').where('token_hash', '=', hash).execute();
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
