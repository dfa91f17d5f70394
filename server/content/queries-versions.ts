import type { Db, Tx } from '../db/transaction.ts';

/** The number of a document's last published version; 0: never published. */
export async function lastVersion(db: Db, name: string): Promise<number> {
  const row = await db
    .selectFrom('content_versions')
    .select('version')
    .where('name', '=', name)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.version ?? 0;
}

interface NewVersion {
  readonly name: string;
  readonly value: unknown;
  readonly is_shipped: boolean;
  readonly note: string | null;
  readonly published_at: Temporal.Instant;
  readonly published_by: string | null;
}

/** Adds the next version of a document; writers hold `lockDocuments`. */
export async function insertVersion(tx: Tx, { value, ...row }: NewVersion): Promise<void> {
  const version = (await lastVersion(tx, row.name)) + 1;
  await tx
    .insertInto('content_versions')
    .values({ ...row, version, value: JSON.stringify(value) })
    .execute();
}

/** A published version; undefined where there is none. */
export function versionOf(db: Db, name: string, version: number) {
  return db
    .selectFrom('content_versions')
    .select(['value', 'is_shipped'])
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst();
}

/** A document's draft; undefined where there is none. */
export function draftRow(db: Db, name: string) {
  return db.selectFrom('content_drafts').selectAll().where('name', '=', name).executeTakeFirst();
}

interface DraftRow {
  readonly name: string;
  readonly value: unknown;
  readonly revision: string;
  readonly begun_from: number;
  readonly saved_at: Temporal.Instant;
  readonly saved_by: string;
}

/** Stores a document's draft in place of the former one. */
export async function putDraft(tx: Tx, { name, ...draft }: DraftRow): Promise<void> {
  const row = { ...draft, value: JSON.stringify(draft.value) };
  await tx
    .insertInto('content_drafts')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

export async function deleteDraft(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('content_drafts').where('name', '=', name).execute();
}
