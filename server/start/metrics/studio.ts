import { Gauge, Registry } from 'prom-client';
import { readMetrics, type StudioMetrics } from '../../operator/service.ts';
import type { Ctx } from '../../ctx/ctx.ts';

/** Each metric's name, meaning and value; null: not known yet. */
const VALUES: readonly (readonly [name: string, help: string, of: (read: StudioMetrics) => number | null])[] =
  [
    ['bookings_day', 'Sessions booked in the last 24 hours', ({ booked }) => booked],
    ['cancellations_day', 'Sessions cancelled in the last 24 hours', ({ cancelled }) => cancelled],
    ['payments_day', 'Payments of more than $0 in the last 24 hours', ({ paid }) => paid],
    ['paid_day_cents', 'What was paid in the last 24 hours, VAT included', ({ paidCents }) => paidCents],
    ['refunded_day_cents', 'What was paid back of it', ({ refundedCents }) => refundedCents],
    ['disputes_open', 'Payments whose dispute is open', ({ disputes }) => disputes],
    ['credits_outstanding', 'Credits that people may still spend', ({ credits }) => credits],
    ['data_check_breaches', 'Invariants broken at the last check', ({ check }) => check?.breaches ?? null],
    ['data_check_age_seconds', 'Since the last check of the data', ({ check }) => check?.ageSeconds ?? null],
  ];

type QueueRow = StudioMetrics['queues'][number];

/** Of each queue. */
const OF_QUEUES: readonly (readonly [
  name: string,
  help: string,
  of: (row: QueueRow, now: Temporal.Instant) => number,
])[] = [
  ['queue_waiting', 'Jobs that are due and not begun', ({ waiting }) => waiting],
  ['queue_active', 'Jobs that run', ({ active }) => active],
  ['queue_retrying', 'Jobs that failed and will be tried again', ({ retrying }) => retrying],
  ['queue_failed', 'Jobs that failed every try and wait for an operator', ({ failed }) => failed],
  [
    'queue_oldest_seconds',
    'Since the oldest waiting job is due',
    ({ oldest_at }, now) => (oldest_at === null ? 0 : now.since(oldest_at).total('seconds')),
  ],
];

/** The metrics of the studio, the same in every process: read from the database at each look. */
export function createStudioMetrics(ctx: () => Pick<Ctx, 'db' | 'now' | 'log'>): () => Promise<string> {
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
    new Gauge({ name: `talkback_${name}`, help, labelNames, registers: [registry] });
  const up = gauge('database_up', 'Whether the database answered this look');
  const values = VALUES.map(([name, help, of]) => ({ metric: gauge(name, help), of }));
  const ofQueues = OF_QUEUES.map(([name, help, of]) => ({ metric: gauge(name, help, ['queue']), of }));
  const files = gauge('stored_files', 'Files at the last check of the data', ['kind']);
  const bytes = gauge('stored_bytes', 'Their bytes', ['kind']);

  // A label, because a gauge without any is 0 where it should be absent.
  const backupAge = gauge('backup_age_seconds', 'Since the last scheduled backup', ['made']);
  const backupBytes = gauge('backup_bytes', 'Its bytes', ['made']);

  const read = async (): Promise<void> => {
    const { db, now } = ctx();
    const found = await readMetrics({ db, now });
    for (const { metric, of } of values) {
      const value = of(found);
      if (value !== null) metric.set(value);
    }
    if (found.backup !== null) {
      backupAge.set({ made: 'scheduled' }, found.backup.ageSeconds);
      backupBytes.set({ made: 'scheduled' }, found.backup.bytes);
    }
    for (const { metric, of } of ofQueues)
      for (const row of found.queues) metric.set({ queue: row.name }, of(row, now));
    for (const [kind, stored] of Object.entries(found.stored)) {
      files.set({ kind }, stored.files);
      bytes.set({ kind }, stored.bytes);
    }
  };
  return async () => {
    // What is not read this time would look as if it were of now.
    registry.resetMetrics();
    try {
      await read();
      up.set(1);
    } catch (error) {
      ctx().log.warn({ err: error }, 'metrics of the studio could not be read');
      up.set(0);
    }
    return registry.metrics();
  };
}
