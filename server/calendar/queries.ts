import { sql } from 'kysely';
import type { Db, Tx } from '../db/transaction.ts';

/** Refreshes stored next free times and openings, of a batch at once. */
export async function refreshNextFrees(
  db: Db,
  musicianIds: readonly string[],
  now: Temporal.Instant,
): Promise<void> {
  await sql`select refresh_free_times(${musicianIds}::uuid[], ${now})`.execute(db);
}

/** When a musician's free, shown slots start, in [from, until). */
export async function freeStarts(
  db: Db,
  range: { musicianId: string; from: Temporal.Instant; until: Temporal.Instant; now: Temporal.Instant },
): Promise<Temporal.Instant[]> {
  const { rows } = await sql<{ starts_at: Temporal.Instant }>`
    select s.starts_at from slots_between(${range.musicianId}, ${range.from}, ${range.until}, ${range.now}) s
    where s.status = 'available' and not s.hidden
    order by s.starts_at`.execute(db);
  return rows.map((row) => row.starts_at);
}

/** The stored next free time, computed again once it is stale. */
const nextFree = (now: Temporal.Instant) => sql`
  case when m.next_free_stale_at > ${now} then m.next_free_at
    else (select n.next_free_at from musician_next_free(m.person_id, ${now}) n) end`;

/** A musician's next free slot. */
interface NextFree {
  readonly partner_id: string;
  readonly slug: string;
  readonly name: string;
  readonly start_date: Temporal.Instant;
}

/** The next free slot of each visible musician who has one before `until`, paged. */
export async function nextFrees(
  db: Db,
  range: {
    now: Temporal.Instant;
    until: Temporal.Instant;
    sort: 'studio' | 'soonest';
    page: number;
    size: number;
  },
): Promise<{ slots: NextFree[]; total: number }> {
  const { now, until, sort, page, size } = range;
  const next = sql`
    select m.rank, m.person_id as partner_id, m.slug,
      ${nextFree(now)} as start_date
    from musicians m where m.visible`;
  const order = sort === 'studio' ? sql`rank, partner_id` : sql`start_date, rank, partner_id`;
  const { rows } = await sql<NextFree>`
    select n.partner_id, n.slug, p.name, n.start_date
    from (select * from (${next} offset 0) m where start_date < ${until}
      order by ${order} limit ${size} offset ${page * size}) n
    join people p on p.id = n.partner_id order by ${order}`.execute(db);
  const total = await sql<{ n: number }>`
    select count(*) as n from (${next} offset 0) n where start_date < ${until}`.execute(db);
  return { slots: rows, total: total.rows[0]?.n ?? 0 };
}

/** The time zones of all musicians. */
export async function musicianZones(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('musicians').select('zone').distinct().execute();
  return rows.map(({ zone }) => zone);
}

/** A musician whose slots do not reach far enough ahead. */
export interface DueMusician {
  readonly id: string;
  readonly zone: string;
  /** The first day without slots, YYYY-MM-DD; null when there are none yet. */
  readonly slots_until: string | null;
}

/** Locks musicians whose slots end before their zone's day in `until`; those locked by others wait for the next run. */
export async function lockDue(
  tx: Tx,
  days: { until: ReadonlyMap<string, string>; limit: number },
): Promise<DueMusician[]> {
  const { rows } = await sql<DueMusician>`
    select m.person_id as id, m.zone, m.slots_until
    from musicians m
    join unnest(${[...days.until.keys()]}::text[], ${[...days.until.values()]}::date[]) as due(zone, day)
      on due.zone = m.zone
    where m.slots_until is null or m.slots_until < due.day
    order by m.person_id limit ${days.limit}
    for no key update of m skip locked`.execute(tx);
  return rows;
}

/** Locks musicians whose stored next free time or openings are stale. */
export async function lockStale(tx: Tx, now: Temporal.Instant, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('musicians')
    .select('person_id')
    .where((builder) =>
      builder.or([
        builder('next_free_stale_at', '<=', now),
        builder('openings_stale_at', '<=', now),
        builder('openings_stale_at', 'is', null),
      ]),
    )
    .orderBy('person_id')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => row.person_id);
}
