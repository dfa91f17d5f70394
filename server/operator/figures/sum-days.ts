import { ok } from '#shared/lib/result.ts';
import type { Ctx, Job } from '../../ctx/ctx.ts';
import { transaction } from '../../db/transaction.ts';
import * as queries from './queries-sum.ts';

/** Which days are summed again each hour: deliveries and ratings come late, and slots are offered for months. */
const HOURLY = { back: 2, ahead: 7 } satisfies Range;
/** The same once a day. */
const NIGHTLY: Range = { back: 60 };
/** The hour of the long run, UTC. */
const NIGHT = 3;
/** Before any studio. */
const FIRST_DAY = '2000-01-01';

/** Days before today, and after it; without `ahead` all that there are. */
interface Range {
  readonly back: number;
  readonly ahead?: number;
}

/** Sums days anew into `daily_figures`: all of them the first time, else those around today. */
export async function sumDays(ctx: Pick<Ctx, 'db' | 'now'>, { back, ahead }: Range): Promise<void> {
  const { now } = ctx;
  const today = todayOf(now);
  await transaction(ctx, async (tx) => {
    await queries.lockFigures(tx);
    const isFirst = !(await queries.hasFigures(tx));
    const day = isFirst ? FIRST_DAY : today.subtract({ days: back }).toString();
    const until = isFirst || ahead === undefined ? null : today.add({ days: ahead + 1 }).toString();
    await queries.sumDays(tx, { day, until }, now);
    return ok(null);
  });
}

/** The last day that is summed each hour. */
export const lastHourlyDay = (now: Temporal.Instant): string =>
  todayOf(now).add({ days: HOURLY.ahead }).toString();

const todayOf = (now: Temporal.Instant): Temporal.PlainDate => now.toZonedDateTimeISO('UTC').toPlainDate();

/** Keeps the figures of the console's charts (docs/decisions/0107-figures-are-summed-by-day.md). */
export const sumFigures: Job = {
  name: 'operator.sum-figures',
  cron: '10 * * * *',
  retries: 2,
  run: (ctx) => sumDays(ctx, ctx.now.toZonedDateTimeISO('UTC').hour === NIGHT ? NIGHTLY : HOURLY),
};
