import { sql } from 'kysely';
import { reading, together } from '../../db/pipeline.ts';
import type { Db } from '../../db/transaction.ts';

/** A rating with its words, of a session that is over. */
export interface CommentRow {
  readonly session_id: number;
  readonly client_name: string;
  readonly stars: number;
  readonly comment: string;
  readonly created_at: Temporal.Instant;
}

/** Selects a page of a musician's comments. */
interface CommentsQuery {
  readonly musicianId: string;
  readonly now: Temporal.Instant;
  readonly page: number;
  readonly size: number;
}

/** A musician's comments, newest first, and how many there are. */
export async function comments(
  db: Db,
  { musicianId, now, page, size }: CommentsQuery,
): Promise<{ readonly rows: CommentRow[]; readonly total: number }> {
  const written = sql<CommentRow>`
    select session_id, client_name, stars, comment, created_at from session_comments
    where musician_id = ${musicianId} and ends_at <= ${now}
    order by created_at desc, session_id desc limit ${size} offset ${page * size}`;
  const count = sql<{ n: number }>`
    select count(*)::int as n from session_comments
    where musician_id = ${musicianId} and ends_at <= ${now}`;
  const [{ rows }, { rows: counted }] = await reading(db, (one) =>
    together([written.execute(one), count.execute(one)]),
  );
  return { rows, total: counted[0]?.n ?? 0 };
}

/** Selects the first free times of a musician in (now, until). */
interface FreeQuery {
  readonly musicianId: string;
  readonly now: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly limit: number;
}

/** When a musician's first free slots begin. */
export async function nextFree(
  db: Db,
  { musicianId, now, until, limit }: FreeQuery,
): Promise<Temporal.Instant[]> {
  const { rows } = await sql<{ starts_at: Temporal.Instant }>`
    select distinct starts_at
    from slots_between(${musicianId}, ${now.add({ milliseconds: 1 })}, ${until}, ${now})
    where status = 'available' and not hidden
    order by starts_at limit ${limit}`.execute(db);
  return rows.map(({ starts_at }) => starts_at);
}

/** A median in minutes over a number of cases; null without one. */
export interface Typical {
  readonly cases: number;
  readonly minutes: number | null;
}

/** How soon a musician answers and delivers, by the cases since an instant. */
export async function typicalTimes(
  db: Db,
  { musicianId, since, now }: { musicianId: string; since: Temporal.Instant; now: Temporal.Instant },
): Promise<{ readonly answers: Typical; readonly deliveries: Typical }> {
  const { rows } = await sql<Typical & { readonly of: 'answers' | 'deliveries' }>`
    select 'answers' as of, count(*)::int as cases, percentile_cont(0.5) within group (order by minutes) as minutes
    from musician_answers(${musicianId}, ${since})
    union all
    select 'deliveries', count(*)::int, percentile_cont(0.5) within group (order by minutes)
    from musician_deliveries(${musicianId}, ${since}, ${now})`.execute(db);
  const none = { cases: 0, minutes: null };
  return {
    answers: rows.find((row) => row.of === 'answers') ?? none,
    deliveries: rows.find((row) => row.of === 'deliveries') ?? none,
  };
}
