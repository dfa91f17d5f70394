import { randomUUID } from 'node:crypto';
import { connected } from './snapshot.ts';
import type { WorkerStudio } from './worker-studio.ts';

/** Leaves a job that failed every try: the check of the data, which runs well when it runs again. */
export const failJob = ({ dataDir }: WorkerStudio, failure: string): Promise<void> =>
  connected(dataDir, async (client) => {
    await client.query(
      `insert into dead_letters (id, queue, data, failure, tries, enqueued_at, failed_at)
       values ($1, 'operator.check-data', '{"night": 1}', $2, 3, now() - interval '1 hour', now())`,
      [randomUUID(), failure],
    );
  });
