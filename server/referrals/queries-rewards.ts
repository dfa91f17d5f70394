import type { HouseholdAddress } from '#shared/referrals/rules-abuse.ts';
import type { Database } from '../db/database.ts';
import type { Db, Tx } from '../db/transaction.ts';

/** The invitation that a person accepted. */
export function invitationOf(db: Db, inviteeId: string) {
  return db
    .selectFrom('invitations')
    .select(['id', 'inviter_id'])
    .where('invitee_id', '=', inviteeId)
    .executeTakeFirst();
}

/** The two people of an accepted invitation; undefined if the invitee was deleted. */
export async function pairOf(db: Db, id: string): Promise<{ inviter: string; invitee: string } | undefined> {
  const row = await db
    .selectFrom('invitations')
    .select(['inviter_id', 'invitee_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined || row.invitee_id === null) return undefined;
  return { inviter: row.inviter_id, invitee: row.invitee_id };
}

/** Whose an invitation is, and its status. */
export function invitationById(tx: Tx, id: string) {
  return tx
    .selectFrom('invitations')
    .select(['inviter_id', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export function lockAccepted(tx: Tx, id: string) {
  return tx
    .selectFrom('invitations')
    .select(['status', 'first_paid_at', 'needs_operator'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export type AcceptedRow = Awaited<ReturnType<typeof lockAccepted>>;
type Change = Partial<AcceptedRow> & {
  readonly rejected_for?: 'same_card' | 'same_payer' | 'refunded' | 'operator';
  readonly rewarded_at?: Temporal.Instant;
  readonly credits_earned?: number;
};

export async function updateInvitation(tx: Tx, id: string, to: Change): Promise<void> {
  await tx.updateTable('invitations').set(to).where('id', '=', id).execute();
}

/** Invitations whose first invoice was paid until an instant and that need no operator, by id. */
export async function invitationsPaidUntil(
  db: Database,
  until: Temporal.Instant,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('invitations')
    .select('id')
    .where('status', '=', 'waiting-for-approval')
    .where('first_paid_at', '<=', until)
    .where('needs_operator', 'is', null)
    .where('invitee_id', 'is not', null)
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Stores that a person paid with a card or as a payer. */
export async function insertPaymentMark(
  tx: Tx,
  {
    personId,
    kind,
    mark,
    now,
  }: { personId: string; kind: 'card' | 'payer'; mark: string; now: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('payer_marks')
    .values({ person_id: personId, kind, mark, first_seen_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Kinds of payment marks that an invitee shares with the inviter or with another of the inviter's invitees. */
export async function sharedPaymentMarks(
  db: Db,
  { inviter, invitee }: { inviter: string; invitee: string },
): Promise<('card' | 'payer')[]> {
  const rows = await db
    .selectFrom('payer_marks as m')
    .innerJoin('payer_marks as o', (join) =>
      join.onRef('o.kind', '=', 'm.kind').onRef('o.mark', '=', 'm.mark').on('o.person_id', '<>', invitee),
    )
    .leftJoin('invitations as i', (join) =>
      join.onRef('i.invitee_id', '=', 'o.person_id').on('i.inviter_id', '=', inviter),
    )
    .select('m.kind')
    .distinct()
    .where('m.person_id', '=', invitee)
    .where((where) => where.or([where('o.person_id', '=', inviter), where('i.id', 'is not', null)]))
    .execute();
  return rows.map(({ kind }) => kind);
}

/** The people whom somebody has brought. */
export async function broughtBy(db: Db, inviterId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('invitations')
    .select('invitee_id')
    .where('inviter_id', '=', inviterId)
    .where('invitee_id', 'is not', null)
    .execute();
  return rows.flatMap(({ invitee_id }) => invitee_id ?? []);
}

/** A person's email and billing address. */
export async function billingPlaceOf(
  db: Db,
  personId: string,
): Promise<HouseholdAddress & { readonly email: string }> {
  const row = await db
    .selectFrom('people as p')
    .leftJoin('billing_details as b', 'b.person_id', 'p.id')
    .select(['p.email', 'b.address', 'b.zipcode', 'b.city', 'b.country'])
    .where('p.id', '=', personId)
    .executeTakeFirstOrThrow();
  return {
    email: row.email,
    address: row.address ?? '',
    zipcode: row.zipcode ?? '',
    city: row.city ?? '',
    country: row.country,
  };
}

/** Invitations that wait for their reward: those to decide first, then longest waiting first; all without a page. */
export function waitingRewards(db: Database, page?: { readonly limit: number; readonly offset: number }) {
  return db
    .selectFrom('invitations as i')
    .innerJoin('people as a', 'a.id', 'i.inviter_id')
    .innerJoin('people as b', 'b.id', 'i.invitee_id')
    .select(['i.id', 'i.first_paid_at', 'i.needs_operator'])
    .select(['a.id as inviter_id', 'a.name as inviter_name', 'a.email as inviter'])
    .select(['b.id as invitee_id', 'b.name as invitee_name', 'b.email as invitee'])
    .where('i.status', '=', 'waiting-for-approval')
    .orderBy('i.needs_operator', (order) => order.asc().nullsLast())
    .orderBy('i.first_paid_at')
    .orderBy('i.id')
    .$if(page !== undefined, (query) => query.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .execute();
}

/** How many invitations wait for their reward. */
export async function countWaitingRewards(db: Database): Promise<number> {
  const row = await db
    .selectFrom('invitations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'waiting-for-approval')
    .where('invitee_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return row.count;
}
