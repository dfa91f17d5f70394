import { sql } from 'kysely';
import type { SlotSpan, WeeklyHour } from '#shared/calendar/rules.ts';
import type { Tx } from '../db/transaction.ts';
import { newId } from '../lib/ids.ts';

export async function replaceWeeklyHours(
  tx: Tx,
  musicianId: string,
  hours: readonly WeeklyHour[],
): Promise<void> {
  await tx.deleteFrom('weekly_hours').where('musician_id', '=', musicianId).execute();
  if (hours.length === 0) return;
  const rows = hours.map(({ from, ...hour }) => ({
    id: newId(),
    musician_id: musicianId,
    starts: from,
    ...hour,
  }));
  await tx.insertInto('weekly_hours').values(rows).execute();
}

export async function insertHoliday(tx: Tx, musicianId: string, day: string): Promise<void> {
  await tx
    .insertInto('holidays')
    .values({ musician_id: musicianId, day })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteHoliday(tx: Tx, musicianId: string, day: string): Promise<void> {
  await tx.deleteFrom('holidays').where('musician_id', '=', musicianId).where('day', '=', day).execute();
}

/** Deletes the claims of holds expired at `now`; called before a musician's slots change. */
export async function deleteExpiredClaims(tx: Tx, musicianId: string, now: Temporal.Instant): Promise<void> {
  await tx
    .deleteFrom('slot_claims')
    .where('musician_id', '=', musicianId)
    .where('held_until', '<=', now)
    .execute();
}

/** A stored slot that has not begun, with the claim on it. */
export interface StoredSlot extends SlotSpan {
  readonly id: string;
  readonly claim: 'none' | 'held' | 'booked';
}

export async function futureSlots(tx: Tx, musicianId: string, now: Temporal.Instant): Promise<StoredSlot[]> {
  const { rows } = await sql<StoredSlot>`
    select s.id, s.starts_at, s.ends_at, s.category, s.slot_type, s.hidden,
      case when c.slot_id is null then 'none' when c.held_until is null then 'booked' else 'held' end as claim
    from slots s left join slot_claims c on c.slot_id = s.id
    where s.musician_id = ${musicianId} and s.starts_at > ${now}`.execute(tx);
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
