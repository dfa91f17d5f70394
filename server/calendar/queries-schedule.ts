import { sql } from 'kysely';
import { hourKey, type NotedTimeOff } from '#shared/calendar/rules-change.ts';
import type { DatedHour } from '#shared/calendar/rules.ts';
import { mergeSpans, type Span } from '#shared/calendar/rules-time-off.ts';
import { reading, together } from '../db/pipeline.ts';
import type { Db, Tx } from '../db/transaction.ts';
import { newId } from '../lib/ids.ts';

/** What a musician's slots are made from, apart from offers. */
export interface StoredHours {
  readonly weeklyHours: readonly DatedHour[];
  readonly timeOff: readonly NotedTimeOff[];
  readonly busy: readonly Span[];
  readonly zone: string;
  /** Counts the changes. */
  readonly version: number;
}

type Row = DatedHour & { readonly id: string; readonly musician_id: string };

function hourRows(db: Db, musicianIds: readonly string[]) {
  return db
    .selectFrom('weekly_hours')
    .select(['id', 'musician_id', 'weekday', 'unit_minutes', 'category', 'valid_from', 'valid_until'])
    .select(sql<string>`left(starts::text, 5)`.as('from'))
    .where('musician_id', 'in', musicianIds)
    .execute();
}

function timeOffRows(db: Db, musicianIds: readonly string[]) {
  return db
    .selectFrom('time_off')
    .select(['id', 'musician_id', 'from_day', 'to_day', 'every_year', 'note'])
    .select(sql<string | null>`left(from_time::text, 5)`.as('from_time'))
    .select(sql<string | null>`left(to_time::text, 5)`.as('to_time'))
    .where('musician_id', 'in', musicianIds)
    .orderBy('from_day')
    .orderBy('id')
    .execute();
}

async function busyRows(db: Db, musicianIds: readonly string[]): Promise<(Span & { musician_id: string })[]> {
  const { rows } = await sql<Span & { musician_id: string }>`
    select musician_id, (extract(epoch from lower(during)) * 1000)::float8 as from,
      (extract(epoch from upper(during)) * 1000)::float8 as to
    from busy_times where musician_id = any(${musicianIds}::uuid[])`.execute(db);
  return rows;
}

/** Hours, time off and busy times of several musicians, by id. */
export async function hoursOfAll(db: Db, musicianIds: readonly string[]): Promise<Map<string, StoredHours>> {
  const [hourRowsOf, offRows, busyRowsOf, musicians] = await reading(db, (one) =>
    together([
      hourRows(one, musicianIds),
      timeOffRows(one, musicianIds),
      busyRows(one, musicianIds),
      one
        .selectFrom('musicians')
        .select(['person_id', 'zone', 'schedule_version as version'])
        .where('person_id', 'in', musicianIds)
        .execute(),
    ]),
  );
  const hours = Map.groupBy<string, Row>(hourRowsOf, (row) => row.musician_id);
  const off = Map.groupBy(offRows, (row) => row.musician_id);
  const busy = Map.groupBy(busyRowsOf, (row) => row.musician_id);
  return new Map(
    musicians.map(({ person_id: id, zone, version }) => [
      id,
      {
        zone,
        version,
        weeklyHours: (hours.get(id) ?? []).map(({ id: _id, musician_id: _musician, ...hour }) => hour),
        timeOff: (off.get(id) ?? []).map(({ musician_id: _musician, ...one }) => one),
        busy: mergeSpans((busy.get(id) ?? []).map(({ from, to }) => ({ from, to }))),
      },
    ]),
  );
}

/** Hours, time off and busy times of a musician; throws if there is none. */
export async function hoursOf(db: Db, musicianId: string): Promise<StoredHours> {
  const hours = (await hoursOfAll(db, [musicianId])).get(musicianId);
  if (hours === undefined) throw new Error(`no musician ${musicianId}`);
  return hours;
}

/** Stores these weekly hours in place of the musician's; rows that stay are not touched. */
export async function storeHours(tx: Tx, musicianId: string, hours: readonly DatedHour[]): Promise<void> {
  const rows = await hourRows(tx, [musicianId]);
  const [stored, wanted] = [new Set(rows.map(hourKey)), new Set(hours.map(hourKey))];
  const obsolete = rows.filter((row) => !wanted.has(hourKey(row))).map(({ id }) => id);
  if (obsolete.length > 0)
    await sql`delete from weekly_hours where id = any(${obsolete}::uuid[])`.execute(tx);
  const added = hours.filter((hour) => !stored.has(hourKey(hour)));
  if (added.length === 0) return;
  await sql`
    insert into weekly_hours (id, musician_id, weekday, starts, unit_minutes, category, valid_from, valid_until)
    select id, ${musicianId}, weekday, starts, unit_minutes, category, valid_from, valid_until
    from unnest(
      ${added.map(() => newId())}::uuid[], ${added.map((hour) => hour.weekday)}::integer[],
      ${added.map((hour) => hour.from)}::time[], ${added.map((hour) => hour.unit_minutes)}::integer[],
      ${added.map((hour) => hour.category)}::text[], ${added.map((hour) => hour.valid_from)}::date[],
      ${added.map((hour) => hour.valid_until)}::date[]
    ) as added(id, weekday, starts, unit_minutes, category, valid_from, valid_until)`.execute(tx);
}

const timeOffKey = ({ id, from_day, to_day, from_time, to_time, every_year, note }: NotedTimeOff): string =>
  JSON.stringify([id, from_day, to_day, from_time, to_time, every_year, note]);

/** Stores this time off in place of the musician's; rows that stay are not touched. */
export async function storeTimeOff(
  tx: Tx,
  musicianId: string,
  { timeOff, now }: { timeOff: readonly NotedTimeOff[]; now: Temporal.Instant },
): Promise<void> {
  const rows = await timeOffRows(tx, [musicianId]);
  const [stored, wanted] = [new Set(rows.map(timeOffKey)), new Set(timeOff.map(timeOffKey))];
  const obsolete = rows.filter((row) => !wanted.has(timeOffKey(row))).map(({ id }) => id);
  if (obsolete.length > 0) await sql`delete from time_off where id = any(${obsolete}::uuid[])`.execute(tx);
  const added = timeOff
    .filter((one) => !stored.has(timeOffKey(one)))
    .map(({ id, from_day, to_day, from_time, to_time, every_year, note }) => ({
      id,
      musician_id: musicianId,
      from_day,
      to_day,
      from_time,
      to_time,
      every_year,
      note,
      created_at: now,
    }));
  if (added.length > 0) await tx.insertInto('time_off').values(added).execute();
}
