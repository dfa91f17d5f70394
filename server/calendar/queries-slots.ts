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
