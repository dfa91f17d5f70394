import type { Log } from '../../lib/log.ts';

/** A collector that is away or slow is said once in this time. */
const WARN_EVERY_MS = 5 * 60_000;

/** Spans that were not sent: there was no room to wait, or the collector did not take them. */
export interface DroppedSpans {
  readonly queue_full: number;
  readonly not_taken: number;
}

/** Counts spans that are dropped, and says them in a line of the log now and then. */
export function createDropCounter(log: Log) {
  const total = { queue_full: 0, not_taken: 0 };
  let warnedAt = -Infinity;
  let said = 0;
  return {
    total: (): DroppedSpans => ({ ...total }),
    add(why: keyof DroppedSpans, spans: number, reason: string): void {
      total[why] += spans;
      if (performance.now() - warnedAt < WARN_EVERY_MS) return;
      warnedAt = performance.now();
      const all = total.queue_full + total.not_taken;
      log.warn({ reason, dropped: all - said }, 'traces cannot be sent');
      said = all;
    },
  };
}
export type DropCounter = ReturnType<typeof createDropCounter>;
