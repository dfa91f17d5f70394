import type { Db } from '../db/transaction.ts';

export function membershipOf(db: Db, personId: string) {
  return db.selectFrom('memberships').selectAll().where('person_id', '=', personId).executeTakeFirst();
}
