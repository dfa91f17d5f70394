import type { PgBoss } from 'pg-boss';
import { KEPT_MS } from '../db/database.ts';
import { together } from '../db/pipeline.ts';
import { connectionTo, type DatabaseTarget } from '../db/target.ts';
import type { Ctx, Events, Handler, Job } from '../ctx/ctx.ts';
import { newId } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import type { Observer } from '../lib/observer.ts';
import type { Tracer } from '../lib/tracing/span.ts';
import { inParallel } from '../lib/parallel.ts';
import { createJobRunner, origin, queueOf, type RunJob } from './job-runner.ts';
import { createPace, type Pace } from './pace.ts';
import { DEAD_LETTER_QUEUE, RETRIES, startWorkers, type Work } from './workers.ts';

/** Queues that accept work but do not run it yet, because handlers need a ctx that holds the queues. */
export interface OpenQueues extends Events {
  /** Connects and creates missing queues; else `start` or the first event does. */
  open(): Promise<void>;
  /** Starts the workers in mode `work`. `ctx` creates a context without an actor for each run. */
  start(ctx: () => Ctx | Promise<Ctx>): Promise<Queues>;
  stop(): Promise<void>;
}

/** Running queues. */
export interface Queues extends Events {
  /**
   * Runs due jobs until none are left, of all queues or some, of so many queues at once. Returns how many ran. One that
   * fails is retried later and keeps no other from running; throws the first failure at the end.
   */
  drain(only?: (queue: string) => boolean, atOnce?: number): Promise<number>;
  stop(): Promise<void>;
}

interface QueueOptions {
  target: DatabaseTarget;
  log: Log;
  handlers: readonly Handler[];
  jobs: readonly Job[];
  /** `work` runs workers and schedules; `manual` waits for drain(). */
  mode: 'work' | 'manual';
  /** Whether there are requests, to which handlers and mails give way; never by default. */
  isBusy?: () => boolean;
  observer?: Observer | undefined;
  tracer?: Tracer | undefined;
}

const CONNECT_MS = 10_000;
/** Whose process says nothing for so long is lost: its jobs are tried again (docs/operating.md#several-processes). */
const HEARTBEAT_SECONDS = 60;
/** Of every queue; those of an earlier release get it, too. */
const WATCHED = { notify: true, heartbeatSeconds: HEARTBEAT_SECONDS } as const;

/** Queues with jobs that are due. */
const WAITING_QUEUES = `select distinct name from jobs.job where state < 'active' and start_after <= now()`;

/** What enqueues, once it is loaded and connected. */
interface Opened {
  readonly boss: PgBoss;
  readonly fromKysely: typeof import('pg-boss').fromKysely;
}

/**
 * Queues of all handlers and jobs. They are loaded, connected and created by `start` or with the first event, so that a
 * start answers requests before; nothing runs before `start`.
 */
export function openQueues(options: QueueOptions): OpenQueues {
  const { handlers, jobs, mode } = options;
  let opening: Promise<Opened> | undefined;
  let opened: Opened | undefined;
  const open = (): Promise<Opened> => (opening ??= connect(options).then((made) => (opened = made)));
  const pace = createPace(options.isBusy ?? (() => false));
  const stop = async (): Promise<void> => {
    pace.stop();
    await opening?.catch(() => {});
    await opened?.boss.stop({ graceful: true, timeout: 8000, close: true });
  };
  // What leaves together leaves at once, so nothing waits once they are open.
  const names = namesOf(options);
  const events = eventsOf(() => opened ?? open(), handlers, new Set(names));
  return {
    ...events,
    open: async () => void (await open()),
    stop,
    async start(ctx) {
      const { boss } = await open();
      const runJob = createJobRunner(options, ctx);
      if (mode === 'work') await work(boss, pace, runJob, options);
      return {
        ...events,
        stop,
        drain: (only = () => true, atOnce = 1) =>
          drain(boss, [...names, DEAD_LETTER_QUEUE].filter(only), {
            parallel: parallelOf(jobs),
            runJob,
            atOnce,
          }),
      };
    },
  };
}

const namesOf = ({ handlers, jobs }: QueueOptions): string[] => [
  ...handlers.map(queueOf),
  ...jobs.map((job) => job.name),
];

/** Connects and creates missing queues. pg-boss is a sixth of the server's code. */
async function connect(options: QueueOptions): Promise<Opened> {
  const { log, jobs, mode } = options;
  const { fromKysely, PgBoss } = await import('pg-boss');
  // pg-boss hands its options to its pool.
  const pool = { ...connectionTo(options.target), max: 3, idleTimeoutMillis: KEPT_MS };
  const boss = new PgBoss({
    ...pool,
    schema: 'jobs',
    application_name: 'talkback jobs',
    schedule: mode === 'work',
    supervise: mode === 'work',
    useListenNotify: mode === 'work',
    // No job depends on another.
    flowIntervalSeconds: 3600,
    persistWarnings: false,
    connectionTimeoutMillis: CONNECT_MS,
  });
  boss.on('error', (error) => log.error({ err: error }, 'queue error'));
  await boss.start();

  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const settings = new Map(jobs.map((job) => [job.name, job]));
  for (const name of [DEAD_LETTER_QUEUE, ...namesOf(options)]) {
    const existing = known.get(name);
    if (existing !== undefined) {
      if (existing.notify !== true || existing.heartbeatSeconds !== HEARTBEAT_SECONDS)
        await boss.updateQueue(name, WATCHED);
    } else if (name === DEAD_LETTER_QUEUE)
      await boss.createQueue(DEAD_LETTER_QUEUE, { retentionSeconds: 30 * 86_400, ...WATCHED });
    else {
      const { retries: retryLimit = RETRIES.retryLimit, waitsOnce = false } = settings.get(name) ?? {};
      const more = { deadLetter: DEAD_LETTER_QUEUE, expireInSeconds: 900, ...WATCHED };
      const policy = waitsOnce ? 'short' : 'standard';
      await boss.createQueue(name, { ...RETRIES, ...more, retryLimit, policy });
    }
  }
  return { boss, fromKysely };
}

function eventsOf(
  opened: () => Opened | Promise<Opened>,
  handlers: readonly Handler[],
  names: ReadonlySet<string>,
): Events {
  return {
    async emit(tx, kind, payload) {
      const found = opened();
      const { boss, fromKysely } = found instanceof Promise ? await found : found;
      const event_id = newId();
      const own = handlers.filter((handler) => handler.on.event === kind.event);
      await together(
        own.map((one) =>
          boss.send(queueOf(one), { ...payload, event_id, ...origin(tx) }, { db: fromKysely(tx) }),
        ),
      );
    },
    async enqueue(tx, job, payload, startAfter, dedupeKey) {
      const found = opened();
      const { boss, fromKysely } = found instanceof Promise ? await found : found;
      const when = startAfter === undefined ? {} : { startAfter: startAfter.toString() };
      const within = job.waitsOnce === true ? {} : { singletonSeconds: 60 };
      const dedupe = dedupeKey === undefined ? {} : { singletonKey: dedupeKey, ...within };
      await boss.send(job.name, { ...payload, ...origin(tx) }, { db: fromKysely(tx), ...when, ...dedupe });
    },
    async requeue(tx, queue, payload, key) {
      if (!names.has(queue)) return false;
      const { boss, fromKysely } = await opened();
      const own = key === null ? {} : { singletonKey: key };
      await boss.send(queue, payload, { db: fromKysely(tx), ...own });
      return true;
    },
  };
}

async function work(
  boss: PgBoss,
  pace: Pace,
  runJob: RunJob,
  { handlers, jobs }: QueueOptions,
): Promise<void> {
  const queues = new Map<string, Work>([[DEAD_LETTER_QUEUE, { workers: 1 }]]);
  for (const handler of handlers) queues.set(queueOf(handler), { workers: 1, pace });
  for (const { name, parallel = 1, givesWay } of jobs)
    queues.set(name, { workers: parallel, pace: givesWay === true ? pace : undefined });
  await startWorkers(boss, queues, (name, { id, data }) => runJob(name, id, data));
  const stored = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
  for (const job of jobs) {
    // Each is read and written by itself: those of the last start stand.
    if (job.cron !== undefined && job.cron !== stored.get(job.name))
      await boss.schedule(job.name, job.cron, {}, { tz: 'UTC' });
  }
}

async function drain(
  boss: PgBoss,
  queues: readonly string[],
  {
    parallel,
    runJob,
    atOnce,
  }: { readonly parallel: ReadonlyMap<string, number>; readonly runJob: RunJob; readonly atOnce: number },
): Promise<number> {
  /** Of jobs that have failed and have not been retried yet, by their ids. */
  const failures = new Map<string, unknown>();
  let ran = 0;
  const runOne = async (name: string, { id, data }: { id: string; data: object }): Promise<void> => {
    try {
      await runJob(name, id, data);
    } catch (error) {
      failures.set(id, error);
      await boss.fail(name, id, error as object);
      return;
    }
    await boss.complete(name, id);
    failures.delete(id);
    ran += 1;
  };
  for (let more = true; more;) {
    // Most queues are empty: one query for all.
    const { rows } = await boss.getDb().executeSql(WAITING_QUEUES);
    const waiting = new Set((rows as { name: string }[]).map(({ name }) => name));
    const found = await inParallel(
      atOnce,
      queues.filter((queue) => waiting.has(queue)),
      async (name) => {
        const fetched = await boss.fetch<object>(name, { batchSize: 100 });
        await inParallel(parallel.get(name) ?? 1, fetched, (job) => runOne(name, job));
        return fetched.length > 0;
      },
    );
    more = found.includes(true);
  }
  for (const failure of failures.values()) throw failure;
  return ran;
}

const parallelOf = (jobs: readonly Job[]): ReadonlyMap<string, number> =>
  new Map(jobs.map((job) => [job.name, job.parallel ?? 1]));
