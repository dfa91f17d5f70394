import { sql } from 'kysely';
import type { Figure } from '#shared/operator/figures/rules-figures.ts';
import type { Database } from '../../db/database.ts';

interface Range {
  readonly figure: Figure;
  /** Days, both inside. */
  readonly from: string;
  readonly to: string;
}

interface Sum {
  readonly key: string;
  readonly name: string | null;
  readonly amount: number;
  readonly base: number;
}

/** A figure by week or month, keyed by the first day; periods without anything are missing. */
export async function byPeriod(
  db: Database,
  { figure, from, to }: Range,
  unit: 'week' | 'month',
): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select date_trunc(${sql.lit(unit)}, day::timestamp)::date::text as key, null as name,
      sum(amount) as amount, sum(base) as base
    from daily_figures where figure = ${figure} and "by" = 'all' and day between ${from} and ${to}
    group by 1`.execute(db);
  return rows;
}

/** What a figure's days before a range sum up to. */
export async function before(db: Database, figure: Figure, from: string): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(amount), 0) as amount from daily_figures
    where figure = ${figure} and "by" = 'all' and day < ${from}`.execute(db);
  return rows[0]?.amount ?? 0;
}

/** The whole months of a range: the first, and the first one after them; the same without any. */
function monthsOf({ from, to }: Pick<Range, 'from' | 'to'>): {
  readonly first: string;
  readonly after: string;
} {
  const start = Temporal.PlainDate.from(from);
  const first = start.day === 1 ? start : start.add({ months: 1 }).with({ day: 1 });
  const after = Temporal.PlainDate.from(to).add({ days: 1 }).with({ day: 1 });
  const isEmpty = Temporal.PlainDate.compare(first, after) > 0;
  return { first: first.toString(), after: (isEmpty ? first : after).toString() };
}

/** A figure by musician or service, the greatest amount first. */
export async function byKey(
  db: Database,
  { figure, from, to }: Range,
  { by, limit }: { readonly by: 'musician' | 'service'; readonly limit: number },
): Promise<Sum[]> {
  const { first, after } = monthsOf({ from, to });
  const name =
    by === 'musician'
      ? sql`(select name from people where id = f.key)`
      : sql`(select label from services where id = f.key)`;
  const { rows } = await sql<Sum>`
    select f.key, ${name} as name, f.amount, f.base
    from (
      select key, sum(amount) as amount, sum(base) as base
      from (
        select key, amount, base from monthly_figures
        where figure = ${figure} and "by" = ${by} and month >= ${first} and month < ${after}
        union all
        select key, amount, base from daily_figures
        where figure = ${figure} and "by" = ${by} and day between ${from} and ${to} and day < ${first}
        union all
        select key, amount, base from daily_figures
        where figure = ${figure} and "by" = ${by} and day between ${from} and ${to} and day >= ${after}
      ) part
      group by key order by sum(amount) desc, key limit ${limit}
    ) f
    order by f.amount desc, f.key`.execute(db);
  return rows;
}

/** When the newest day up to one was summed; undefined before the first time. */
export async function summedAt(db: Database, last: string): Promise<Temporal.Instant | undefined> {
  const row = await db
    .selectFrom('daily_figures')
    .select('summed_at')
    .where('day', '<=', last)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.summed_at;
}
