import type { Db, Tx } from '../../db/transaction.ts';
import type { Front } from '#shared/lib/wire.ts';

/** Purpose of a one-time token; tickets, second factors and challenges belong to a front, the others are mailed. */
export type Purpose =
  | 'front_ticket'
  | 'reset_password'
  | 'sign_in'
  | 'choose_password'
  | 'second_factor'
  | 'delete_account'
  | 'keep_account'
  | 'passkey_setup'
  | 'passkey_proof'
  | 'app_setup';

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

/** The person of a live token; does not spend it. */
export function tokenOf(
  db: Db,
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

/** Spends a token in one statement, so that one of two concurrent calls gets it. */
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

/** Deletes a person's tokens of these purposes. */
export async function deleteTokens(tx: Tx, personId: string, purposes: readonly Purpose[]): Promise<void> {
  await tx
    .deleteFrom('one_time_tokens')
    .where('person_id', '=', personId)
    .where('purpose', 'in', purposes)
    .execute();
}
