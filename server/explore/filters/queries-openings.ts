import { sql, type RawBuilder } from 'kysely';
import type { Sort } from '#shared/explore/rules-filters.ts';
import {
  RING,
  summaryMasks,
  touchedDays,
  type BookingKind,
  type RingDays,
  type TimeSpan,
} from '#shared/calendar/rules-openings.ts';

/** Bookings of one length with the quarters at which they may begin (`openingMask`). */
export interface WantedKind extends BookingKind {
  readonly mask: string;
}

/** When a booking is wanted. */
export interface WantedBooking {
  readonly spans: readonly TimeSpan[];
  readonly kinds: readonly WantedKind[];
  readonly lastStart: Temporal.Instant;
}

/** A search on Explore. What is undefined does not narrow. */
export interface Search {
  /** Any of these services. */
  readonly services?: readonly { readonly id: string; readonly category: string }[] | undefined;
  readonly instrument?: string | undefined;
  readonly words: readonly string[];
  readonly booking?: WantedBooking | undefined;
  readonly sort: Sort;
  readonly page: number;
  readonly size: number;
  readonly now: Temporal.Instant;
}

const none = (many: number) => sql.raw(`0::bit(${many})`);
/** Up to so many days the openings of these days are read, of more the summary. */
const SHORT_DAYS = 16;
const FREE_TIMES = 3;

export const idsOf = (services: readonly { readonly id: string }[]) =>
  sql`${services.map(({ id }) => id)}::uuid[]`;

const multirange = (spans: readonly TimeSpan[]): string =>
  `{${spans.map(({ from, to }) => `[${from.toString()},${to.toString()})`).join(',')}}`;

/** The first starts of a musician's bookings in the wanted time, from the slots themselves. */
const exactStarts = (
  musician: RawBuilder<unknown>,
  { services, now }: Search,
  { booking: { spans, lastStart }, many }: { readonly booking: WantedBooking; readonly many: number },
) => sql`
  first_openings(${musician}, ${services === undefined ? sql`null` : idsOf(services)},
    ${multirange(spans)}::tstzmultirange, ${lastStart}, ${now}, ${sql.lit(many)})`;

/** Those whose openings do not hold any more. With two ends the range counts as narrow before its values are known. */
const stale = ({ now }: Search) => sql`
  select person_id from musicians
  where openings_stale_at > '-infinity' and openings_stale_at <= ${now} or openings_stale_at is null`;

/** The condition on openings `o` that they are of one of the services. */
const ofServices = ({ services }: Search) =>
  services === undefined
    ? sql`true`
    : sql`o.category = any(${[...new Set(services.map(({ category }) => category))]}::text[])
      and o.services && ${idsOf(services)}`;

/**
 * Whether a booking fits: by the stored openings while they hold, else, and where they leave it open, by the slots
 * (docs/product/explore.md#how-free-time-is-found).
 */
export const canPlay = (search: Search, booking: WantedBooking) => sql`
  and case when m.person_id not in (${stale(search)}) and m.person_id in (${able(search, booking)}) then true
    when m.person_id in (${stale(search)})
      or m.person_id in (select o.musician_id from musician_openings o where o.irregular and ${ofServices(search)})
      then cardinality(${exactStarts(sql`m.person_id`, search, { booking, many: 1 })}) > 0
    else false end`;

/** Bits as PostgreSQL reads them from hexadecimal digits. */
const bits = (digits: string) => sql`${`x${digits}`}::bit varying`;

/** What is `of` each kind of booking, for the openings `o`; else `none`. */
const byKind = (
  kinds: readonly WantedKind[],
  of: (mask: string) => RawBuilder<unknown>,
  none: RawBuilder<unknown>,
) => {
  const parts = kinds.map(
    ({ unit_minutes, slots, mask }) =>
      sql`when o.unit_minutes = ${unit_minutes} and o.slots = ${slots} then ${of(mask)}`,
  );
  return parts.length === 0 ? none : sql`case ${sql.join(parts, sql` `)} else ${none} end`;
};

/** Who can play by the stored openings. */
const able = (search: Search, { kinds }: WantedBooking) => {
  const days = touchedDays(kinds.map(({ mask }) => mask));
  const isShort = days.reduce((sum, { count }) => sum + count, 0) <= SHORT_DAYS;
  return sql`select o.musician_id from ${sql.table(isShort ? 'musician_openings' : 'opening_summaries')} o
    where ${ofServices(search)} and ${isShort ? inDays(kinds, days) : inSummary(kinds)}`;
};

/** Reads only the days that are looked for. */
const inDays = (kinds: readonly WantedKind[], days: readonly RingDays[]) =>
  byKind(
    kinds,
    (mask) =>
      sql.join(
        [
          sql`false`,
          ...days.map(
            ({ first, count }) => sql`
              substring(o.starts from ${sql.lit(first * 96 + 1)} for ${sql.lit(count * 96)})
              & ${bits(mask.slice(first * 24, (first + count) * 24))} <> ${none(count * 96)}`,
          ),
        ],
        sql` or `,
      ),
    sql`false`,
  );

/** Reads the summary, and the openings where it does not decide. The test that decides most comes first. */
const inSummary = (kinds: readonly WantedKind[]) => {
  const masks = new Map(kinds.map(({ mask }) => [mask, summaryMasks(mask)]));
  const isWide = [...masks.values()].every(({ whole }) => whole.split('f').length > whole.length / 2);
  const overlaps = (of: 'any' | 'whole') => sql`
    o.starts & ${byKind(kinds, (mask) => bits(masks.get(mask)?.[of] ?? ''), none(RING / 8))} > ${none(RING / 8)}`;
  const inAll = sql`(
    select f.starts & ${byKind(kinds, bits, none(RING))} > ${none(RING)} from musician_openings f
    where f.category = o.category and f.unit_minutes = o.unit_minutes and f.slots = o.slots
      and f.musician_id = o.musician_id)`;
  return isWide
    ? sql`(${overlaps('whole')} or ${overlaps('any')} and ${inAll})`
    : sql`${overlaps('any')} and (${overlaps('whole')} or ${inAll})`;
};

/**
 * A card's first starts of each regular kind: slots at which its openings say one can begin. By `during`, since the index
 * of musicians' slots in that order holds their category, too.
 */
const storedStarts = (search: Search, { kinds, spans: [span], lastStart }: WantedBooking) => sql`
  select s.starts_at
  from (select o.category, o.unit_minutes, o.starts & ${byKind(kinds, bits, none(RING))} as starts
    from musician_openings o where o.musician_id = c.person_id and ${ofServices(search)} offset 0) o,
  lateral (
    select s.starts_at from slots s, lateral (select date_part('epoch', s.starts_at)::bigint as second) at
    where s.musician_id = c.person_id and s.category = o.category and not s.hidden and s.starts_at > ${search.now}
      and s.during >= tstzrange(${span?.from ?? lastStart}, ${span?.from ?? lastStart}, '[]')
      and s.during <= tstzrange(${lastStart}, null)
      and s.ends_at - s.starts_at = make_interval(mins => o.unit_minutes)
      and second % 900 = 0 and get_bit(o.starts, (second / 900 % ${sql.lit(RING)})::integer) = 1
    order by s.during limit ${sql.lit(FREE_TIMES)}) s`;

/** The first starts: by the stored openings while they hold and tell all, else by the slots alone. */
export const firstStarts = (search: Search, booking: WantedBooking) => sql`case
  when (select m.openings_stale_at > ${search.now} from musicians m where m.person_id = c.person_id)
    and not exists (
      select from musician_openings o where o.musician_id = c.person_id and o.irregular and ${ofServices(search)})
  then array(select distinct s.starts_at from (${storedStarts(search, booking)}) s
    order by s.starts_at limit ${sql.lit(FREE_TIMES)})
  else ${exactStarts(sql`c.person_id`, search, { booking, many: FREE_TIMES })} end::text[]`;
