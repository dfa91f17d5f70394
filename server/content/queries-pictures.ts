import type { Database } from '../db/database.ts';
import type { Db, Tx } from '../db/transaction.ts';

/** A stored picture: webp, with its size in pixels. */
interface PictureRow {
  readonly id: string;
  readonly webp: Buffer;
  readonly width: number;
  readonly height: number;
  readonly created_at: Temporal.Instant;
}

export async function insertPicture(db: Db, row: PictureRow): Promise<void> {
  await db.insertInto('content_pictures').values(row).execute();
}

export function pictureById(db: Database, id: string) {
  return db.selectFrom('content_pictures').select('webp').where('id', '=', id).executeTakeFirst();
}

/** All pictures without their bytes, the oldest first. */
export function pictureRows(db: Db) {
  return db.selectFrom('content_pictures').select(['id', 'width', 'height']).orderBy('id').execute();
}

/** Deletes a picture; false when there is none. */
export async function deletePicture(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('content_pictures').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
