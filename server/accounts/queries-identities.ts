import type { Db, Tx } from '../db/transaction.ts';

export type Provider = 'google' | 'facebook';

/** Person by the provider's own id. */
export function personByIdentity(db: Db, provider: Provider, subject: string) {
  return db
    .selectFrom('identities as i')
    .innerJoin('people as p', 'p.id', 'i.person_id')
    .select(['p.id', 'p.role', 'p.zone', 'p.waitlisted', 'p.blocked_at'])
    .where('i.provider', '=', provider)
    .where('i.subject', '=', subject)
    .executeTakeFirst();
}

export async function insertIdentity(
  tx: Tx,
  row: { provider: Provider; subject: string; person_id: string; created_at: Temporal.Instant },
): Promise<void> {
  await tx.insertInto('identities').values(row).execute();
}
