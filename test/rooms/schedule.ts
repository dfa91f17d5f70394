import { sql } from 'kysely';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import { changeSchedule, getSchedule, undoSchedule } from '#shared/calendar/contract-schedule.ts';
import type { ScheduleChange } from '#shared/calendar/rules-change.ts';
import { slotKey, slotsFor, type Offer } from '#shared/calendar/rules.ts';
import type { TimeOff } from '#shared/calendar/rules-time-off.ts';
import { dayOf } from '#shared/lib/time.ts';
import { hoursOf } from '#server/calendar/queries-schedule.ts';
import { materialize } from '#server/calendar/materialize.ts';
import { storeBusy } from '#server/calendar/outside/queries.ts';
import { lockMusician } from '#server/calendar/steps.ts';
import { newId } from '#server/lib/ids.ts';
import type { TestApp } from '../api/app.ts';
import type { Studio, TestMusician } from '../api/studio.ts';

type OffDays = Pick<TimeOff, 'from_day' | 'to_day'> & Partial<TimeOff>;

/** Stores time off, of one day or as given, and remakes the slots. */
export async function takeOff(
  studio: Studio,
  { id }: { readonly id: string },
  off: string | OffDays,
): Promise<void> {
  const days = typeof off === 'string' ? { from_day: off, to_day: off } : off;
  await studio.inTx(async (tx, now) => {
    await tx
      .insertInto('time_off')
      .values({ id: newId(), musician_id: id, from_time: null, to_time: null, created_at: now, ...days })
      .execute();
    await materialize(tx, id, now);
  });
}

/** Takes back all time off. */
export async function backAtWork(studio: Studio, { id }: { readonly id: string }): Promise<void> {
  await studio.inTx(async (tx, now) => {
    await tx.deleteFrom('time_off').where('musician_id', '=', id).execute();
    await materialize(tx, id, now);
  });
}

/** Stores offers of single slots, of any kind, and remakes the slots. Those that are there already stay as they are. */
export async function offerSlots(
  studio: Studio,
  { id }: { readonly id: string },
  offers: readonly Offer[],
): Promise<void> {
  await studio.inTx(async (tx, now) => {
    for (const { starts_at, unit_minutes, category } of offers)
      await tx
        .insertInto('slots')
        .values({
          id: newId(),
          musician_id: id,
          starts_at,
          ends_at: starts_at.add({ minutes: unit_minutes }),
          category,
          slot_type: 'flexible',
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    await materialize(tx, id, now);
  });
}

/** Stores these busy times in place of all others of a musician, and remakes the slots. */
export async function setBusy(
  studio: Studio,
  { id: musician_id }: { readonly id: string },
  times: readonly (readonly [from: Temporal.Instant, to: Temporal.Instant])[],
): Promise<void> {
  await studio.inTx(async (tx, now) => {
    await lockMusician(tx, musician_id);
    await tx.deleteFrom('external_calendars').where('musician_id', '=', musician_id).execute();
    const id = newId();
    const at = { added_at: now, read_at: now, last_ok_at: now, next_read_at: now };
    await tx
      .insertInto('external_calendars')
      .values({ id, musician_id, name: 'Home', url: 'https://calendar.test/', ...at })
      .execute();
    const busy = times.map(([from, to]) => [from.epochMilliseconds, to.epochMilliseconds] as const);
    await storeBusy(tx, { id, musician_id }, busy);
    await materialize(tx, musician_id, now);
  });
}

/** The calls of My Calendar as a musician makes them. */
export function scheduleApi(app: TestApp) {
  const read = async ({ person }: TestMusician): Promise<ResponseOf<typeof getSchedule>> =>
    (await app.call(getSchedule, {}, person)).body;
  return {
    read,
    /** Saves a change on the version that stands now, or on another. */
    async change(musician: TestMusician, change: ScheduleChange, version?: number) {
      const body = { version: version ?? (await read(musician)).version, change: structuredClone(change) };
      return app.call(changeSchedule, { body: body as never }, musician.person);
    },
    undo: (musician: TestMusician, change_id: string) =>
      app.call(undoSchedule, { body: { change_id } }, musician.person),
  };
}

interface RecountedSlot {
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  readonly category: string;
  readonly slot_type: 'fixed' | 'flexible';
  readonly hidden: boolean;
  /** A hold's claim may have expired: it is deleted when the slot is next changed. */
  readonly claim: 'booked' | 'held' | null;
  readonly taken: boolean;
}

/** What is wrong with a musician's slots and next free time at an instant, by a recount from hours, time off, busy times and claims. */
export async function scheduleFaults(
  app: TestApp,
  musicianId: string,
  now: Temporal.Instant,
): Promise<string[]> {
  const { rows } = await sql<RecountedSlot>`
    select s.starts_at, s.ends_at, s.category, s.slot_type, s.hidden,
      (select case when c.held_until is null then 'booked' else 'held' end
        from slot_claims c where c.slot_id = s.id) as claim,
      exists (select 1 from slot_claims c where c.musician_id = s.musician_id and c.during && s.during
        and (c.held_until is null or c.held_until > ${now})) as taken
    from slots s where s.musician_id = ${musicianId} and s.starts_at > ${now}
    order by s.starts_at`.execute(app.db);
  const { zone, weeklyHours, timeOff, busy } = await hoursOf(app.db, musicianId);
  const musician = await app.db
    .selectFrom('musicians')
    .select('slots_until')
    .select(
      sql<Temporal.Instant | null>`case when next_free_stale_at > ${now} then next_free_at
        else (select n.next_free_at from musician_next_free(person_id, ${now}) n) end`.as('next_free'),
    )
    .where('person_id', '=', musicianId)
    .executeTakeFirstOrThrow();
  const offers = rows
    .filter((row) => row.slot_type === 'flexible')
    .map((row) => ({ ...row, unit_minutes: row.starts_at.until(row.ends_at).total('minutes') }));
  const today = dayOf(now, zone);
  const daysTo = (day: Temporal.PlainDate) => today.until(day, { largestUnit: 'days' }).days;
  const fixed = daysTo(Temporal.PlainDate.from(musician.slots_until ?? today.toString()));
  const hours = { zone, weeklyHours, timeOff, busy, fromDate: today };
  const given = [
    ...slotsFor({ ...hours, offers: [], days: Math.max(0, fixed) }),
    ...slotsFor({ ...hours, weeklyHours: [], offers, days: 500 }),
  ].filter((slot) => Temporal.Instant.compare(slot.starts_at, now) > 0);
  const expected = new Map(given.map((slot) => [slotKey(slot), slot.hidden]));
  // What is held and no longer given is hidden.
  const isRight = (row: RecountedSlot): boolean =>
    row.claim === 'booked' || (expected.get(slotKey(row)) ?? (row.claim === 'held' || null)) === row.hidden;
  const faults = rows
    .filter((row) => !isRight(row))
    .map((row) => `${row.starts_at.toString()} ${row.slot_type} is ${row.hidden ? 'hidden' : 'shown'}`);
  const stored = new Set(rows.map(slotKey));
  if (stored.size < rows.length) faults.push('a slot is there twice');
  for (const slot of given)
    if (!stored.has(slotKey(slot))) faults.push(`${slot.starts_at.toString()} ${slot.category} is missing`);
  const next = rows.find((row) => !row.hidden && !row.taken)?.starts_at ?? null;
  if (next?.epochMilliseconds !== musician.next_free?.epochMilliseconds)
    faults.push(`next free is ${musician.next_free?.toString()}, by recount ${next?.toString()}`);
  return faults;
}
