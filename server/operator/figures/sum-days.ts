import { ok } from '#shared/lib/result.ts';
import type { Ctx, Job } from '../../ctx/ctx.ts';
import { transaction } from '../../db/transaction.ts';
import * as queries from './queries-sum.ts';

/** How far back days are summed again each hour, and once a day: deliveries and ratings come late. */
const HOURLY_DAYS = 2;
const NIGHTLY_DAYS = 60;
/** The hour of the long run, UTC. */
const NIGHT = 3;
/** Before any studio. */
const FIRST_DAY = '2000-01-01';

/** Sums days anew into `daily_figures`: all of them the first time, else the latest. */
export async function sumDays(ctx: Pick<Ctx, 'db' | 'now'>, days: number): Promise<void> {
  const { now } = ctx;
  await transaction(ctx, async (tx) => {
    await queries.lockFigures(tx);
    const today = now.toZonedDateTimeISO('UTC').toPlainDate();
    const day = (await queries.hasFigures(tx)) ? today.subtract({ days }).toString() : FIRST_DAY;
    const from = Temporal.Instant.from(`${day}T00:00:00Z`);
    await queries.sumDays(tx, { day, from, now });
    return ok(null);
  });
}

/** Keeps the figures of the console's charts (docs/decisions/0107-figures-are-summed-by-day.md). */
export const sumFigures: Job = {
  name: 'operator.sum-figures',
  cron: '10 * * * *',
  retries: 2,
  run: (ctx) => sumDays(ctx, ctx.now.toZonedDateTimeISO('UTC').hour === NIGHT ? NIGHTLY_DAYS : HOURLY_DAYS),
};
