import type { Db, Tx } from '../db/transaction.ts';

/** A draft as it is stored. */
export interface NewDraft {
  readonly person_id: string;
  readonly musician_id: string;
  readonly session_id: number;
  readonly service_id: string;
  readonly slots: readonly string[];
  readonly step: string;
  readonly form: Readonly<Record<string, unknown>>;
  readonly saved_at: Temporal.Instant;
}

export function draftOf(db: Db, personId: string, musicianId: string) {
  return db
    .selectFrom('booking_drafts')
    .select(['session_id', 'service_id', 'slots', 'step', 'form', 'saved_at'])
    .where('person_id', '=', personId)
    .where('musician_id', '=', musicianId)
    .executeTakeFirst();
}

/** Inserts a draft, or replaces the one with the same musician. */
export async function putDraft(tx: Tx, { person_id, musician_id, ...draft }: NewDraft): Promise<void> {
  const stored = { ...draft, slots: JSON.stringify(draft.slots), form: JSON.stringify(draft.form) };
  await tx
    .insertInto('booking_drafts')
    .values({ person_id, musician_id, ...stored })
    .onConflict((conflict) => conflict.columns(['person_id', 'musician_id']).doUpdateSet(stored))
    .execute();
}

export async function deleteDraft(tx: Tx, personId: string, musicianId: string): Promise<void> {
  await tx
    .deleteFrom('booking_drafts')
    .where('person_id', '=', personId)
    .where('musician_id', '=', musicianId)
    .execute();
}

/** Deletes drafts that were saved last at `before` or earlier. */
export async function deleteDrafts(db: Db, before: Temporal.Instant): Promise<void> {
  await db.deleteFrom('booking_drafts').where('saved_at', '<=', before).execute();
}
