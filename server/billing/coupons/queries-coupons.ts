import type { Database } from '../../db/database.ts';

/** The newest step of a coupon in the audit log; undefined: none. What is begun and not done may have happened. */
export async function lastStep(db: Database, code: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('audit_log')
    .select('what')
    .where('object_kind', '=', 'coupon')
    .where('object_id', '=', code)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.what;
}
