import { sql } from 'kysely';
import type { Db, Tx } from '../db/transaction.ts';
import { newId } from '../lib/ids.ts';

const COLUMNS = [
  'id',
  'email',
  'status',
  'credits_earned',
  'created_at',
  'expires_at',
  'reminder_sent_at',
] as const;

/** An invitation as its inviter sees it, without the code. */
export type InvitationRow = Awaited<ReturnType<typeof pageOfInvitations>>[number];

/** Inserts an invitation, or renews an expired one with a new code; undefined if one is open. */
export function upsertInvitation(
  tx: Tx,
  invitation: {
    inviterId: string;
    email: string;
    code: string;
    now: Temporal.Instant;
    expiresAt: Temporal.Instant;
  },
): Promise<InvitationRow | undefined> {
  const { inviterId, email, code, now, expiresAt } = invitation;
  const fresh = { code, created_at: now, expires_at: expiresAt, reminder_sent_at: null };
  return tx
    .insertInto('invitations')
    .values({ id: newId(), inviter_id: inviterId, email, status: 'awaiting-to-accept', ...fresh })
    .onConflict((conflict) =>
      conflict
        .expression(sql`inviter_id, lower(email)`)
        .where('status', '=', sql.lit('awaiting-to-accept'))
        .doUpdateSet(fresh)
        .where('invitations.expires_at', '<=', now),
    )
    .returning(COLUMNS)
    .executeTakeFirst();
}

export async function emailOf(db: Db, personId: string): Promise<string> {
  const { email } = await db
    .selectFrom('people')
    .select('email')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  return email;
}

/** A page of an inviter's invitations, most recently sent first. */
export function pageOfInvitations(
  db: Db,
  inviterId: string,
  { limit, offset }: { limit: number; offset: number },
) {
  return db
    .selectFrom('invitations')
    .select(COLUMNS)
    .where('inviter_id', '=', inviterId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countOf(db: Db, inviterId: string): Promise<number> {
  const { count } = await db
    .selectFrom('invitations')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('inviter_id', '=', inviterId)
    .executeTakeFirstOrThrow();
  return count;
}

/** An inviter's own invitation, locked. */
export function lockOwnInvitation(tx: Tx, id: string, inviterId: string): Promise<InvitationRow | undefined> {
  return tx
    .selectFrom('invitations')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('inviter_id', '=', inviterId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export function setReminded(tx: Tx, id: string, now: Temporal.Instant): Promise<InvitationRow> {
  return tx
    .updateTable('invitations')
    .set({ reminder_sent_at: now })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** An invitation by its code, with its inviter's name. */
export function invitationByCode(db: Db, code: string) {
  return db
    .selectFrom('invitations as i')
    .innerJoin('people as p', 'p.id', 'i.inviter_id')
    .select(['i.email', 'i.status', 'i.expires_at', 'i.invitee_id', 'p.name as inviter_name'])
    .where('i.code', '=', code)
    .executeTakeFirst();
}

/** Accepts an open invitation in one statement, so that one of two concurrent sign-ups gets it. */
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

/** An invitation to mail, and whether its address has an account by now. */
export function invitationForMail(db: Db, id: string) {
  return db
    .selectFrom('invitations as i')
    .select(['i.email', 'i.status', 'i.expires_at'])
    .select((select) =>
      select
        .exists(
          select
            .selectFrom('people')
            .select('people.id')
            .where(sql<string>`lower(people.email)`, '=', sql<string>`lower(i.email)`),
        )
        .as('has_account'),
    )
    .where('i.id', '=', id)
    .executeTakeFirst();
}
