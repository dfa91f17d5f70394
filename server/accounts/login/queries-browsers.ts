import type { Db, Tx } from '../../db/transaction.ts';

/** Whether this cookie's hash is a known browser of the address's account. */
export async function isBrowserOf(db: Db, email: string, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('known_browsers as b')
    .innerJoin('people as p', 'p.id', 'b.person_id')
    .select('b.hash')
    .where('b.hash', '=', hash)
    .where((where) => where(where.fn<string>('lower', ['p.email']), '=', email.toLowerCase()))
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether this cookie's hash belongs to any known browser. */
export async function isKnownBrowser(db: Db, hash: Buffer): Promise<boolean> {
  const query = db.selectFrom('known_browsers').select('hash').where('hash', '=', hash).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Stores a known browser of a person and deletes the oldest beyond `max`. */
export async function putBrowser(
  tx: Tx,
  row: { readonly person_id: string; readonly hash: Buffer; readonly seen_at: Temporal.Instant },
  max: number,
): Promise<void> {
  await tx
    .insertInto('known_browsers')
    .values(row)
    .onConflict((conflict) => conflict.columns(['person_id', 'hash']).doUpdateSet({ seen_at: row.seen_at }))
    .execute();
  await tx
    .deleteFrom('known_browsers')
    .where('person_id', '=', row.person_id)
    .where('hash', 'in', (builder) =>
      builder
        .selectFrom('known_browsers')
        .select('hash')
        .where('person_id', '=', row.person_id)
        .where('hash', '!=', row.hash)
        .orderBy('seen_at', 'desc')
        .orderBy('hash')
        .offset(max - 1),
    )
    .execute();
}

/** Deletes a person's known browsers, except that of a hash. */
export async function deleteBrowsers(tx: Tx, personId: string, except: Buffer | null): Promise<void> {
  const all = tx.deleteFrom('known_browsers').where('person_id', '=', personId);
  await (except === null ? all : all.where('hash', '!=', except)).execute();
}
