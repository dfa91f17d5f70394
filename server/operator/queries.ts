import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Violation } from '../db/invariants.ts';
import type { Db, Tx } from '../db/transaction.ts';
import { newId } from '../lib/ids.ts';
import type { StoredTotals } from './system/queries-storage.ts';

/** The earliest operator; undefined while there is none. */
export function firstOperator(db: Db): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('people')
    .select('id')
    .where('role', '=', 'operator')
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
}

/** Serializes making the first operator: a second call waits, and then finds one. */
export async function lockOperators(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('operators'))`.execute(tx);
}

export async function hasOperator(tx: Tx): Promise<boolean> {
  const row = await tx.selectFrom('people').select('id').where('role', '=', 'operator').executeTakeFirst();
  return row !== undefined;
}

/** Which of these addresses, in small letters, have an account. */
export async function takenEmails(db: Db, emails: readonly string[]): Promise<string[]> {
  if (emails.length === 0) return [];
  const rows = await db
    .selectFrom('people')
    .select(({ fn }) => fn<string>('lower', ['email']).as('email'))
    .where((where) => where(where.fn<string>('lower', ['email']), '=', where.fn.any(where.val([...emails]))))
    .execute();
  return rows.map(({ email }) => email);
}

/** Which of these slugs musicians have already. */
export async function takenSlugs(db: Db, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return [];
  const rows = await db.selectFrom('musicians').select('slug').where('slug', 'in', slugs).execute();
  return rows.map(({ slug }) => slug);
}

/** People on the waiting list, longest waiting first. */
export function waitingPeople(db: Database) {
  return db
    .selectFrom('people')
    .select(['id', 'email', 'name', 'created_at'])
    .where('waitlisted', '=', true)
    .where('blocked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

const lockable = (tx: Tx) =>
  tx.selectFrom('people').select(['id', 'email', 'name', 'waitlisted', 'blocked_at']).forNoKeyUpdate();

/** The person of an address, locked. */
export function lockByEmail(tx: Tx, email: string) {
  return lockable(tx)
    .where((where) => where(where.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();
}

/** The person of an id, locked. */
export function lockById(tx: Tx, id: string) {
  return lockable(tx).where('id', '=', id).executeTakeFirst();
}

export async function setAdmitted(tx: Tx, id: string, now: Temporal.Instant): Promise<void> {
  await tx.updateTable('people').set({ waitlisted: false, admitted_at: now }).where('id', '=', id).execute();
}

export async function isMailSent(db: Database, recipient: string, template: string): Promise<boolean> {
  const row = await db
    .selectFrom('email_log')
    .select('event_id')
    .where('recipient', '=', recipient)
    .where('template', '=', template)
    .where('sent_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Results of checks are kept this long. */
const KEEP_DAYS = 90;

export async function recordCheck(
  db: Database,
  {
    now,
    milliseconds,
    breaches,
    storage,
  }: { now: Temporal.Instant; milliseconds: number; breaches: readonly Violation[]; storage: StoredTotals },
): Promise<void> {
  const breachesJson = JSON.stringify(breaches);
  await db
    .insertInto('data_checks')
    .values({
      id: newId(),
      checked_at: now,
      milliseconds,
      breaches: breachesJson,
      storage: JSON.stringify(storage),
    })
    .execute();
  const before = now.subtract({ hours: 24 * KEEP_DAYS });
  await db.deleteFrom('data_checks').where('checked_at', '<', before).execute();
}

export function lastCheck(db: Database) {
  return db
    .selectFrom('data_checks')
    .select(['checked_at', 'milliseconds'])
    .select(sql<Violation[]>`breaches`.as('breaches'))
    .orderBy('checked_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
