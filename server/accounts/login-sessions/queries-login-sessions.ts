import { sql } from 'kysely';
import type { Front } from '#shared/lib/wire.ts';
import type { Database } from '../../db/database.ts';
import type { Db, Tx } from '../../db/transaction.ts';
import type { Actor } from '../../ctx/ctx.ts';
import { fixed } from '../../db/fixed.ts';

const liveActor = fixed((db, { hash, front, now }: { hash: Buffer; front: Front; now: Temporal.Instant }) =>
  db
    .selectFrom('login_sessions as l')
    .innerJoin('people as p', 'p.id', 'l.person_id')
    .select(['p.id', 'p.role', 'p.name', 'p.zone', 'l.seen_at'])
    .where('l.token_hash', '=', hash)
    .where('l.front', '=', front)
    .where('l.expires_at', '>', now)
    .where('p.waitlisted', '=', false)
    .where('p.blocked_at', 'is', null),
);

/** Actor of a live login session on its front; undefined for people on the waiting list, or blocked. */
export function actorOf(
  db: Database,
  hash: Buffer,
  front: Front,
  now: Temporal.Instant,
): Promise<(Actor & { seen_at: Temporal.Instant }) | undefined> {
  return liveActor.first(db, { hash, front, now });
}

export async function insertLoginSession(
  db: Db,
  row: {
    hash: Buffer;
    person_id: string;
    front: Front;
    user_agent: string | null;
    now: Temporal.Instant;
    expires_at: Temporal.Instant;
  },
): Promise<void> {
  const { hash, now, ...rest } = row;
  await db
    .insertInto('login_sessions')
    .values({ ...rest, token_hash: hash, created_at: now, seen_at: now })
    .execute();
}

/** Notes a use. `whole` is how long after its beginning it ends in any case. */
export async function touchLoginSession(
  db: Database,
  hash: Buffer,
  {
    now,
    expires,
    whole,
  }: { now: Temporal.Instant; expires: Temporal.Instant; whole: { readonly minutes: number } | null },
): Promise<void> {
  const minutes = whole?.minutes ?? null;
  await db
    .updateTable('login_sessions')
    .set({
      seen_at: now,
      expires_at: sql`least(${expires}, created_at + make_interval(mins => ${minutes}::integer))`,
    })
    .where('token_hash', '=', hash)
    .execute();
}

export async function deleteLoginSession(db: Database, hash: Buffer): Promise<void> {
  await db.deleteFrom('login_sessions').where('token_hash', '=', hash).execute();
}

/** Replaces a login session's token; false if it is gone. */
export async function rotateLoginSession(tx: Tx, from: Buffer, to: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('login_sessions')
    .set({ token_hash: to })
    .where('token_hash', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A person's live login sessions, most recently used first; `current` has this token's hash. */
export function loginSessionsOf(db: Db, personId: string, hash: Buffer, now: Temporal.Instant) {
  return db
    .selectFrom('login_sessions')
    .select(['id', 'user_agent', 'created_at', 'seen_at'])
    .select((row) => row('token_hash', '=', hash).as('current'))
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Ends the least recently used login sessions beyond `max`, never that of `except`. */
export async function endOldestLoginSessions(
  tx: Tx,
  personId: string,
  { most: max, but: except }: { readonly most: number; readonly but: Buffer },
): Promise<void> {
  await tx
    .deleteFrom('login_sessions')
    .where('token_hash', 'in', (builder) =>
      builder
        .selectFrom('login_sessions')
        .select('token_hash')
        .where('person_id', '=', personId)
        .where('token_hash', '!=', except)
        .orderBy('seen_at', 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(max - 1),
    )
    .execute();
}

/** Ends one login session; false if it is not the person's or gone. */
export async function deleteOwnLoginSession(db: Db, personId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('login_sessions')
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Ends all of a person's login sessions except that of this token's hash. */
export async function deleteLoginSessions(db: Db, personId: string, except: Buffer | null): Promise<void> {
  const all = db.deleteFrom('login_sessions').where('person_id', '=', personId);
  await (except === null ? all : all.where('token_hash', '!=', except)).execute();
}
