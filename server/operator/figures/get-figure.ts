import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/figures/contract-figures.ts';
import {
  BY_OF,
  FIGURE_ROWS,
  figureValue,
  periodsOf,
  rangeErrors,
  startOfPeriod,
} from '#shared/operator/figures/rules-figures.ts';
import type { Database } from '../../db/database.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import * as queries from './queries-figures.ts';
import { lastHourlyDay } from './sum-days.ts';

type Input = InputOf<typeof contract.getFigure>['query'];
type Row = ResponseOf<typeof contract.getFigure>['rows'][number];

/**
 * A figure by week, month, musician or service (docs/product/operator.md#figures). Errors: `not_by_that`,
 * `wrong_range`.
 */
export async function getFigure(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { query }: InputOf<typeof contract.getFigure>,
): Promise<Result<ResponseOf<typeof contract.getFigure>, ProblemOf<typeof contract.getFigure>>> {
  const { figure, by, from, to } = query;
  if (!BY_OF[figure].includes(by)) return fail('not_by_that');
  if (rangeErrors(from, to).length > 0) return fail('wrong_range');
  const [rows, summed] = await Promise.all([
    by === 'week' || by === 'month' ? byPeriod(db, query, by) : byKey(db, query, by),
    queries.summedAt(db, lastHourlyDay(now)),
  ]);
  return ok({ summed_at: summed?.toString() ?? null, rows });
}

/** Every period is there, from the beginning of the first on; credits are what is outstanding at its end. */
async function byPeriod(db: Database, { figure, from, to }: Input, unit: 'week' | 'month'): Promise<Row[]> {
  const start = startOfPeriod(Temporal.PlainDate.from(from), unit).toString();
  const [found, earlier] = await Promise.all([
    queries.byPeriod(db, { figure, from: start, to }, unit),
    figure === 'credits' ? queries.before(db, figure, start) : 0,
  ]);
  let total = earlier;
  return periodsOf(from, to, unit).map((day) => {
    const key = day.toString();
    const { amount, base } = found.find((one) => one.key === key) ?? { amount: 0, base: 0 };
    total += amount;
    const sums = { amount: figure === 'credits' ? total : amount, base };
    return { key, name: null, value: figureValue(figure, sums), ...sums };
  });
}

async function byKey(db: Database, { figure, ...range }: Input, by: 'musician' | 'service'): Promise<Row[]> {
  const found = await queries.byKey(db, { figure, ...range }, { by, limit: FIGURE_ROWS });
  return found.map((sums) => ({ ...sums, name: sums.name ?? '', value: figureValue(figure, sums) }));
}
