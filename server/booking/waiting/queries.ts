import { sql } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import type { Db, Tx } from '../../db/transaction.ts';

export type WaitEnd = NonNullable<Tables['waiting']['ended']>;
export type OfferEnd = NonNullable<Tables['waiting_offers']['ended']>;

/** A wait as it is stored. */
interface NewWait {
  readonly id: string;
  readonly person_id: string;
  readonly musician_id: string;
  readonly service_id: string;
  readonly days: number;
  readonly from_time: string;
  readonly to_time: string;
  readonly zone: string;
  readonly created_at: Temporal.Instant;
}

/** Stores a wait and begins the musician's line where nobody waited. */
export async function insertWait(tx: Tx, wait: NewWait): Promise<void> {
  await tx.insertInto('waiting').values(wait).execute();
  await tx
    .updateTable('musicians')
    .set({ line_due_at: wait.created_at })
    .where('person_id', '=', wait.musician_id)
    .execute();
}

/** Changes the times of an open wait. */
export async function changeTimes(
  tx: Tx,
  id: string,
  times: Pick<NewWait, 'days' | 'from_time' | 'to_time' | 'zone'>,
): Promise<void> {
  await tx.updateTable('waiting').set(times).where('id', '=', id).where('ended', 'is', null).execute();
}

/** The musicians for whom a person waits. */
export async function musiciansWaitedFor(db: Db, personId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('waiting')
    .select('musician_id')
    .where('person_id', '=', personId)
    .where('ended', 'is', null)
    .execute();
  return rows.map(({ musician_id }) => musician_id);
}

/** A person's open wait, by its id or its musician. */
export function openWait(
  db: Db,
  personId: string,
  by: { readonly id: string } | { readonly musicianId: string },
) {
  const query = db
    .selectFrom('waiting')
    .select(['id', 'musician_id'])
    .where('person_id', '=', personId)
    .where('ended', 'is', null);
  return (
    'id' in by ? query.where('id', '=', by.id) : query.where('musician_id', '=', by.musicianId)
  ).executeTakeFirst();
}

export async function endWait(tx: Tx, id: string, ended: WaitEnd, now: Temporal.Instant): Promise<void> {
  await tx.updateTable('waiting').set({ ended, ended_at: now }).where('id', '=', id).execute();
}

/** An offer to a person, open or not, with what was waited for. */
export function offerTo(db: Db, offerId: string, personId: string) {
  return db
    .selectFrom('waiting_offers as o')
    .innerJoin('waiting as w', 'w.id', 'o.waiting_id')
    .select(['o.id', 'o.ended', 'o.expires_at', 'w.musician_id', 'w.service_id'])
    .where('o.id', '=', offerId)
    .where('w.person_id', '=', personId)
    .executeTakeFirst();
}

/** The open offer of a wait. */
export function openOffer(tx: Tx, waitId: string) {
  return tx
    .selectFrom('waiting_offers')
    .select('id')
    .where('waiting_id', '=', waitId)
    .where('ended', 'is', null)
    .executeTakeFirst();
}

export async function endOffer(
  tx: Tx,
  offerId: string,
  ended: OfferEnd,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('waiting_offers')
    .set({ ended, ended_at: now })
    .where('id', '=', offerId)
    .where('ended', 'is', null)
    .execute();
}

/** The slots that an offer claims, by start. */
export async function slotsOfOffer(tx: Tx, offerId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('slot_claims as c')
    .innerJoin('slots as s', 's.id', 'c.slot_id')
    .select('s.id')
    .where('c.offer_id', '=', offerId)
    .orderBy('s.starts_at')
    .execute();
  return rows.map(({ id }) => id);
}

/** A person's open waits, oldest first, each with its place in the line and the offer that is open at `now`. */
export function waitsOf(db: Db, personId: string, now: Temporal.Instant) {
  return db
    .selectFrom('waiting as w')
    .innerJoin('musicians as m', 'm.person_id', 'w.musician_id')
    .innerJoin('people as p', 'p.id', 'w.musician_id')
    .innerJoin('services as s', 's.id', 'w.service_id')
    .leftJoin('waiting_offers as o', (on) =>
      on.onRef('o.waiting_id', '=', 'w.id').on('o.ended', 'is', null).on('o.expires_at', '>', now),
    )
    .select(['w.id', 'w.days', 'w.zone', 'w.created_at', 'w.musician_id', 'm.slug', 'p.name'])
    .select(['w.service_id', 's.label', 's.credits', 's.alternative_value', 's.alternative_value_annual'])
    .select(['s.exclusive_prices_value', 'o.id as offer_id', 'o.starts_at', 'o.ends_at', 'o.expires_at'])
    .select([
      sql<string>`left(w.from_time::text, 5)`.as('from'),
      sql<string>`left(w.to_time::text, 5)`.as('to'),
      sql<string | null>`coalesce(p.avatar, m.image)`.as('avatar'),
      sql<boolean>`not s.offered or not exists (
        select from musician_services ms
        where ms.musician_id = w.musician_id and ms.service_id = w.service_id)`.as('is_stopped'),
      sql<number>`(
        select count(*) from waiting l where l.musician_id = w.musician_id and l.ended is null
          and (l.created_at, l.id) <= (w.created_at, w.id))`.as('position'),
    ])
    .where('w.person_id', '=', personId)
    .where('w.ended', 'is', null)
    .orderBy('w.created_at')
    .orderBy('w.id')
    .execute();
}
