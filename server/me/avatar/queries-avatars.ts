import type { Database } from '../../db/database.ts';
import type { Tx } from '../../db/transaction.ts';

export async function insertAvatar(
  tx: Tx,
  row: {
    readonly id: string;
    readonly person_id: string;
    readonly webp: Buffer;
    readonly created_at: Temporal.Instant;
  },
): Promise<void> {
  await tx.insertInto('avatars').values(row).execute();
}

/** Makes a picture the person's only one. The caller holds the person's lock. */
export async function setOnlyAvatar(tx: Tx, personId: string, id: string, path: string): Promise<void> {
  await tx.updateTable('people').set({ avatar: path }).where('id', '=', personId).execute();
  await tx.deleteFrom('avatars').where('person_id', '=', personId).where('id', '<>', id).execute();
}

export function avatarById(db: Database, id: string) {
  return db.selectFrom('avatars').select('webp').where('id', '=', id).executeTakeFirst();
}
