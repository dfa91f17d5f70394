import { sql, type RawBuilder } from 'kysely';
import type { PageState } from '#shared/operator/musicians/rules-musicians.ts';
import type { PeopleSearch } from '#shared/operator/rules-people.ts';
import { conflictCount } from '../../calendar/service.ts';
import type { Db } from '../../db/transaction.ts';
import { fits } from '../people/queries-people.ts';

interface MusiciansFilter {
  /** The last musician of the page before. */
  readonly after: string | undefined;
  readonly search: PeopleSearch;
  /** The beginning of a name in addresses. */
  readonly slug: string | null;
  readonly page: PageState | undefined;
}

interface MusicianRow {
  readonly id: string;
  readonly name: string;
  readonly avatar: string | null;
  readonly slug: string;
  readonly title: string;
  readonly published: boolean;
  readonly visible: boolean;
  readonly is_submitted: boolean;
  readonly is_returned: boolean;
  readonly services: string[];
  readonly next_free_at: Temporal.Instant | null;
  readonly next_session_id: number | null;
  readonly next_session_at: Temporal.Instant | null;
  readonly conflicts: number;
}

const isSubmitted = sql<boolean>`coalesce(d.submitted_at is not null, false)`;
const isReturned = sql<boolean>`coalesce(d.returned_note is not null, false)`;
const hasNoState = sql<boolean>`(d.submitted_at is null and d.returned_note is null)`;

/** Musicians `m` with draft `d` whose page stands so, as `pageState` says. */
const OF_STATE: Readonly<Record<PageState, RawBuilder<boolean>>> = {
  waiting: sql`d.submitted_at is not null`,
  returned: sql`d.submitted_at is null and d.returned_note is not null`,
  new: sql`${hasNoState} and not m.published`,
  published: sql`${hasNoState} and m.published and m.visible`,
  hidden: sql`${hasNoState} and m.published and not m.visible`,
};

/** The ids of musicians whom a search means, each by what has an index; null: everybody. */
function found(search: PeopleSearch, slug: string | null): RawBuilder<unknown> | null {
  const { words } = search;
  const ofPerson = fits(search);
  const ofWords = words.map((word) => sql`w.search like '% ' || unaccent(${word}) || '%'`);
  const ways = [
    ofPerson === null ? null : sql`select p.id from people p where p.role = 'partner' and ${ofPerson}`,
    words.length === 0
      ? null
      : sql`select w.person_id from musicians w where ${sql.join(ofWords, sql` and `)}`,
    slug === null ? null : sql`select b.person_id from musicians b where starts_with(b.slug, ${slug})`,
  ].filter((way) => way !== null);
  return ways.length === 0 ? null : sql.join(ways, sql` union `);
}

/** A page of the list of musicians, by name: with it the folded text begins. */
export async function musicians(
  db: Db,
  { after, search, slug, page }: MusiciansFilter,
  { now, limit }: { readonly now: Temporal.Instant; readonly limit: number },
): Promise<MusicianRow[]> {
  const ids = found(search, slug);
  const conditions = [
    sql<boolean>`exists (select from people o where o.id = m.person_id and o.role = 'partner')`,
    ids === null ? null : sql<boolean>`m.person_id in (${ids})`,
    page === undefined ? null : OF_STATE[page],
    after === undefined
      ? null
      : sql<boolean>`(m.search, m.person_id) > (
          select l.search, l.person_id from musicians l where l.person_id = ${after})`,
  ].filter((one) => one !== null);
  const { rows } = await sql<MusicianRow>`
    with page as materialized (
      select m.person_id as id, m.slug, m.title, m.published, m.visible, m.search,
        m.next_free_at, m.next_free_stale_at, ${isSubmitted} as is_submitted, ${isReturned} as is_returned
      from musicians m left join musician_drafts d on d.musician_id = m.person_id
      where ${sql.join(conditions, sql` and `)}
      order by m.search, m.person_id limit ${limit}
    )
    select g.id, p.name, p.avatar, g.slug, g.title, g.published, g.visible, g.is_submitted, g.is_returned,
      array(select v.label from musician_services ms join services v on v.id = ms.service_id and v.offered
        where ms.musician_id = g.id order by v.position, v.id) as services,
      case when g.next_free_stale_at > ${now} then g.next_free_at
        else next_free_of(g.id, ${now}) end as next_free_at,
      n.id as next_session_id, n.starts_at as next_session_at, c.conflicts
    from page g join people p on p.id = g.id
    left join lateral (
      select s.id, s.starts_at from sessions s
      where s.musician_id = g.id and s.phase = 'booked' and s.starts_at > ${now}
      order by s.starts_at, s.id limit 1) n on true
    left join lateral (${conflictCount(sql.ref('g.id'), now)}) c on true
    order by g.search, g.id`.execute(db);
  return rows;
}
