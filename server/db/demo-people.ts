import { sql } from 'kysely';
import * as z from 'zod';
import type { Database } from './database.ts';

/** Sign-ins of the demo studio (docs/operating.md#the-demo-studio). */
const DEMO_PEOPLE: Readonly<Record<string, string>> = {
  'client@demo.test': 'a client with the Studio 5 plan',
  'client2@demo.test': 'another one',
  'trial@demo.test': 'on trial',
  'ondemand@demo.test': 'on demand, with limitations',
  'cancelled@demo.test': 'whose plan ended',
  'annual@demo.test': 'with a yearly plan',
  'signup@demo.test': 'no plan yet',
  'legacy@demo.test': 'a member from before',
  'managed@demo.test': 'whose sessions the operator books',
  'partner@demo.test': 'a partner, drummer',
  'partner2@demo.test': 'a partner, mixing engineer',
  'operator@demo.test': 'the operator',
};

/** Demo sign-ins of this database. */
export async function demoPeople(db: Database): Promise<{ email: string; who: string }[]> {
  const rows = await db
    .selectFrom('people')
    .select('email')
    .where('email', 'in', Object.keys(DEMO_PEOPLE))
    .execute();
  const existing = new Set(rows.map((row) => row.email));
  return Object.entries(DEMO_PEOPLE)
    .filter(([email]) => existing.has(email))
    .map(([email, who]) => ({ email, who }));
}

/** The setting that stands while a demo is made. */
export const DEMO_MAKING = 'demo.making';

/** Whether a demo may have to be made: there are no people, or making one was begun. */
export async function mayNeedDemo(db: Database): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    select not exists (select from people) or exists (select from settings where key = ${DEMO_MAKING}) as needed`.execute(
    db,
  );
  return rows[0]?.needed === true;
}

const PASSWORD_KEY = 'demo.password';

/** `generated`: this installation's words. `hash`: that of the current password. */
const stored = z.object({ generated: z.string(), hash: z.string() });
export type StoredDemoPassword = z.infer<typeof stored>;

/** Runs `work` on one connection while no other process does: several may start on one database. */
export function withDemoPasswordLock<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${PASSWORD_KEY}))`.execute(tx);
    return work(tx);
  });
}

export async function storedDemoPassword(db: Database): Promise<StoredDemoPassword | null> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', PASSWORD_KEY)
    .executeTakeFirst();
  return row === undefined ? null : stored.parse(row.value);
}

export async function storeDemoPassword(db: Database, value: StoredDemoPassword): Promise<void> {
  const text = JSON.stringify(value);
  await db
    .insertInto('settings')
    .values({ key: PASSWORD_KEY, value: text })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
    .execute();
}

/** The distinct password hashes of the demo's people and musicians. */
export async function demoPasswordHashes(db: Database): Promise<string[]> {
  const rows = await demoAccounts(db).select('password_hash').distinct().execute();
  return rows.flatMap(({ password_hash }) => password_hash ?? []);
}

/** Replaces the hashes `from` of the demo's people by `to` and ends their login sessions. */
export async function replaceDemoPassword(db: Database, from: readonly string[], to: string): Promise<void> {
  if (from.length === 0) return;
  const changed = demoAccounts(db)
    .select('id')
    .where('password_hash', 'in', [...from]);
  await db.deleteFrom('login_sessions').where('person_id', 'in', changed).execute();
  await db.updateTable('people').set({ password_hash: to }).where('id', 'in', changed).execute();
}

const demoAccounts = (db: Database) =>
  db
    .selectFrom('people')
    .where((row) =>
      row.or([row('email', 'like', '%@demo.test'), row('email', 'like', '%@musicians.demo.test')]),
    );
