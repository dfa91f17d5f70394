import { sql, type RawBuilder } from 'kysely';
import type { Sort } from '#shared/explore/rules-filters.ts';
import type { Db } from '../../db/transaction.ts';
import { ofInstrument, shownMusicians, type CardRow } from '../queries.ts';
import { canPlay, firstStarts, idsOf, type Search } from './queries-openings.ts';

export type { Search, WantedBooking } from './queries-openings.ts';

/** A card of a search; `free_at`: the first starts in the wanted time, as PostgreSQL writes instants. */
export interface FoundRow extends CardRow {
  readonly free_at: string[];
}

/** Each word begins a word of the musician's, or nearly is one. */
const ofWord = (word: string) => sql`
  and (m.search like '% ' || unaccent(${word}) || '%' or unaccent(${word}) <% m.search)`;

const offers = ({ services }: Search) =>
  services === undefined
    ? sql``
    : sql`and m.person_id in (
        select ms.musician_id from musician_services ms where ms.service_id = any(${idsOf(services)}))`;

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
    select ${isAny ? shownMusicians : sql`(select count(*) from fitting)`}::integer as total,
      c.person_id as id, c.slug, c.name, c.title, c.card_description, c.bio, c.image, c.zone,
      c.instruments, c.categories, c.rating_count, c.rating_sum,
      case when c.next_free_stale_at > ${now} then c.next_free_at
        else next_free_of(c.person_id, ${now}) end as next_free_at,
      ${booking === undefined ? sql`'{}'::text[]` : firstStarts(search, booking)} as free_at
    from (select 1) one left join (page join musician_cards c on c.person_id = page_id) on true
    order by place`;
}

/** A page of a search, and how many fit in all. */
export async function search(db: Db, query: Search): Promise<{ rows: FoundRow[]; total: number }> {
  const { rows } = await searchQuery(query).execute(db);
  return {
    rows: rows.filter((row): row is FoundRow & { total: number } => row.id !== null),
    total: rows[0]?.total ?? 0,
  };
}
