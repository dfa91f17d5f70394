import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type GaugeConfiguration,
} from 'prom-client';
import type { Observer } from '../../lib/observer.ts';
import type { DroppedSpans } from '../tracing/dropped-spans.ts';

/** What a process says of itself at each look, and the parts of it that are asked then. */
export interface ProcessFigures {
  /** Of each pool of connections. */
  readonly pools: readonly { readonly pool: string; readonly inUse: number; readonly waiting: number }[];
  readonly streams: number;
  /** Null without traces. */
  readonly droppedSpans: DroppedSpans | null;
}

/** In seconds; requests are refused as busy after 10. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_BUCKETS = [0.01, 0.05, 0.25, 1, 5, 30, 120, 900];

/** The metrics of this process (docs/operating.md#metrics), and what counts requests and jobs for them. */
export function createProcessMetrics(readProcess: () => ProcessFigures): {
  readonly registry: Registry;
  readonly observer: Observer;
} {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'talkback_http_request_duration_seconds',
    help: 'Requests by method, route and status, until the answer was sent',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const jobs = new Histogram({
    name: 'talkback_job_duration_seconds',
    help: 'Jobs and event handlers by queue; failed ones are tried again',
    labelNames: ['queue', 'outcome'],
    buckets: JOB_BUCKETS,
    registers,
  });
  const gauge = <T extends string>(of: Omit<GaugeConfiguration<T>, 'registers'>): Gauge<T> =>
    new Gauge<T>({ ...of, registers });
  const labelNames = ['pool'];
  const waiting = gauge({
    name: 'talkback_database_waiting',
    help: 'Calls that wait for a connection',
    labelNames,
  });
  gauge({
    name: 'talkback_database_connections',
    help: 'Connections in use',
    labelNames,
    collect() {
      for (const { pool, inUse, waiting: line } of readProcess().pools) {
        this.set({ pool }, inUse);
        waiting.set({ pool }, line);
      }
    },
  });
  gauge({
    name: 'talkback_live_streams',
    help: 'Open streams of live updates',
    collect() {
      this.set(readProcess().streams);
    },
  });
  const dropped = new Counter({
    name: 'talkback_trace_spans_dropped_total',
    help: 'Spans of traces that were not sent, because too many waited or the collector did not take them',
    labelNames: ['reason'],
    registers: [],
    collect() {
      this.reset();
      for (const [reason, spans] of Object.entries(readProcess().droppedSpans ?? {}))
        this.inc({ reason }, spans);
    },
  });
  registry.registerMetric(dropped);
  return {
    registry,
    observer: {
      answered: ({ method, route, status, seconds }) =>
        requests.observe({ method, route: route ?? 'none', status }, seconds),
      ended: ({ queue, seconds, failed }) =>
        jobs.observe({ queue, outcome: failed ? 'failed' : 'completed' }, seconds),
    },
  };
}
