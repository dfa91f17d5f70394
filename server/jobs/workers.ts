import type { JobResult, PgBoss } from 'pg-boss';
import type { Pace } from './pace.ts';

/** Queue of jobs that failed every retry. */
export const DEAD_LETTER_QUEUE = 'dead-letter';

/** Retries with exponential backoff, in seconds. */
export const RETRIES = { retryLimit: 8, retryDelay: 2, retryBackoff: true, retryDelayMax: 600 } as const;

/** Polling in seconds, where notifications do not come and where they do (docs/decisions/0048-wake-workers-by-notify.md). */
const POLLING = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 3600 } as const;

/** How often all queues are looked at together, for jobs that nobody was told of or that became due since. */
const LOOK_MS = 60_000;
const DUE_QUEUES = `select distinct name from jobs.job
  where state < 'active' and not blocked and start_after <= now()`;

/** Jobs fetched at once where that is allowed; a crash leaves as many waiting for their retry. */
const BATCH = 5;

/** Runs one job; a throw fails it. */
type RunJob = (queue: string, job: { readonly id: string; readonly data: object }) => Promise<void>;

/** How a queue is worked on. */
export interface Work {
  readonly workers: number;
  /** Fetches several jobs, which run one after the other at this pace. */
  readonly pace?: Pace | undefined;
}

/**
 * Works on queues. A worker runs one job at a time and polls again at once after it, and when a retry is due. Each job
 * of several that were fetched together succeeds or fails alone.
 */
export async function startWorkers(
  boss: PgBoss,
  queues: ReadonlyMap<string, Work>,
  runJob: RunJob,
): Promise<void> {
  const workers = new Map<string, string[]>();
  const wake = (queue: string): void => {
    for (const worker of workers.get(queue) ?? []) boss.notifyWorker(worker);
  };
  const wakeAfter = (seconds: number, queue: string): void => {
    setTimeout(() => [queue, DEAD_LETTER_QUEUE].forEach(wake), seconds * 1000).unref();
  };
  const startWorker = (queue: string, pace: Pace | undefined): Promise<string> => {
    const options = { ...POLLING, batchSize: pace === undefined ? 1 : BATCH, perJobResults: true } as const;
    return boss.work<object, unknown, typeof options>(queue, options, async (jobs) => {
      wake(queue);
      const results: JobResult[] = [];
      for (const job of jobs) {
        const run = (): Promise<void> => runJob(queue, job);
        try {
          await (pace === undefined ? run() : pace.run(run));
          results.push({ id: job.id, status: 'completed' });
        } catch (error) {
          // A failed job is requeued after this: soon to the dead letters, else within its jittered delay.
          for (const seconds of [1, longestDelay(job.retryCount)]) wakeAfter(seconds, queue);
          results.push({ id: job.id, status: 'failed', output: error });
        }
      }
      return results;
    });
  };
  for (const [queue, { workers: count, pace }] of queues) {
    const started: string[] = [];
    for (let nr = 0; nr < count; nr += 1) started.push(await startWorker(queue, pace));
    workers.set(queue, started);
  }
  lookForDue(boss, wake);
}

/** Wakes the queues that have due jobs, once a minute until the queues stop: one statement for all of them. */
function lookForDue(boss: PgBoss, wake: (queue: string) => void): void {
  const look = async (): Promise<void> => {
    const { rows } = await boss.getDb().executeSql(DUE_QUEUES);
    for (const { name } of rows as { name: string }[]) wake(name);
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => boss.emit('error', error as Error));
  }, LOOK_MS).unref();
  boss.once('stopped', () => clearInterval(timer));
}

const longestDelay = (retryCount: number): number =>
  Math.min(RETRIES.retryDelayMax, RETRIES.retryDelay * 2 ** (retryCount + 1));
