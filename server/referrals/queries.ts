import type { Db, Tx } from '../db/transaction.ts';

/** Gives an open invitation to whoever signed up with its code, in one statement: of two who try, one gets it. */
export async function accept(
  tx: Tx,
  { code, personId, now }: { code: string; personId: string; now: Temporal.Instant },
): Promise<boolean> {
  const taken = await tx
    .updateTable('invitations')
    .set({ status: 'accepted-signup', invitee_id: personId, accepted_at: now })
    .where('code', '=', code)
    .where('status', '=', 'awaiting-to-accept')
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** An invitation by its code, with its inviter's name. */
export function byCode(db: Db, code: string) {
  return db
    .selectFrom('invitations as i')
    .innerJoin('people as p', 'p.id', 'i.inviter_id')
    .select(['i.email', 'i.status', 'i.expires_at', 'p.name as inviter_name'])
    .where('i.code', '=', code)
    .executeTakeFirst();
}
