import { sql } from 'kysely';
import type { Db } from '../db/transaction.ts';

/** The person as they see themselves. */
export function profileOf(db: Db, id: string) {
  return db
    .selectFrom('people')
    .select(['id', 'name', 'email', 'role', 'avatar', 'zone', 'country'])
    .select(sql<boolean>`password_hash is not null`.as('has_password'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
