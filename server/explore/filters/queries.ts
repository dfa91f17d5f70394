import { sql, type RawBuilder } from 'kysely';
import type { Sort } from '#shared/explore/rules-filters.ts';
import { RING, type BookingKind, type TimeSpan } from '#shared/calendar/rules-openings.ts';
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

const NONE = sql.raw(`0::bit(${RING})`);
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

/** The starts of a musician's bookings in the wanted time, from the slots themselves. */
const exactStarts = (musician: RawBuilder<unknown>, { services, now }: Search, booking: WantedBooking) => sql`
  select w.starts_at from musician_services ms
  join services v on v.id = ms.service_id
  cross join lateral openings_within(${musician}, v.category, v.unit_minutes, v.slots,
    ${multirange(booking.spans)}::tstzmultirange, ${booking.lastStart}::timestamptz, ${now}::timestamptz) w
  where ms.musician_id = ${musician}
    ${services === undefined ? sql`` : sql`and ms.service_id = any(${idsOf(services)})`}`;

/**
 * Whether a booking fits: by the stored openings while they hold, else, and where they leave it open, by the slots
 * (docs/product/explore.md#how-free-time-is-found).
 */
const canPlay = (search: Search, booking: WantedBooking) => sql`
  and case when m.openings_stale_at > ${search.now} and h.sure then true
    when m.openings_stale_at > ${search.now} and h.sure is null then false
    else exists (${exactStarts(sql`m.person_id`, search, booking)}) end`;

/** Who can play by the stored openings (`sure`), or perhaps. One pass: a musician has a row or two. */
const hits = ({ services }: Search, { kinds }: WantedBooking) => {
  const masks = kinds.map(
    ({ unit_minutes, slots, mask }) =>
      sql`when o.unit_minutes = ${unit_minutes} and o.slots = ${slots} then ${`x${mask}`}::bit varying`,
  );
  return sql`left join (
    select musician_id, bool_or(sure) as sure from (
      select o.musician_id, o.irregular,
        (o.starts & case ${sql.join([sql`when false then ${NONE}::bit varying`, ...masks], sql` `)} else ${NONE} end) <> ${NONE} as sure
      from musician_openings o
      ${
        services === undefined
          ? sql``
          : sql`where o.category = any(${services.map(({ category }) => category)}::text[])
        and o.services && ${idsOf(services)}`
      }
      offset 0) checked
    where sure or irregular group by musician_id) h on h.musician_id = m.person_id`;
};

/** By what each order sorts, and how; then come the studio's order and the id. */
const ORDERS: Readonly<
  Record<
    Sort,
    { readonly key: (now: Temporal.Instant) => RawBuilder<unknown>; readonly by: RawBuilder<unknown> }
  >
> = {
  studio: { key: () => sql`null::integer`, by: sql`rank` },
  'next-free': {
    key: (now) => sql`case when m.next_free_stale_at > ${now} then m.next_free_at
      else next_free_of(m.person_id, ${now}) end`,
    by: sql`key asc nulls last, rank`,
  },
  rating: {
    key: () => sql`m.rating_sum::float / nullif(m.rating_count, 0)`,
    by: sql`key desc nulls last, rating_count desc, rank`,
  },
  // The folded text begins with the name.
  name: { key: () => sql`m.search`, by: sql`key` },
};

/** The single query of a page of a search: all who fit, counted; then the page, and what its cards show. */
export function searchQuery(search: Search) {
  const { instrument, words, booking, sort, page, size, now } = search;
  const { key, by } = ORDERS[sort];
  return sql<{ total: number } & (FoundRow | { id: null })>`
    with fitting as materialized (
      select m.person_id, m.rank, m.rating_count, ${key(now)} as key
      from musicians m ${booking === undefined ? sql`` : hits(search, booking)}
      where m.visible and ${ofInstrument(instrument)} ${offers(search)}
        ${sql.join(words.map(ofWord), sql` `)} ${booking === undefined ? sql`` : canPlay(search, booking)}
    ), page as (
      select person_id as page_id, row_number() over (order by ${by}, person_id) as place
      from (select * from fitting order by ${by}, person_id limit ${size} offset ${page * size}) first
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

const firstStarts = (search: Search, booking: WantedBooking) => sql`array(
  select distinct x.starts_at from (${exactStarts(sql`c.person_id`, search, booking)}) x
  order by x.starts_at limit ${FREE_TIMES})::text[]`;

/** A page of a search, and how many fit in all. */
export async function search(db: Db, query: Search): Promise<{ rows: FoundRow[]; total: number }> {
  const { rows } = await searchQuery(query).execute(db);
  return {
    rows: rows.filter((row): row is FoundRow & { total: number } => row.id !== null),
    total: rows[0]?.total ?? 0,
  };
}
