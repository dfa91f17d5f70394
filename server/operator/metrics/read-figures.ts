import type { Ctx } from '../../ctx/ctx.ts';
import { reading, together } from '../../db/pipeline.ts';
import { lastCheck } from '../queries.ts';
import { bookingFigures, creditFigures, failedJobs, fileFigures, paymentFigures } from './queries-metrics.ts';

/** Figures of the studio that are quick to read, the same in every process. */
export interface Figures {
  readonly booked: number;
  readonly cancelled: number;
  readonly paid: number;
  readonly paidCents: number;
  readonly refundedCents: number;
  readonly disputes: number;
  readonly failedJobs: number;
  /** Invariants that did not hold at the last check of the data, and its age; null before the first. */
  readonly check: { readonly breaches: number; readonly ageSeconds: number } | null;
}

/** Figures whose reading takes longer with a large studio. */
export interface SlowFigures {
  readonly credits: number;
  readonly files: number;
  readonly fileBytes: number;
}

/** Reads what one look at the studio costs little for (docs/operating.md#metrics). */
export async function readFigures({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<Figures> {
  const [sessions, payments, jobs, check] = await reading(db, (one) =>
    together([bookingFigures(one, now), paymentFigures(one, now), failedJobs(one), lastCheck(one)]),
  );
  return {
    booked: sessions.booked,
    cancelled: sessions.cancelled,
    paid: payments.paid,
    paidCents: Number(payments.cents),
    refundedCents: Number(payments.refunded_cents),
    disputes: payments.disputes,
    failedJobs: jobs.failed,
    check:
      check === undefined
        ? null
        : {
            breaches: check.breaches.length,
            ageSeconds: now.since(check.checked_at).total('seconds'),
          },
  };
}

/** Reads credits and files, which are counted row by row. */
export async function readSlowFigures({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<SlowFigures> {
  const [lots, stored] = await reading(db, (one) => together([creditFigures(one, now), fileFigures(one)]));
  // Sums of large numbers come as text.
  return { credits: Number(lots.credits), files: stored.files, fileBytes: Number(stored.bytes) };
}
