import type { Db, Tx } from '../../db/transaction.ts';

export async function insertExport(
  tx: Tx,
  row: { id: string; person_id: string; made_by: string; made_at: Temporal.Instant },
): Promise<void> {
  await tx.insertInto('data_exports').values(row).execute();
}

/** How many downloads a person has prepared of their own data since an instant. */
export async function countExports(db: Db, personId: string, since: Temporal.Instant): Promise<number> {
  const row = await db
    .selectFrom('data_exports')
    .select((exports) => exports.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('made_by', '=', personId)
    .where('made_at', '>', since)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Whose data a download has that somebody prepared since an instant; undefined for no such one. */
export function exportOf(
  db: Db,
  { id, by, since }: { readonly id: string; readonly by: string; readonly since: Temporal.Instant },
) {
  return db
    .selectFrom('data_exports as e')
    .innerJoin('people as p', 'p.id', 'e.person_id')
    .select(['p.id', 'p.name', 'p.role'])
    .where('e.id', '=', id)
    .where('e.made_by', '=', by)
    .where('e.made_at', '>', since)
    .where('p.erased_at', 'is', null)
    .executeTakeFirst();
}
