import { sql } from 'kysely';
import type { MonthFigures, PaidSlot, Rate } from '#shared/calendar/rules-pay.ts';
import type { Db } from '../../db/transaction.ts';

/** What a closed month covers. */
export interface ClosedSpan {
  readonly musician_id: string;
  /** Its first day. */
  readonly month: string;
  readonly from_at: Temporal.Instant;
  readonly until_at: Temporal.Instant;
}

/** Closed months of musicians, by time: those of some months and of the months next to these. */
export function closedMonths(
  db: Db,
  musicianIds: readonly string[],
  months: readonly string[],
): Promise<ClosedSpan[]> {
  return db
    .selectFrom('musician_months')
    .select(['musician_id', 'month', 'from_at', 'until_at'])
    .where(ofMusicians(musicianIds))
    .where(
      sql<boolean>`month between (select min(k) - interval '1 month' from unnest(${months}::date[]) k)
        and (select max(k) + interval '1 month' from unnest(${months}::date[]) k)`,
    )
    .orderBy('month')
    .execute();
}

interface ClosedFigures {
  readonly musician_id: string;
  readonly month: string;
  readonly zone: string;
  readonly closed_at: Temporal.Instant;
  readonly figures: MonthFigures;
}

/** The figures of those of the months that are closed. */
export async function closedFigures(
  db: Db,
  musicianIds: readonly string[],
  months: readonly string[],
): Promise<ClosedFigures[]> {
  return db
    .selectFrom('musician_months')
    .select(['musician_id', 'month', 'zone', 'closed_at'])
    .select(sql<MonthFigures>`figures`.as('figures'))
    .where(ofMusicians(musicianIds))
    .where(sql<boolean>`month = any(${months}::date[])`)
    .execute();
}

/** The rates of musicians, the first first. */
export function ratesOfAll(
  db: Db,
  musicianIds: readonly string[],
): Promise<(Rate & { musician_id: string })[]> {
  return db
    .selectFrom('musician_rates')
    .select(['musician_id', 'valid_from', 'fixed_cents', 'flexible_cents'])
    .where(ofMusicians(musicianIds))
    .orderBy('valid_from')
    .execute();
}

/** A musician's stretch of time, with the zone whose days have the rates. */
export interface PaidSpan {
  readonly musicianId: string;
  readonly zone: string;
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
}

/** Slots of a span that count and earn alike as one: the start of the first, the minutes of all. */
export interface SlotGroup extends PaidSlot {
  /** The span's place in the list, from 0. */
  readonly nr: number;
}

/** Spans of one statement: more would take longer than a request's statement may. */
const SPANS = 1000;

/** The slots of each span in groups that count alike and have the same rate. Holds count as free. */
export async function slotGroups(db: Db, spans: readonly PaidSpan[]): Promise<SlotGroup[]> {
  const groups: SlotGroup[] = [];
  for (let first = 0; first < spans.length; first += SPANS) {
    const some = await groupsOf(db, spans.slice(first, first + SPANS));
    groups.push(...some.map((group) => ({ ...group, nr: group.nr + first })));
  }
  return groups;
}

async function groupsOf(db: Db, spans: readonly PaidSpan[]): Promise<SlotGroup[]> {
  const { rows } = await sql<SlotGroup>`
    with d as materialized (
      select u.*, array(
        select r.valid_from from musician_rates r
        where r.musician_id = u.musician_id and r.valid_from > u.from_at::date - 2
          and r.valid_from < u.until_at::date + 2
        order by r.valid_from) as changes
      from unnest(${spans.map(({ musicianId }) => musicianId)}::uuid[], ${spans.map(({ zone }) => zone)}::text[],
          ${spans.map(({ from }) => from.toString())}::timestamptz[],
          ${spans.map(({ until }) => until.toString())}::timestamptz[])
        with ordinality as u(musician_id, zone, from_at, until_at, nr)
    )
    select (d.nr - 1)::integer as nr, s.slot_type, s.hidden, c.session_id is not null as booked,
      min(s.starts_at) as starts_at,
      (sum(extract(epoch from s.ends_at - s.starts_at)) / 60)::integer as minutes
    from d
    join slots s on s.musician_id = d.musician_id and s.starts_at >= d.from_at and s.starts_at < d.until_at
      and not s.imported
    left join slot_claims c on c.slot_id = s.id and c.held_until is null
    group by d.nr, s.slot_type, s.hidden, booked,
      case when d.changes = '{}' then 0
        else width_bucket((s.starts_at at time zone d.zone)::date, d.changes) end
    order by d.nr, min(s.starts_at)`.execute(db);
  return rows;
}

const ofMusicians = (ids: readonly string[]) => sql<boolean>`musician_id = any(${ids}::uuid[])`;
