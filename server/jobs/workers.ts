import type { PgBoss } from 'pg-boss';

/** Queue of jobs that failed every retry. */
export const DEAD_LETTER_QUEUE = 'dead-letter';

/** Retries with exponential backoff, in seconds. */
export const RETRIES = { retryLimit: 8, retryDelay: 2, retryBackoff: true, retryDelayMax: 600 } as const;

/** Polling in seconds, for jobs whose notification was missed (docs/decisions/0048-wake-workers-by-notify.md). */
const POLLING = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 60 } as const;

/** Runs one job; a throw fails it. */
type RunJob = (queue: string, job: { readonly id: string; readonly data: object }) => Promise<void>;

/**
 * Works on queues, each with its number of workers. A worker takes one job at a time and polls again at once after it,
 * and when a retry is due.
 */
export async function startWorkers(
  boss: PgBoss,
  queues: Iterable<readonly [queue: string, workers: number]>,
  runJob: RunJob,
): Promise<void> {
  const workers = new Map<string, string[]>();
  const wake = (queue: string): void => {
    for (const worker of workers.get(queue) ?? []) boss.notifyWorker(worker);
  };
  const wakeAfter = (seconds: number, queue: string): void => {
    setTimeout(() => [queue, DEAD_LETTER_QUEUE].forEach(wake), seconds * 1000).unref();
  };
  const startWorker = (queue: string): Promise<string> =>
    boss.work<object>(queue, POLLING, async ([job]) => {
      if (job === undefined) return;
      wake(queue);
      try {
        await runJob(queue, job);
      } catch (error) {
        // A failed job is requeued after this: soon to the dead letters, else within its jittered delay.
        for (const seconds of [1, longestDelay(job.retryCount)]) wakeAfter(seconds, queue);
        throw error;
      }
    });
  for (const [queue, count] of queues) {
    const started: string[] = [];
    for (let nr = 0; nr < count; nr += 1) started.push(await startWorker(queue));
    workers.set(queue, started);
  }
}

const longestDelay = (retryCount: number): number =>
  Math.min(RETRIES.retryDelayMax, RETRIES.retryDelay * 2 ** (retryCount + 1));
