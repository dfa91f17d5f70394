import type { PgBoss } from 'pg-boss';

/** Where jobs go that have failed to the end. */
export const DEAD = 'dead-letter';

/** How a failed job is tried again: after seconds that double from try to try. */
export const RETRIES = { retryLimit: 8, retryDelay: 2, retryBackoff: true, retryDelayMax: 600 } as const;

/**
 * How often a queue is asked, in seconds. What is put on wakes its worker by a notification of its transaction, so asking is for what
 * nobody was told of: what a process that is gone has left. Without notifications it is asked more often.
 */
const ASKED = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 60 } as const;

/** Runs one job; what it throws fails the job. */
type Perform = (queue: string, job: { readonly id: string; readonly data: object }) => Promise<void>;

/**
 * Serves queues, one job at a time of each. A worker asks again at once as long as there was something, and when what failed is
 * to be tried again.
 */
export async function startWorkers(boss: PgBoss, queues: Iterable<string>, perform: Perform): Promise<void> {
  const workers = new Map<string, string>();
  const wake = (queue: string): void => {
    const worker = workers.get(queue);
    if (worker !== undefined) boss.notifyWorker(worker);
  };
  const wakeIn = (seconds: number, queue: string): void => {
    setTimeout(() => [queue, DEAD].forEach(wake), seconds * 1000).unref();
  };
  for (const queue of queues) {
    const worker = await boss.work<object>(queue, ASKED, async ([job]) => {
      if (job === undefined) return;
      wake(queue);
      try {
        await perform(queue, job);
      } catch (error) {
        // Who fails is put back afterwards: soon where it is the end, else within its delay, which chance shortens.
        for (const seconds of [1, longestDelay(job.retryCount)]) wakeIn(seconds, queue);
        throw error;
      }
    });
    workers.set(queue, worker);
  }
}

const longestDelay = (retryCount: number): number =>
  Math.min(RETRIES.retryDelayMax, RETRIES.retryDelay * 2 ** (retryCount + 1));
