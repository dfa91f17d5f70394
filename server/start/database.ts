import { isPooledByTransaction, POOLED_BY_TRANSACTION, probe } from '../db/probe.ts';
import { OLDEST, type DatabaseTarget } from '../db/target.ts';
import { startEmbedded } from '../db/embedded/launcher.ts';
import type { Settings } from '../lib/settings.ts';
import { diskFullError } from '../lib/data-dir.ts';
import { firstLine, StartError } from '../lib/start-error.ts';

/** A running database, and its stop if it is embedded. */
export interface RunningDatabase {
  readonly target: DatabaseTarget;
  stop(): Promise<void>;
}

/** Connects to DATABASE_URL, else starts the embedded server. Throws a StartError without a response within 5 s. */
export async function runDatabase(
  settings: Settings,
  progress: (line: string) => void,
): Promise<RunningDatabase> {
  if (settings.databaseUrl !== null) {
    await check(settings.databaseUrl);
    return { target: settings.databaseUrl, stop: async () => {} };
  }
  try {
    const embedded = await startEmbedded({ dataDir: settings.dataDir, log: progress });
    embedded.guard();
    return { target: embedded.target, stop: () => embedded.stop() };
  } catch (error) {
    // PostgreSQL's programs report it as text.
    if (/No space left on device|Disk quota exceeded/.test(firstLine(error)))
      throw diskFullError(settings.dataDir);
    throw new StartError(firstLine(error), { cause: error });
  }
}

async function check(url: string): Promise<void> {
  try {
    await probe(url, async (clients) => {
      const { rows } = await clients[0].query<{ version: string }>(
        `select current_setting('server_version_num') as version`,
      );
      const version = Number(rows[0]?.version);
      if (version < OLDEST)
        throw new StartError(
          `DATABASE_URL takes a PostgreSQL 15 or newer; this one is ${Math.floor(version / 10_000)}.`,
        );
      if (await isPooledByTransaction(clients)) throw new StartError(POOLED_BY_TRANSACTION);
    });
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`DATABASE_URL: the database cannot be reached (${firstLine(error)}).`, {
      cause: error,
    });
  }
}
