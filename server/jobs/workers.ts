import type { PgBoss } from 'pg-boss';

/** Queue of jobs that failed every retry. */
export const DEAD_LETTER_QUEUE = 'dead-letter';

/** Retries with exponential backoff, in seconds. */
export const RETRIES = { retryLimit: 8, retryDelay: 2, retryBackoff: true, retryDelayMax: 600 } as const;

/** Polling in seconds, for jobs whose notification was missed (docs/decisions/0048-wake-workers-by-notify.md). */
const POLLING = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 60 } as const;

/** Runs one job; a throw fails it. */
type RunJob = (queue: string, job: { readonly id: string; readonly data: object }) => Promise<void>;

/** Works on queues, one job at a time per queue. A worker polls again at once after a job, and when a retry is due. */
export async function startWorkers(boss: PgBoss, queues: Iterable<string>, runJob: RunJob): Promise<void> {
  const workers = new Map<string, string>();
  const wake = (queue: string): void => {
    const worker = workers.get(queue);
    if (worker !== undefined) boss.notifyWorker(worker);
  };
  const wakeAfter = (seconds: number, queue: string): void => {
    setTimeout(() => [queue, DEAD_LETTER_QUEUE].forEach(wake), seconds * 1000).unref();
  };
  for (const queue of queues) {
    const worker = await boss.work<object>(queue, POLLING, async ([job]) => {
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
    workers.set(queue, worker);
  }
}

const longestDelay = (retryCount: number): number =>
  Math.min(RETRIES.retryDelayMax, RETRIES.retryDelay * 2 ** (retryCount + 1));
