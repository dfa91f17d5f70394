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
import type { Db } from '../../db/transaction.ts';
import { ofInstrument, type CardRow } from '../queries.ts';

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

/** A card of a search; `free_at`: the first starts in the wanted time, as PostgreSQL writes instants. */
export interface FoundRow extends CardRow {
  readonly free_at: string[];
}

const none = (many: number) => sql.raw(`0::bit(${many})`);
/** Up to so many days the openings of these days are read, of more the summary. */
const SHORT_DAYS = 16;
const FREE_TIMES = 3;

/** Each word begins a word of the musician's, or nearly is one. */
const ofWord = (word: string) => sql`
  and (m.search like '% ' || unaccent(${word}) || '%' or unaccent(${word}) <% m.search)`;

const idsOf = (services: readonly { readonly id: string }[]) => sql`${services.map(({ id }) => id)}::uuid[]`;

const offers = ({ services }: Search) =>
  services === undefined
    ? sql``
    : sql`and m.person_id in (
        select ms.musician_id from musician_services ms where ms.service_id = any(${idsOf(services)}))`;

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
const canPlay = (search: Search, booking: WantedBooking) => sql`
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

/** Reads the summary, and the openings where it does not decide. */
const inSummary = (kinds: readonly WantedKind[]) => {
  const overlaps = (of: 'any' | 'whole') =>
    sql`o.starts & ${byKind(kinds, (mask) => bits(summaryMasks(mask)[of]), none(RING / 8))} > ${none(RING / 8)}`;
  const decided = sql`(${overlaps('whole')} or (
    select f.starts & ${byKind(kinds, bits, none(RING))} > ${none(RING)} from musician_openings f
    where f.category = o.category and f.unit_minutes = o.unit_minutes and f.slots = o.slots
      and f.musician_id = o.musician_id))`;
  return sql`${overlaps('any')} and ${decided}`;
};

/** By what each order sorts, and how; then come the studio's order and the id. */
const ORDERS: Readonly<
  Record<
    Sort,
    { readonly key: (now: Temporal.Instant) => RawBuilder<unknown>; readonly by: RawBuilder<unknown> }
  >
> = {
  studio: { key: () => sql``, by: sql`rank` },
  'next-free': {
    key: (now) => sql`, case when m.next_free_stale_at > ${now} then m.next_free_at
      else next_free_of(m.person_id, ${now}) end as key`,
    by: sql`key asc nulls last, rank`,
  },
  rating: {
    key: () => sql`, m.rating_sum::float / nullif(m.rating_count, 0) as key, m.rating_count`,
    by: sql`key desc nulls last, rating_count desc, rank`,
  },
  // The folded text begins with the name.
  name: { key: () => sql`, m.search as key`, by: sql`key` },
};

/** The single query of a page of a search: all who fit, counted; then the page, and what its cards show. */
export function searchQuery(search: Search) {
  const { instrument, words, booking, sort, page, size, now } = search;
  const { key, by } = ORDERS[sort];
  const isAny = booking === undefined && words.length === 0 && !instrument && search.services === undefined;
  return sql<{ total: number } & (FoundRow | { id: null })>`
    with fitting as ${isAny ? sql`not materialized` : sql`materialized`} (
      select m.person_id, m.rank ${key(now)}
      from musicians m
      where m.visible and ${ofInstrument(instrument)} ${booking === undefined ? offers(search) : canPlay(search, booking)}
        ${sql.join(words.map(ofWord), sql` `)}
    ), page as (
      select person_id as page_id, row_number() over (order by ${by}, person_id) as place
      from (select * from fitting order by ${by}, person_id limit ${sql.lit(size)} offset ${page * size}) first
    )
    select (select count(*) from fitting)::integer as total,
      c.person_id as id, c.slug, c.name, c.title, c.card_description, c.bio, c.image, c.zone,
      c.instruments, c.categories, c.rating_count, c.rating_sum,
      case when c.next_free_stale_at > ${now} then c.next_free_at
        else next_free_of(c.person_id, ${now}) end as next_free_at,
      ${booking === undefined ? sql`'{}'::text[]` : firstStarts(search, booking)} as free_at
    from (select 1) one left join (page join musician_cards c on c.person_id = page_id) on true
    order by place`;
}

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
const firstStarts = (search: Search, booking: WantedBooking) => sql`case
  when (select m.openings_stale_at > ${search.now} from musicians m where m.person_id = c.person_id)
    and not exists (
      select from musician_openings o where o.musician_id = c.person_id and o.irregular and ${ofServices(search)})
  then array(select distinct s.starts_at from (${storedStarts(search, booking)}) s
    order by s.starts_at limit ${sql.lit(FREE_TIMES)})
  else ${exactStarts(sql`c.person_id`, search, { booking, many: FREE_TIMES })} end::text[]`;

/** A page of a search, and how many fit in all. */
export async function search(db: Db, query: Search): Promise<{ rows: FoundRow[]; total: number }> {
  const { rows } = await searchQuery(query).execute(db);
  return {
    rows: rows.filter((row): row is FoundRow & { total: number } => row.id !== null),
    total: rows[0]?.total ?? 0,
  };
}
