import { sql } from 'kysely';
import type { SlotSpan } from '#shared/calendar/rules.ts';
import type { StoredSlot } from '#shared/calendar/rules-plan.ts';
import type { Db, Tx } from '../db/transaction.ts';
import { newId } from '../lib/ids.ts';

/** Deletes the claims of holds expired at `now`; called before a musician's slots change. */
export async function deleteExpiredClaims(tx: Tx, musicianId: string, now: Temporal.Instant): Promise<void> {
  await tx
    .deleteFrom('slot_claims')
    .where('musician_id', '=', musicianId)
    .where('held_until', '<=', now)
    .execute();
}

/** A musician's slots that start later than an instant, with the claims that are live now. */
export async function slotsAfter(
  db: Db,
  { musicianId, from, now }: { musicianId: string; from: Temporal.Instant; now: Temporal.Instant },
): Promise<StoredSlot[]> {
  const { rows } = await sql<StoredSlot>`
    select s.id, s.starts_at, s.ends_at, s.category, s.slot_type, s.hidden, c.session_id,
      case when c.slot_id is null then 'none' when c.held_until is null then 'booked' else 'held' end as claim
    from slots s
    left join slot_claims c on c.slot_id = s.id and (c.held_until is null or c.held_until > ${now})
    where s.musician_id = ${musicianId} and s.starts_at > ${from}
    order by s.starts_at`.execute(db);
  return rows;
}

/** Inserts slots and returns how many were new; one with the same musician, time and category stays as it is. */
export async function insertSlots(
  tx: Tx,
  slots: readonly (SlotSpan & { readonly musicianId: string })[],
): Promise<number> {
  if (slots.length === 0) return 0;
  const { numAffectedRows } = await sql`
    insert into slots (id, musician_id, starts_at, ends_at, category, slot_type, hidden)
    select * from unnest(
      ${slots.map(() => newId())}::uuid[], ${slots.map((slot) => slot.musicianId)}::uuid[],
      ${slots.map((slot) => slot.starts_at.toString())}::timestamptz[],
      ${slots.map((slot) => slot.ends_at.toString())}::timestamptz[],
      ${slots.map((slot) => slot.category)}::text[], ${slots.map((slot) => slot.slot_type)}::text[],
      ${slots.map((slot) => slot.hidden)}::boolean[])
    on conflict (musician_id, during, category) do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** The time of an imported session, or a part of it as long as its service's unit. */
export interface ImportedTime {
  readonly sessionId: number;
  readonly musicianId: string;
  readonly category: string;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  /** Past time is neither on offer nor paid. */
  readonly isPast: boolean;
}

/** The slots of these times, by session; where a musician has none of a kind and time, it is made as an offer. */
export async function importedSlots(
  tx: Tx,
  times: readonly ImportedTime[],
): Promise<{ readonly session_id: number; readonly id: string }[]> {
  const wanted = sql`unnest(
      ${times.map(() => newId())}::uuid[], ${times.map(({ sessionId }) => sessionId)}::integer[],
      ${times.map(({ musicianId }) => musicianId)}::uuid[],
      ${times.map(({ starts_at }) => starts_at.toString())}::timestamptz[],
      ${times.map(({ ends_at }) => ends_at.toString())}::timestamptz[],
      ${times.map(({ category }) => category)}::text[], ${times.map(({ isPast }) => isPast)}::boolean[])
    as w(id, session_id, musician_id, starts_at, ends_at, category, is_past)`;
  await sql`
    insert into slots (id, musician_id, starts_at, ends_at, category, slot_type, hidden, imported)
    select id, musician_id, starts_at, ends_at, category, 'flexible', is_past, is_past from ${wanted}
    on conflict (musician_id, during, category) do nothing`.execute(tx);
  const { rows } = await sql<{ session_id: number; id: string }>`
    select w.session_id, s.id from ${wanted}
    join slots s on s.musician_id = w.musician_id and s.category = w.category
      and s.during = tstzrange(w.starts_at, w.ends_at, '[)')`.execute(tx);
  return rows;
}

export async function deleteSlots(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from slots where id = any(${ids}::uuid[])`.execute(tx);
}

export async function setHidden(tx: Tx, ids: readonly string[], hidden: boolean): Promise<void> {
  await sql`update slots set hidden = ${hidden} where id = any(${ids}::uuid[])`.execute(tx);
}

/** Stores the first day without slots. */
export async function setSlotsUntil(tx: Tx, musicianIds: readonly string[], until: string): Promise<void> {
  await sql`
    update musicians set slots_until = ${until}::date where person_id = any(${musicianIds}::uuid[])`.execute(
    tx,
  );
}
