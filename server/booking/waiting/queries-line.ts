import { sql } from 'kysely';
import type { Db, Tx } from '../../db/transaction.ts';

/** Musicians whose lines are due at `now`, the longest due first. */
export async function dueLines(db: Db, now: Temporal.Instant, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('musicians')
    .select('person_id')
    .where('line_due_at', '<=', now)
    .orderBy('line_due_at')
    .orderBy('person_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.person_id);
}

/** Stores when a line is looked at next; never, where nobody waits any more. */
export async function setDue(tx: Tx, musicianId: string, dueAt: Temporal.Instant): Promise<void> {
  await sql`
    update musicians m set line_due_at = case when exists (
      select from waiting w where w.musician_id = m.person_id and w.ended is null) then ${dueAt}::timestamptz end
    where m.person_id = ${musicianId}`.execute(tx);
}

/** An offer that is not ended. `lost`: one of its times is no longer on offer. */
interface OpenOffer {
  readonly id: string;
  readonly waiting_id: string;
  readonly expires_at: Temporal.Instant;
  readonly lost: boolean;
}

export async function openOffers(tx: Tx, musicianId: string): Promise<OpenOffer[]> {
  const { rows } = await sql<OpenOffer>`
    select o.id, o.waiting_id, o.expires_at,
      not m.visible
        or not exists (select from musician_services ms join services v on v.id = ms.service_id and v.offered
          where ms.musician_id = w.musician_id and ms.service_id = w.service_id)
        or exists (select from slot_claims c join slots s on s.id = c.slot_id
          where c.offer_id = o.id and s.hidden) as lost
    from waiting w join waiting_offers o on o.waiting_id = w.id and o.ended is null
    join musicians m on m.person_id = w.musician_id
    where w.musician_id = ${musicianId} and w.ended is null
    order by o.offered_at, o.id`.execute(tx);
  return rows;
}

/** Open offers of a service, of every musician. */
export function openOffersOf(tx: Tx, serviceId: string): Promise<{ id: string; musician_id: string }[]> {
  return tx
    .selectFrom('waiting_offers as o')
    .innerJoin('waiting as w', 'w.id', 'o.waiting_id')
    .select(['o.id', 'w.musician_id'])
    .where('w.service_id', '=', serviceId)
    .where('w.ended', 'is', null)
    .where('o.ended', 'is', null)
    .orderBy('w.musician_id')
    .orderBy('o.id')
    .execute();
}

/** The musicians for whom somebody waits with a service, by id. */
export async function musiciansAwaitedWith(tx: Tx, serviceId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('waiting')
    .select('musician_id')
    .distinct()
    .where('service_id', '=', serviceId)
    .where('ended', 'is', null)
    .orderBy('musician_id')
    .execute();
  return rows.map(({ musician_id }) => musician_id);
}

/** Open waits of a musician without an open offer whose latest offer ran out, with the endings of their offers, newest first. */
export async function endingsOf(tx: Tx, musicianId: string): Promise<{ id: string; endings: string[] }[]> {
  const { rows } = await sql<{ id: string; endings: string[] }>`
    select w.id, array_agg(o.ended order by o.offered_at desc, o.id desc) as endings
    from waiting w join waiting_offers o on o.waiting_id = w.id
    where w.musician_id = ${musicianId} and w.ended is null
    group by w.id having bool_and(o.ended is not null)`.execute(tx);
  return rows;
}

/** Somebody who waits and has no offer, with the times that they were offered (epoch milliseconds). */
export interface Waiter {
  readonly id: string;
  readonly person_id: string;
  readonly person_zone: string;
  readonly service_id: string;
  readonly days: number;
  readonly from: string;
  readonly to: string;
  readonly zone: string;
  readonly offered_from: readonly number[];
  readonly offered_to: readonly number[];
}

const offered = (column: 'starts_at' | 'ends_at') => sql`array(
  select (extract(epoch from o.${sql.ref(column)}) * 1000)::float8
  from waiting_offers o join waiting e on e.id = o.waiting_id
  where e.person_id = w.person_id and e.musician_id = w.musician_id and o.ended is distinct from 'withdrawn'
  order by o.id)`;

/** A musician's line in its order, without those who have an offer, or a hold with this musician (but `except`). */
export async function waiters(
  tx: Tx,
  { musicianId, except, now }: { musicianId: string; except: string | null; now: Temporal.Instant },
): Promise<Waiter[]> {
  const { rows } = await sql<Waiter>`
    select w.id, w.person_id, p.zone as person_zone, w.service_id, w.days, w.zone,
      left(w.from_time::text, 5) as "from", left(w.to_time::text, 5) as "to",
      ${offered('starts_at')} as offered_from, ${offered('ends_at')} as offered_to
    from waiting w join people p on p.id = w.person_id and p.role = 'client'
    where w.musician_id = ${musicianId} and w.ended is null
      and not exists (select from waiting_offers o where o.waiting_id = w.id and o.ended is null)
      and (w.person_id = ${except}::uuid or not exists (
        select from sessions s where s.client_id = w.person_id and s.musician_id = w.musician_id
          and s.phase = 'hold' and s.held_until > ${now}))
    order by w.created_at, w.id`.execute(tx);
  return rows;
}

export async function insertOffer(
  tx: Tx,
  offer: {
    readonly id: string;
    readonly waiting_id: string;
    readonly starts_at: Temporal.Instant;
    readonly ends_at: Temporal.Instant;
    readonly offered_at: Temporal.Instant;
    readonly expires_at: Temporal.Instant;
  },
): Promise<void> {
  await tx.insertInto('waiting_offers').values(offer).execute();
}
