import { sql } from 'kysely';
import type { Rate } from '#shared/calendar/rules-pay.ts';
import type { Db, Tx } from '../../db/transaction.ts';

/** A slot as it counts for pay, with its booked session. */
export interface SlotRow {
  readonly id: string;
  readonly starts_at: Temporal.Instant;
  readonly minutes: number;
  readonly slot_type: 'fixed' | 'flexible';
  readonly category: string;
  readonly hidden: boolean;
  readonly session_id: number | null;
}

/** A musician's slots that start in [from, until), by start, without imported ones. Holds count as free. */
export async function slotsOf(
  db: Db,
  range: { musicianId: string; from: Temporal.Instant; until: Temporal.Instant },
): Promise<SlotRow[]> {
  const { rows } = await sql<SlotRow>`
    select s.id, s.starts_at, (extract(epoch from s.ends_at - s.starts_at) / 60)::integer as minutes,
      s.slot_type, s.category, s.hidden, c.session_id
    from slots s left join slot_claims c on c.slot_id = s.id and c.held_until is null
    where s.musician_id = ${range.musicianId} and s.starts_at >= ${range.from} and s.starts_at < ${range.until}
      and not s.imported
    order by s.starts_at, s.id`.execute(db);
  return rows;
}

/** A musician's rates, the first first. */
export function ratesOf(db: Db, musicianId: string): Promise<Rate[]> {
  return db
    .selectFrom('musician_rates')
    .select(['valid_from', 'fixed_cents', 'flexible_cents'])
    .where('musician_id', '=', musicianId)
    .orderBy('valid_from')
    .execute();
}

/** Sets the rate from a day on; another one of the same day is replaced. */
export async function putRate(
  tx: Tx,
  rate: Rate & { readonly musicianId: string; readonly now: Temporal.Instant },
): Promise<void> {
  const { musicianId: musician_id, now: set_at, ...values } = rate;
  const { fixed_cents, flexible_cents } = values;
  await tx
    .insertInto('musician_rates')
    .values({ musician_id, set_at, ...values })
    .onConflict((same) =>
      same.columns(['musician_id', 'valid_from']).doUpdateSet({ fixed_cents, flexible_cents, set_at }),
    )
    .execute();
}

/** A slot of a closed month. */
export interface StoredSlot extends Omit<SlotRow, 'starts_at'> {
  readonly starts_at: string;
}

/** A musician's closed month by its first day; undefined while it is open. */
export function closedMonth(db: Db, musicianId: string, month: string) {
  return db
    .selectFrom('musician_months')
    .selectAll()
    .where('musician_id', '=', musicianId)
    .where('month', '=', month)
    .executeTakeFirst();
}

/** The end of the last closed month before a month, and the beginning of the first one after it. */
export async function closedAround(db: Db, musicianId: string, month: string) {
  const months = db.selectFrom('musician_months').where('musician_id', '=', musicianId);
  const before = await months
    .select((of) => of.fn.max('until_at').as('at'))
    .where('month', '<', month)
    .executeTakeFirst();
  const after = await months
    .select((of) => of.fn.min('from_at').as('at'))
    .where('month', '>', month)
    .executeTakeFirst();
  return { before: before?.at ?? null, after: after?.at ?? null };
}

/** The last closed month of a musician, by its first day. */
export async function lastClosed(db: Db, musicianId: string): Promise<string | null> {
  const row = await db
    .selectFrom('musician_months')
    .select((of) => of.fn.max('month').as('month'))
    .where('musician_id', '=', musicianId)
    .executeTakeFirst();
  return row?.month ?? null;
}

export interface ClosedMonth {
  readonly musicianId: string;
  readonly month: string;
  readonly zone: string;
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly figures: object;
  readonly rates: readonly Rate[];
  readonly slots: readonly StoredSlot[];
  readonly payment_cents: number;
  readonly now: Temporal.Instant;
}

/** Closes a month for ever. */
export async function insertMonth(tx: Tx, closed: ClosedMonth): Promise<void> {
  await tx
    .insertInto('musician_months')
    .values({
      musician_id: closed.musicianId,
      month: closed.month,
      zone: closed.zone,
      from_at: closed.from,
      until_at: closed.until,
      figures: JSON.stringify(closed.figures),
      rates: JSON.stringify(closed.rates),
      slots: JSON.stringify(closed.slots),
      payment_cents: closed.payment_cents,
      closed_at: closed.now,
    })
    .execute();
}

/** A musician by id, with the first day for which no slots are made yet. */
export function musicianOf(db: Db, musicianId: string) {
  return db
    .selectFrom('musicians as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .select(['m.person_id as id', 'm.slug', 'm.zone', 'm.slots_until', 'p.name'])
    .where('m.person_id', '=', musicianId)
    .executeTakeFirst();
}

/** A musician by slug, or all in the studio's order. */
export function musiciansBy(db: Db, slug: string | null) {
  const all = db
    .selectFrom('musicians as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .select(['m.person_id as id', 'm.slug', 'm.zone', 'm.slots_until', 'p.name'])
    .orderBy('m.rank')
    .orderBy('m.person_id');
  return (slug === null ? all : all.where('m.slug', '=', slug)).execute();
}

/** The names of sessions' clients. */
export async function clientNames(
  db: Db,
  sessionIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ session_id: number; name: string }>`
    select c.session_id, p.name from session_clients c join people p on p.id = c.client_id
    where c.session_id = any(${sessionIds}::integer[])`.execute(db);
  return new Map(rows.map(({ session_id, name }) => [session_id, name]));
}

/** A month in a zone. */
export interface ZoneMonth {
  readonly zone: string;
  readonly month: string;
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
}

/** Open months with slots of musicians who have a rate by the month's end. */
export async function openMonths(
  db: Db,
  months: readonly ZoneMonth[],
): Promise<{ musician_id: string; month: string }[]> {
  const { rows } = await sql<{ musician_id: string; month: string }>`
    select m.person_id as musician_id, due.month
    from musicians m
    join unnest(${months.map(({ zone }) => zone)}::text[], ${months.map(({ month }) => month)}::date[],
        ${months.map(({ from }) => from.toString())}::timestamptz[],
        ${months.map(({ until }) => until.toString())}::timestamptz[]) as due(zone, month, from_at, until_at)
      on due.zone = m.zone
    where not exists (
        select from musician_months c where c.musician_id = m.person_id and c.month = due.month)
      and exists (
        select from musician_rates r
        where r.musician_id = m.person_id and r.valid_from < due.month + interval '1 month')
      and exists (
        select from slots s
        where s.musician_id = m.person_id and s.starts_at >= due.from_at and s.starts_at < due.until_at
          and not s.imported)
    order by due.month, m.person_id`.execute(db);
  return rows;
}
