import { Gauge, Registry } from 'prom-client';
import { queueFigures } from '../../jobs/queue-figures.ts';
import { readFigures, readSlowFigures, type Figures, type SlowFigures } from '../../operator/service.ts';
import type { Ctx } from '../../ctx/ctx.ts';

/** Each figure's name, meaning and value. Those of a day are over the last 24 hours. */
const FIGURES: readonly (readonly [name: string, help: string, of: (figures: Figures) => number | null])[] = [
  ['bookings_day', 'Sessions booked', ({ booked }) => booked],
  ['cancellations_day', 'Sessions cancelled', ({ cancelled }) => cancelled],
  ['payments_day', 'Payments of more than $0', ({ paid }) => paid],
  ['paid_day_cents', 'What was paid, VAT included', ({ paidCents }) => paidCents],
  ['refunded_day_cents', 'What was paid back of it', ({ refundedCents }) => refundedCents],
  ['failed_jobs', 'Jobs that failed every try and wait for an operator', ({ failedJobs }) => failedJobs],
  ['disputes_open', 'Payments whose dispute is open', ({ disputes }) => disputes],
  [
    'data_check_breaches',
    'Invariants broken at the last check of the data',
    ({ check }) => check?.breaches ?? null,
  ],
  ['data_check_age_seconds', 'Since the last check of the data', ({ check }) => check?.ageSeconds ?? null],
];
const SLOW_FIGURES: readonly (readonly [name: string, help: string, of: (figures: SlowFigures) => number])[] =
  [
    ['credits_outstanding', 'Credits that people may still spend', ({ credits }) => credits],
    ['files', 'Files that sessions list', ({ files }) => files],
    ['file_bytes', 'Their bytes', ({ fileBytes }) => fileBytes],
  ];
/** What is counted row by row is read this seldom. */
const SLOW_EVERY_MS = 5 * 60_000;

/** The metrics of the studio, the same in every process: read from the database at each look. */
export function createStudioMetrics(ctx: () => Pick<Ctx, 'db' | 'now' | 'log'>): () => Promise<string> {
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
    new Gauge({ name: `talkback_${name}`, help, labelNames, registers: [registry] });
  const up = gauge('database_up', 'Whether the database answered this look');
  const quick = FIGURES.map(([name, help, of]) => ({ gauge: gauge(name, help), of }));
  const slow = SLOW_FIGURES.map(([name, help, of]) => ({ gauge: gauge(name, help), of }));
  const queues = {
    waiting: gauge('queue_waiting', 'Jobs that are due and not begun', ['queue']),
    active: gauge('queue_active', 'Jobs that run', ['queue']),
    retrying: gauge('queue_retrying', 'Jobs that failed and will be tried again', ['queue']),
    oldest_seconds: gauge('queue_oldest_seconds', 'Since the oldest waiting job is due', ['queue']),
  } as const;
  let slowAt = -Infinity;

  const read = async (): Promise<void> => {
    const { db, now } = ctx();
    const figures = await readFigures({ db, now });
    for (const one of quick) {
      const value = one.of(figures);
      if (value !== null) one.gauge.set(value);
    }
    const jobs = await queueFigures(db, now);
    for (const [name, metric] of Object.entries(queues)) {
      metric.reset();
      for (const { queue, ...counts } of jobs) metric.set({ queue }, counts[name as keyof typeof queues]);
    }
    if (performance.now() - slowAt < SLOW_EVERY_MS) return;
    const counted = await readSlowFigures({ db, now });
    for (const one of slow) one.gauge.set(one.of(counted));
    slowAt = performance.now();
  };
  return async () => {
    try {
      await read();
      up.set(1);
    } catch (error) {
      ctx().log.warn({ err: error }, 'metrics of the studio could not be read');
      // Last figures would look as if they were of now.
      registry.resetMetrics();
      slowAt = -Infinity;
      up.set(0);
    }
    return registry.metrics();
  };
}
