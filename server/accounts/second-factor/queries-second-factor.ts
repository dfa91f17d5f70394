import type { Db, Tx } from '../../db/transaction.ts';
import { deletePasskeys } from '../passkeys/queries-passkeys.ts';

/** A person's authenticator app; undefined without one. */
export function appOf(db: Db, personId: string) {
  return db
    .selectFrom('authenticator_apps')
    .select(['nonce', 'created_at'])
    .where('person_id', '=', personId)
    .executeTakeFirst();
}

export async function insertApp(
  tx: Tx,
  row: {
    readonly person_id: string;
    readonly nonce: Buffer;
    readonly created_at: Temporal.Instant;
    readonly last_step: number;
    readonly key_hash: Buffer;
  },
): Promise<void> {
  await tx.insertInto('authenticator_apps').values(row).execute();
}

export async function deleteApp(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('authenticator_apps').where('person_id', '=', personId).execute();
}

/** Whose app has another key than this, by e-mail address. */
export async function ownersOfOtherKeys(db: Db, keyHash: Buffer): Promise<string[]> {
  const rows = await db
    .selectFrom('authenticator_apps as a')
    .innerJoin('people as p', 'p.id', 'a.person_id')
    .select('p.email')
    .where('a.key_hash', '<>', keyHash)
    .orderBy('p.email')
    .execute();
  return rows.map(({ email }) => email);
}

/** Notes the step of a code, and the key that it was right by; false if this code or a later one was taken already. */
export async function takeStep(
  tx: Tx,
  personId: string,
  { step, keyHash }: { readonly step: number; readonly keyHash: Buffer },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('authenticator_apps')
    .set({ last_step: step, key_hash: keyHash })
    .where('person_id', '=', personId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes a person's app, passkeys and recovery codes; false if there was neither app nor passkey. */
export async function deleteSecondFactor(tx: Tx, personId: string): Promise<boolean> {
  const app = await tx.deleteFrom('authenticator_apps').where('person_id', '=', personId).executeTakeFirst();
  const hadPasskey = await deletePasskeys(tx, personId);
  await tx.deleteFrom('recovery_codes').where('person_id', '=', personId).execute();
  return app.numDeletedRows === 1n || hadPasskey;
}

export async function replaceRecoveryCodes(
  tx: Tx,
  personId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('person_id', '=', personId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ hash, person_id: personId })))
    .execute();
}

/** Spends a recovery code in one statement; false if it is none of the person's, or was used. */
export async function spendRecoveryCode(
  tx: Tx,
  personId: string,
  hash: Buffer,
  now: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** How many recovery codes a person has left. */
export async function recoveryCodesLeft(db: Db, personId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return left;
}
