import type { Db, Tx } from '../../db/transaction.ts';

/** A person's passkeys, the oldest first. */
export function passkeysOf(db: Db, personId: string) {
  return db
    .selectFrom('passkeys')
    .select([
      'id',
      'credential_id',
      'public_key',
      'counter',
      'transports',
      'name',
      'created_at',
      'last_used_at',
    ])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
export type StoredPasskey = Awaited<ReturnType<typeof passkeysOf>>[number];

/** Adds a passkey; false if this one is somebody's already. */
export async function insertPasskey(
  tx: Tx,
  row: {
    readonly id: string;
    readonly person_id: string;
    readonly credential_id: Buffer;
    readonly public_key: Buffer;
    readonly counter: number;
    readonly transports: string[];
    readonly name: string;
    readonly created_at: Temporal.Instant;
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Notes that a passkey was used; false if its count is not above the last one, as a copied authenticator's would be. */
export async function notePasskeyUse(
  tx: Tx,
  personId: string,
  { credentialId, counter, now }: { credentialId: Buffer; counter: number; now: Temporal.Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('person_id', '=', personId)
    .where('credential_id', '=', credentialId)
    .where((or) =>
      or.or([or('counter', '<', counter), or.and([or('counter', '=', 0), or.val(counter === 0)])]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function renamePasskey(tx: Tx, id: string, name: string): Promise<void> {
  await tx.updateTable('passkeys').set({ name }).where('id', '=', id).execute();
}

export async function deletePasskey(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('id', '=', id).execute();
}

/** Deletes all passkeys of a person; false if there was none. */
export async function deletePasskeys(tx: Tx, personId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Whether a person has a passkey. */
export async function hasPasskey(db: Db, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('passkeys')
    .select('id')
    .where('person_id', '=', personId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
