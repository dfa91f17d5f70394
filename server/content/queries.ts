import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Db, Tx } from '../db/transaction.ts';

/** The operator's overrides of flags: name → value. */
export function flagRows(db: Db) {
  return db.selectFrom('flags').select(['key', 'value']).execute();
}

/** Overrides a flag. */
export async function putFlag(db: Tx, key: string, value: boolean, now: Temporal.Instant): Promise<void> {
  const row = { value: JSON.stringify(value), updated_at: now };
  await db
    .insertInto('flags')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}

/** Removes an override. */
export async function deleteFlag(db: Tx, key: string): Promise<void> {
  await db.deleteFrom('flags').where('key', '=', key).execute();
}

/** A setting that the operator changed, or undefined. */
export function settingRow(db: Database, key: string) {
  return db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
}

/** All documents that differ from the shipped ones. */
export function documentRows(db: Db) {
  return db.selectFrom('content_documents').select(['name', 'value', 'updated_at']).execute();
}

export async function putDocument(
  tx: Tx,
  { name, value, now }: { readonly name: string; readonly value: unknown; readonly now: Temporal.Instant },
): Promise<void> {
  const row = { value: JSON.stringify(value), updated_at: now };
  await tx
    .insertInto('content_documents')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

/** Removes the operator's version; the shipped one applies again. */
export async function deleteDocument(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('content_documents').where('name', '=', name).execute();
}

/** Serializes writers of flags. */
export async function lockFlags(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('flags'))`.execute(tx);
}

/** Serializes writers of documents. */
export async function lockDocuments(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('content_documents'))`.execute(tx);
}
