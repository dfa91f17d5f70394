import { Client } from 'pg';
import { isPooledByTransaction, POOLED_BY_TRANSACTION } from '../db/pooler.ts';
import { connectionTo, OLDEST, type DatabaseTarget } from '../db/target.ts';
import { startEmbedded } from '../db/embedded/launcher.ts';
import type { Settings } from '../lib/settings.ts';
import { diskFullError } from '../lib/data-dir.ts';
import { firstLine, StartError } from '../lib/start-error.ts';

/** A running database, and its stop if it is embedded. */
export interface RunningDatabase {
  readonly target: DatabaseTarget;
  stop(): Promise<void>;
}

const TIMEOUT_MS = 5000;

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

function clientOf(url: string): Client {
  const limits = { connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS };
  const client = new Client({ ...connectionTo(url), ...limits });
  client.on('error', () => {});
  return client;
}

async function check(url: string): Promise<void> {
  const clients: Client[] = [];
  try {
    const [client, other] = [clientOf(url), clientOf(url)];
    for (const one of [client, other]) {
      clients.push(one);
      await one.connect();
    }
    const { rows } = await client.query<{ version: string }>(
      `select current_setting('server_version_num') as version`,
    );
    const version = Number(rows[0]?.version);
    if (version < OLDEST)
      throw new StartError(
        `DATABASE_URL takes a PostgreSQL 15 or newer; this one is ${Math.floor(version / 10_000)}.`,
      );
    if (await isPooledByTransaction([client, other])) throw new StartError(POOLED_BY_TRANSACTION);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`DATABASE_URL: the database cannot be reached (${firstLine(error)}).`, {
      cause: error,
    });
  } finally {
    for (const client of clients) await client.end().catch(() => {});
  }
}
