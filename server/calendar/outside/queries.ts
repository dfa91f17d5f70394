import { sql, type RawBuilder } from 'kysely';
import type { ReadFailure } from '#shared/calendar/rules-outside.ts';
import type { Db, Tx } from '../../db/transaction.ts';

/** Another calendar of a musician, as its owner sees it. */
export interface CalendarRow {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly read_at: Temporal.Instant;
  readonly last_ok_at: Temporal.Instant;
  readonly busy: number;
  readonly skipped: number;
  readonly failure: ReadFailure | null;
}

/** A musician's calendars, the oldest first. */
export async function calendarsOf(db: Db, musicianId: string, now: Temporal.Instant): Promise<CalendarRow[]> {
  const { rows } = await sql<CalendarRow>`
    select c.id, c.name, c.url, c.read_at, c.last_ok_at, c.skipped, c.failure,
      (select count(*)::integer from busy_times b where b.calendar_id = c.id and upper(b.during) > ${now}) as busy
    from external_calendars c where c.musician_id = ${musicianId} order by c.added_at, c.id`.execute(db);
  return rows;
}

/** What the next reading of a calendar needs. */
export interface ReadingRow {
  readonly id: string;
  readonly musician_id: string;
  readonly url: string;
  readonly etag: string | null;
  readonly failures: number;
  readonly read_at: Temporal.Instant;
  readonly last_ok_at: Temporal.Instant;
  readonly parsed_at: Temporal.Instant | null;
  readonly parsed_zone: string | null;
  /** The musician's. */
  readonly zone: string;
}

/** A calendar; `musicianId` where it must be that musician's. */
export function calendarToRead(db: Db, id: string, musicianId?: string): Promise<ReadingRow | undefined> {
  return db
    .selectFrom('external_calendars as c')
    .innerJoin('musicians as m', 'm.person_id', 'c.musician_id')
    .select(['c.id', 'c.musician_id', 'c.url', 'c.etag', 'c.failures', 'c.read_at', 'c.parsed_at'])
    .select(['c.last_ok_at', 'c.parsed_zone', 'm.zone'])
    .where('c.id', '=', id)
    .$if(musicianId !== undefined, (query) => query.where('c.musician_id', '=', musicianId ?? ''))
    .executeTakeFirst();
}

/** A musician's time zone; undefined for others. */
export async function zoneOf(db: Db, personId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('musicians')
    .select('zone')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row?.zone;
}

interface NewCalendar {
  readonly id: string;
  readonly musician_id: string;
  readonly name: string;
  readonly url: string;
  readonly added_at: Temporal.Instant;
  readonly read_at: Temporal.Instant;
  readonly last_ok_at: Temporal.Instant;
  readonly next_read_at: Temporal.Instant;
}

export async function insertCalendar(tx: Tx, calendar: NewCalendar): Promise<void> {
  await tx.insertInto('external_calendars').values(calendar).execute();
}

interface Reading {
  readonly read_at: Temporal.Instant;
  readonly next_read_at: Temporal.Instant;
  readonly last_ok_at?: Temporal.Instant;
  readonly parsed_at?: Temporal.Instant;
  readonly parsed_zone?: string;
  readonly etag?: string | null;
  readonly skipped?: number;
  readonly failure: ReadFailure | null;
  readonly failures: number;
}

export async function storeReading(tx: Tx, id: string, reading: Reading): Promise<void> {
  await tx.updateTable('external_calendars').set(reading).where('id', '=', id).execute();
}

/** Renames a calendar of a musician; false when there is none. */
export async function renameCalendar(
  db: Db,
  { id, musicianId, name }: { readonly id: string; readonly musicianId: string; readonly name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('external_calendars')
    .set({ name })
    .where('id', '=', id)
    .where('musician_id', '=', musicianId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a calendar with its busy times; false when there is none. */
export async function deleteCalendar(tx: Tx, id: string, musicianId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('external_calendars')
    .where('id', '=', id)
    .where('musician_id', '=', musicianId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const at = (epoch: number): string => Temporal.Instant.fromEpochMilliseconds(epoch).toString();

/** Stores a calendar's busy times in place of the present ones and returns whether any changed. */
export async function storeBusy(
  tx: Tx,
  { id, musician_id }: Pick<ReadingRow, 'id' | 'musician_id'>,
  busy: readonly (readonly [from: number, to: number])[],
): Promise<boolean> {
  const spans = sql`
    select tstzrange(f, t) as during
    from unnest(${busy.map(([from]) => at(from))}::timestamptz[], ${busy.map(([, to]) => at(to))}::timestamptz[]) as s(f, t)`;
  const gone = await sql`
    delete from busy_times where calendar_id = ${id} and during not in (${spans})`.execute(tx);
  const added = await sql`
    insert into busy_times (calendar_id, musician_id, during)
    select ${id}, ${musician_id}, during from (${spans}) s
    on conflict do nothing`.execute(tx);
  return (gone.numAffectedRows ?? 0n) + (added.numAffectedRows ?? 0n) > 0n;
}

/** Takes calendars that are due, so that no other process reads them meanwhile: the next time is `until`. */
export async function takeDue(
  tx: Tx,
  { now, until, limit }: { now: Temporal.Instant; until: Temporal.Instant; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update external_calendars set next_read_at = ${until}
    where id in (
      select c.id from external_calendars c where c.next_read_at <= ${now}
        and exists (select from people p where p.id = c.musician_id and p.role = 'partner')
      order by c.next_read_at limit ${limit} for update of c skip locked)
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** A busy time during a booked session that is not over. */
export interface ConflictRow {
  readonly session_id: number;
  readonly calendar: string;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  readonly busy_from: Temporal.Instant;
  readonly busy_until: Temporal.Instant;
}

const conflicts = (musicianId: string | RawBuilder<unknown>, now: Temporal.Instant) => sql`
  select s.session_id, b.during, min(e.name) as calendar, s.starts_at, s.ends_at
  from (
    select session_id, min(lower(during)) as starts_at, max(upper(during)) as ends_at from slot_claims
    where musician_id = ${musicianId} and held_until is null group by session_id) s
  join busy_times b on b.musician_id = ${musicianId} and b.during && tstzrange(s.starts_at, s.ends_at)
  join external_calendars e on e.id = b.calendar_id
  where s.ends_at > ${now}
  group by s.session_id, b.during, s.starts_at, s.ends_at`;

/** A row with how many sessions of the musician that another query's row names have conflicts. */
export const conflictCount = (musicianId: RawBuilder<unknown>, now: Temporal.Instant) => sql`
  select count(distinct session_id)::integer as conflicts from (${conflicts(musicianId, now)}) f`;

/** A musician's conflicts, by time. */
export async function conflictsOf(db: Db, musicianId: string, now: Temporal.Instant): Promise<ConflictRow[]> {
  const { rows } = await sql<ConflictRow>`
    select session_id, calendar, starts_at, ends_at, lower(during) as busy_from, upper(during) as busy_until
    from (${conflicts(musicianId, now)}) f order by starts_at, session_id, during`.execute(db);
  return rows;
}

/** Notes conflicts that nobody was told of yet and returns how many. */
export async function noteConflicts(tx: Tx, musicianId: string, now: Temporal.Instant): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into calendar_conflicts (session_id, during, musician_id, calendar, found_at)
    select session_id, during, ${musicianId}, calendar, ${now} from (${conflicts(musicianId, now)}) f
    on conflict do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** A busy time with its calendar's name. */
export interface NamedBusy {
  readonly calendar: string;
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
}

/** A musician's busy times that touch `[from, until)`. */
export async function busyBetween(
  db: Db,
  { musicianId, from, until }: { musicianId: string; from: Temporal.Instant; until: Temporal.Instant },
): Promise<NamedBusy[]> {
  const { rows } = await sql<NamedBusy>`
    select e.name as calendar, lower(b.during) as from, upper(b.during) as to
    from busy_times b join external_calendars e on e.id = b.calendar_id
    where b.musician_id = ${musicianId} and b.during && tstzrange(${from}, ${until})
    order by b.during, e.added_at`.execute(db);
  return rows;
}
