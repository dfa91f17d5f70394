import type { Db } from '../db/transaction.ts';
import * as queries from './queries.ts';

export { openThings } from './queries.ts';
export { PRIVACY_INVARIANTS } from './queries-invariants.ts';

/** A deletion as it is answered. */
export interface StoredErasure {
  readonly requested_at: string;
  readonly due_at: string;
  readonly by_studio: boolean;
}

/** The deletion of a person that was asked for and not done; null: none. */
export function toErasure(row: Awaited<ReturnType<typeof queries.personWithErasure>>): StoredErasure | null {
  if (row === undefined || row.erased_at !== null || row.requested_at === null || row.due_at === null)
    return null;
  return {
    requested_at: row.requested_at.toString(),
    due_at: row.due_at.toString(),
    by_studio: row.requested_by !== null,
  };
}

/** When a person's account was erased, and the deletion that was asked for. */
export async function erasureOf(
  db: Db,
  personId: string,
): Promise<{ readonly erased_at: string | null; readonly asked: StoredErasure | null }> {
  const row = await queries.personWithErasure(db, personId);
  return { erased_at: row?.erased_at?.toString() ?? null, asked: toErasure(row) };
}
