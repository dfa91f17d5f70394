import type { Ctx } from '../../ctx/ctx.ts';
import { reading, together } from '../../db/pipeline.ts';
import { lastWhole } from '../backup/queries-backups.ts';
import { lastCheck } from '../queries.ts';
import { queues, type QueueRow } from '../system/queries-queues.ts';
import { lastMeasured, type StoredTotals } from '../system/queries-storage.ts';
import { creditsOutstanding, paymentsOfDay, sessionsOfDay } from './queries-metrics.ts';

/** What the metrics say of the studio, the same in every process; of a day: the last 24 hours. */
export interface StudioMetrics {
  readonly booked: number;
  readonly cancelled: number;
  readonly paid: number;
  readonly paidCents: number;
  readonly refundedCents: number;
  readonly disputes: number;
  readonly credits: number;
  readonly queues: readonly QueueRow[];
  /** As the last check of the data measured it. */
  readonly stored: StoredTotals;
  /** Invariants that did not hold at the last check of the data, and its age; null before the first. */
  readonly check: { readonly breaches: number; readonly ageSeconds: number } | null;
  /** The last whole backup that the schedule made; null before the first. */
  readonly backup: { readonly ageSeconds: number; readonly bytes: number } | null;
}

/** Reads them in one wait for the database (docs/operating.md#metrics). */
export async function readMetrics({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<StudioMetrics> {
  const [sessions, payments, credits, jobs, measured, check, backup] = await reading(db, (one) =>
    together([
      sessionsOfDay(one, now),
      paymentsOfDay(one, now),
      creditsOutstanding(one, now),
      queues(one, now),
      lastMeasured(one),
      lastCheck(one),
      lastWhole(one),
    ]),
  );
  return {
    booked: sessions.booked,
    cancelled: sessions.cancelled,
    paid: payments.paid,
    // Sums of integers come as text or numbers, by their size.
    paidCents: Number(payments.cents),
    refundedCents: Number(payments.refunded_cents),
    disputes: payments.disputes,
    credits,
    queues: jobs,
    stored: measured?.storage ?? {},
    check:
      check === undefined
        ? null
        : { breaches: check.breaches.length, ageSeconds: now.since(check.checked_at).total('seconds') },
    backup:
      backup === undefined
        ? null
        : { ageSeconds: now.since(backup.begun_at).total('seconds'), bytes: backup.bytes ?? 0 },
  };
}
