import type { Job } from '#server/ctx/ctx.ts';
import type { DatabaseTarget } from '#server/db/target.ts';
import { openQueues } from '#server/jobs/events.ts';
import type { Log } from '#server/lib/log.ts';
import { HANDLERS, JOBS } from '#server/start/rooms.ts';

const nothing = (): never => {
  throw new Error('nothing is at work here');
};

/** Creates this release's queues and those named for waiting jobs of another release. */
export async function makeQueues(
  target: DatabaseTarget,
  log: Log,
  besides: readonly string[],
): Promise<void> {
  const others = besides.map((name): Job => ({ name, run: nothing }));
  const queues = openQueues({ target, log, handlers: HANDLERS, jobs: [...JOBS, ...others], mode: 'manual' });
  await queues.open();
  await queues.stop();
}
