import { sql } from 'kysely';
import type { Db } from '../db/transaction.ts';

/** A card as the database gives it. */
export interface CardRow {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly title: string;
  readonly card_description: string;
  readonly bio: string;
  readonly image: string | null;
  readonly zone: string;
  readonly instruments: string[];
  readonly categories: string[];
  readonly next_free_at: Temporal.Instant | null;
  readonly rating_count: number;
  readonly rating_sum: number;
}

/** Selects cards: of one instrument if it is given, a page of them. */
export interface CardsQuery {
  readonly instrument?: string | undefined;
  readonly page: number;
  readonly size: number;
  readonly now: Temporal.Instant;
}

/** The condition on `m` that a musician plays an instrument. */
export const ofInstrument = (instrument: string | undefined) =>
  instrument === undefined
    ? sql`true`
    : sql`exists (
        select 1 from musician_instruments mi
        join instruments i on i.id = mi.instrument_id
        where mi.musician_id = m.person_id and i.slug = ${instrument})`;

/** The single query of a page of Explore: selects the page by its index, then joins what its cards show. */
export function cardsQuery({ instrument, page, size, now }: CardsQuery) {
  return sql<CardRow>`
    with page as (
      select m.person_id from musicians m
      where m.visible and ${ofInstrument(instrument)}
      order by m.rank, m.person_id limit ${size} offset ${page * size}
    )
    select c.person_id as id, c.slug, c.name, c.title, c.card_description, c.bio, c.image, c.zone,
      c.instruments, c.categories, c.rating_count, c.rating_sum,
      case when c.next_free_stale_at > ${now} then c.next_free_at
        else (select n.next_free_at from musician_next_free(c.person_id, ${now}) n) end as next_free_at
    from page join musician_cards c on c.person_id = page.person_id
    order by c.rank, c.person_id`;
}

export async function cards(db: Db, query: CardsQuery): Promise<CardRow[]> {
  return (await cardsQuery(query).execute(db)).rows;
}

/** How many musicians Explore shows, kept by triggers (docs/decisions/0091-keep-the-count-of-musicians.md). */
export const shownMusicians = sql<number>`(select coalesce(sum(change), 0) from shown_musicians)`;

export async function countCards(db: Db, instrument: string | undefined): Promise<number> {
  const { rows } = await (
    instrument === undefined
      ? sql<{ n: number }>`select ${shownMusicians}::integer as n`
      : sql<{ n: number }>`
          select count(*)::integer as n from musicians m where m.visible and ${ofInstrument(instrument)}`
  ).execute(db);
  return rows[0]?.n ?? 0;
}

/** A slot with its status at an instant. */
export interface SlotRow {
  readonly id: string;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  readonly category: string;
  readonly slot_type: 'fixed' | 'flexible';
  readonly hidden: boolean;
  readonly status: 'available' | 'prebooked' | 'booked';
}

/** Slots that start in [from, until). */
export interface SlotsQuery {
  readonly musicianId: string;
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly now: Temporal.Instant;
}

/** `held_until`: when an unconfirmed hold of the slot ends; null without one. */
interface PickerRow extends SlotRow {
  readonly mine: boolean;
  readonly held_until: Temporal.Instant | null;
}

/** A musician's slots, free or taken; `mine`: only the viewer's own hold is in the way, no offer. */
export async function pickerSlots(
  db: Db,
  { musicianId, from, until, now, viewerId }: SlotsQuery & { readonly viewerId: string },
): Promise<PickerRow[]> {
  const { rows } = await sql<PickerRow>`
    select s.id, s.starts_at, s.ends_at, s.category, s.slot_type, s.hidden, s.status, s.held_until,
      s.status = 'prebooked' and array_position(s.blocked_by, null) is null and not exists (
        select 1 from session_clients c
        where c.session_id = any(s.blocked_by) and c.client_id <> ${viewerId}
      ) as mine
    from slots_between(${musicianId}, ${from}, ${until}, ${now}) s
    where not s.hidden or s.session_id is not null
    order by s.starts_at, s.id`.execute(db);
  return rows;
}

/** `offered_until`: when the waiting list's offer of it ends; null where a hold is in the way too. */
interface CalendarRow extends SlotRow {
  readonly session_id: number | null;
  readonly client_name: string | null;
  readonly offered_until: Temporal.Instant | null;
}

/** A musician's own slots, hidden ones too; with session and client where the slot itself is booked. */
export async function calendarSlots(
  db: Db,
  { musicianId, from, until, now }: SlotsQuery,
): Promise<CalendarRow[]> {
  const { rows } = await sql<CalendarRow>`
    select s.id, s.starts_at, s.ends_at, s.category, s.slot_type, s.hidden, s.status,
      c.session_id, p.name as client_name,
      case when array_remove(s.blocked_by, null) = '{}' then s.held_until end as offered_until
    from slots_between(${musicianId}, ${from}, ${until}, ${now}) s
    left join session_clients c on c.session_id = s.session_id and c.phase = 'booked'
    left join people p on p.id = c.client_id
    order by s.starts_at, s.id`.execute(db);
  return rows;
}
