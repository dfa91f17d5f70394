import type { Database } from '../db/database.ts';
import type { Db, Tx } from '../db/transaction.ts';
import type { Front } from '../../shared/lib/wire.ts';

/** What a one-time secret is for; a ticket belongs to a front, the others come by mail. */
export type Purpose = 'front_ticket' | 'reset_password' | 'sign_in' | 'choose_password';

export async function insertToken(
  db: Db,
  row: {
    hash: Buffer;
    purpose: Purpose;
    person_id: string;
    front?: Front;
    created_at: Temporal.Instant;
    expires_at: Temporal.Instant;
  },
): Promise<void> {
  await db.insertInto('one_time_tokens').values(row).execute();
}

/** Whose live secret this is, without spending it. */
export function tokenOf(
  db: Database,
  hashes: readonly Buffer[],
  purposes: readonly Purpose[],
  now: Temporal.Instant,
) {
  return db
    .selectFrom('one_time_tokens')
    .select('person_id')
    .where('hash', 'in', hashes)
    .where('purpose', 'in', purposes)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Spends a secret in one statement: of two who try, one gets the person. */
export function spendToken(
  tx: Tx,
  hashes: readonly Buffer[],
  purposes: readonly Purpose[],
  now: Temporal.Instant,
  front: Front | null = null,
) {
  return tx
    .updateTable('one_time_tokens')
    .set({ spent_at: now })
    .where('hash', 'in', hashes)
    .where('purpose', 'in', purposes)
    .where('front', 'is not distinct from', front)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['person_id', 'purpose'])
    .executeTakeFirst();
}

/** Takes all secrets of these purposes from a person. */
export async function deleteTokens(tx: Tx, personId: string, purposes: readonly Purpose[]): Promise<void> {
  await tx
    .deleteFrom('one_time_tokens')
    .where('person_id', '=', personId)
    .where('purpose', 'in', purposes)
    .execute();
}
