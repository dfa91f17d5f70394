import { sql, type RawBuilder } from 'kysely';
import type { Offer } from '#shared/calendar/rules.ts';
import type { Tx } from '../db/transaction.ts';
import { fixed } from '../db/fixed.ts';

export async function lockMusician(tx: Tx, musicianId: string): Promise<void> {
  await tx
    .selectFrom('musicians')
    .select('person_id')
    .where('person_id', '=', musicianId)
    .forNoKeyUpdate()
    .execute();
}

/** Ids whose number does not count for the plan, so that a connection keeps one plan for all. */
const manyOf = (ids: readonly string[]) => sql`array(select unnest(${ids}::uuid[]))`;

const musiciansLock = fixed(
  (_, { ids }: { ids: readonly string[] }) => sql`
    select person_id from musicians where person_id = any(${manyOf(ids)})
    order by person_id for no key update`,
);

export async function lockMusicians(tx: Tx, musicianIds: readonly string[]): Promise<void> {
  await musiciansLock.all(tx, { ids: musicianIds });
}

/**
 * A slot of a request. `taken`: a live claim of another session overlaps it at the given instant. `expired`: only claims
 * that have expired do.
 */
export interface RequestedSlot {
  readonly id: string;
  readonly musician_id: string;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  readonly category: string;
  readonly taken: boolean;
  readonly expired: boolean;
}

/** Slots that somebody wants. */
export interface SlotRequest {
  readonly slotIds: readonly string[];
  /** The session whose claims do not count, or the client whose hold does not. */
  readonly ownSession: number | null | { readonly holdOf: string };
  readonly now: Temporal.Instant;
}

type Wanted<T> = Pick<SlotRequest, 'slotIds' | 'now'> & T;

/** The shown slots of visible musicians among `slotIds`, by start, beside a session's own claims. */
const slotsBeside = (
  { slotIds, now }: Wanted<object>,
  ownSession: RawBuilder<unknown>,
): RawBuilder<RequestedSlot> => sql<RequestedSlot>`
    select s.id, s.musician_id, s.starts_at, s.ends_at, s.category,
      coalesce(claimed.live, false) as taken, not coalesce(claimed.live, true) as expired
    from slots s
    join musicians m on m.person_id = s.musician_id and m.visible
    cross join lateral (
      select bool_or(c.held_until is null or c.held_until > ${now}) as live from slot_claims c
      where c.musician_id = s.musician_id and c.during && s.during
        and (c.session_id is null or c.session_id is distinct from ${ownSession}::integer)
    ) claimed
    where s.id = any(${manyOf(slotIds)}) and not s.hidden
    order by s.starts_at`;

const slotsBesideSession = fixed((_, { slotIds, now, session }: Wanted<{ session: number | null }>) =>
  slotsBeside({ slotIds, now }, sql`${session}`),
);
const slotsBesideHold = fixed((_, { slotIds, now, client }: Wanted<{ client: string }>) =>
  slotsBeside(
    { slotIds, now },
    sql`(select id from sessions where client_id = ${client} and phase = 'hold')`,
  ),
);

export function requestedSlots(tx: Tx, { slotIds, ownSession, now }: SlotRequest): Promise<RequestedSlot[]> {
  return typeof ownSession === 'object' && ownSession !== null
    ? slotsBesideHold.all(tx, { slotIds, now, client: ownSession.holdOf })
    : slotsBesideSession.all(tx, { slotIds, now, session: ownSession });
}

/** Slots of one kind and length, in minutes, from a start on. */
export interface WantedSlots {
  readonly musicianId: string;
  readonly category: string;
  readonly unitMinutes: number;
  readonly startsAt: Temporal.Instant;
  readonly many: number;
}

export async function slotsFrom(
  tx: Tx,
  { musicianId, category, unitMinutes, startsAt, many }: WantedSlots,
): Promise<string[]> {
  const slots = await tx
    .selectFrom('slots')
    .select(['id', 'starts_at'])
    .where('musician_id', '=', musicianId)
    .where('category', '=', category)
    .where('starts_at', '>=', startsAt)
    .where(sql<boolean>`ends_at - starts_at = make_interval(mins => ${unitMinutes}::integer)`)
    .where('hidden', '=', false)
    .orderBy('starts_at')
    .limit(many)
    .execute();
  return slots[0]?.starts_at.equals(startsAt) ? slots.map(({ id }) => id) : [];
}

interface Expired {
  readonly musicianId: string;
  readonly slotIds: readonly string[];
  readonly now: Temporal.Instant;
}

const expiredDelete = fixed(
  (_, { musicianId, slotIds, now }: Expired) => sql`
    with over as (
      select c.session_id, c.offer_id from slot_claims c
      join slots s on s.musician_id = c.musician_id and s.during && c.during
      where s.musician_id = ${musicianId} and s.id = any(${manyOf(slotIds)}) and c.held_until <= ${now}
    )
    delete from slot_claims
    where held_until <= ${now} and (
      session_id in (select session_id from over) or offer_id in (select offer_id from over))`,
);

/** Deletes expired holds and offers that overlap `slotIds`: all claims of each, so that none is left in part. */
export async function deleteExpired(tx: Tx, { musicianId, slotIds, now }: Expired): Promise<void> {
  await expiredDelete.count(tx, { musicianId, slotIds, now });
}

/** Whose a claim is: a session's, or an offer's of the waiting list. */
export type ClaimOwner = { readonly sessionId: number } | { readonly offerId: string };

interface NewClaims {
  readonly musicianId: string;
  readonly slotIds: readonly string[];
  readonly heldUntil: Temporal.Instant | null;
}

const claimsInsert = fixed(
  (_, claim: NewClaims & { readonly sessionId: number | null; readonly offerId: string | null }) => sql`
    insert into slot_claims (slot_id, session_id, offer_id, musician_id, during, held_until)
    select s.id, ${claim.sessionId}::integer, ${claim.offerId}::uuid, s.musician_id, s.during, ${claim.heldUntil}
    from slots s
    where s.musician_id = ${claim.musicianId} and s.id = any(${manyOf(claim.slotIds)})
    order by s.starts_at
    on conflict do nothing`,
);

/** Claims those of the slots that are free, by start; returns how many. */
export function insertClaims(tx: Tx, claim: ClaimOwner & NewClaims): Promise<number> {
  const owner =
    'sessionId' in claim
      ? { sessionId: claim.sessionId, offerId: null }
      : { sessionId: null, offerId: claim.offerId };
  const { musicianId, slotIds, heldUntil } = claim;
  return claimsInsert.count(tx, { ...owner, musicianId, slotIds, heldUntil });
}

export async function extendClaims(tx: Tx, sessionId: number, heldUntil: Temporal.Instant): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('slot_claims')
    .set({ held_until: heldUntil })
    .where('session_id', '=', sessionId)
    .where('held_until', 'is not', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

const claimsBook = fixed((db, { sessionId, now }: { sessionId: number; now: Temporal.Instant }) =>
  db
    .updateTable('slot_claims')
    .set({ held_until: null })
    .where('session_id', '=', sessionId)
    .where('held_until', '>', now),
);

export function bookClaims(tx: Tx, sessionId: number, now: Temporal.Instant): Promise<number> {
  return claimsBook.count(tx, { sessionId, now });
}

export async function deleteClaims(tx: Tx, owner: ClaimOwner): Promise<void> {
  const query = tx.deleteFrom('slot_claims');
  await (
    'sessionId' in owner
      ? query.where('session_id', '=', owner.sessionId)
      : query.where('offer_id', '=', owner.offerId)
  ).execute();
}

/** A slot that nobody has. */
export interface BookableSlot {
  readonly id: string;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  readonly category: string;
}

/** A musician's slots that can be booked at an instant, from a start on; by start. */
export async function freeSlots(
  tx: Tx,
  { musicianId, from, now }: { musicianId: string; from: Temporal.Instant; now: Temporal.Instant },
): Promise<BookableSlot[]> {
  const { rows } = await sql<BookableSlot>`
    select s.id, s.starts_at, s.ends_at, s.category from slots s
    join musicians m on m.person_id = s.musician_id and m.visible
    where s.musician_id = ${musicianId} and s.starts_at >= ${from} and not s.hidden
      and not s.during && (select taken_times(${musicianId}, ${from}, ${now}))
    order by s.starts_at, s.category`.execute(tx);
  return rows;
}

const awaited = fixed((db, { musicianId }: { musicianId: string }) =>
  db
    .selectFrom('musicians')
    .select('person_id')
    .where('person_id', '=', musicianId)
    .where('line_due_at', 'is not', null),
);

/** Whether anybody waits for a musician (docs/product/waiting-list.md). */
export async function hasLine(tx: Tx, musicianId: string): Promise<boolean> {
  return (await awaited.first(tx, { musicianId })) !== undefined;
}

/** When the first hold or offer on a musician's slots that lives at `now` ends. */
export async function firstEnd(
  tx: Tx,
  musicianId: string,
  now: Temporal.Instant,
): Promise<Temporal.Instant | null> {
  const row = await tx
    .selectFrom('slot_claims')
    .select((of) => of.fn.min('held_until').as('at'))
    .where('musician_id', '=', musicianId)
    .where('held_until', '>', now)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** A slot that becomes free, with its length in minutes. */
export interface FreedSlot extends Offer {
  readonly id: string;
  readonly slot_type: 'fixed' | 'flexible';
  readonly hidden: boolean;
}

/** The slots of a session or of an offer. */
export async function claimedSlots(tx: Tx, owner: ClaimOwner): Promise<FreedSlot[]> {
  const claims =
    'sessionId' in owner ? sql`session_id = ${owner.sessionId}` : sql`offer_id = ${owner.offerId}::uuid`;
  const { rows } = await sql<FreedSlot>`
    select id, starts_at, extract(epoch from ends_at - starts_at)::integer / 60 as unit_minutes, category,
      slot_type, hidden
    from slots where id in (select slot_id from slot_claims where ${claims})`.execute(tx);
  return rows;
}

export async function hideSlot(tx: Tx, slotId: string, hidden: boolean): Promise<void> {
  await tx.updateTable('slots').set({ hidden }).where('id', '=', slotId).execute();
}

export async function deleteSlot(tx: Tx, slotId: string): Promise<void> {
  await tx.deleteFrom('slots').where('id', '=', slotId).execute();
}
