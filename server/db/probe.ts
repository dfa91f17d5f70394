import { Client } from 'pg';
import { connectionTo } from './target.ts';

const TIMEOUT_MS = 5000;

/**
 * Does some work on two connections to a database that may be away or wrong, and ends them. Throws what they throw, at
 * the latest after 5 s for each answer.
 */
export async function probe<T>(
  url: string,
  work: (clients: readonly [Client, Client]) => Promise<T>,
): Promise<T> {
  const clients = [clientOf(url), clientOf(url)] as const;
  try {
    for (const client of clients) await client.connect();
    return await work(clients);
  } finally {
    for (const client of clients) await client.end().catch(() => {});
  }
}

function clientOf(url: string): Client {
  const limits = { connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS };
  const client = new Client({ ...connectionTo(url), ...limits });
  client.on('error', () => {});
  return client;
}

/** What is said of a pooler that cannot serve (docs/operating.md#live-updates). */
export const POOLED_BY_TRANSACTION =
  'DATABASE_URL leads to a pooler in transaction mode. Talkback keeps prepared statements, settings, locks and notifications on its connections: set the pooler to session mode, or name PostgreSQL itself.';

/** Poolers hand out sessions in turn, or the last one given back: either shows in one of these. */
const ORDERS = [
  [0, 1],
  [1, 0],
] as const;

/**
 * Whether a pooler gives each transaction of a connection another session of PostgreSQL: two connected clients hold a
 * session each, give them back, and see what they get next.
 */
export async function isPooledByTransaction(clients: readonly [Client, Client]): Promise<boolean> {
  for (const order of ORDERS) {
    const held = [];
    for (const client of clients) {
      await client.query('begin');
      held.push(await sessionOf(client));
    }
    for (const at of order) await clients[at].query('commit');
    for (const [at, client] of clients.entries()) if ((await sessionOf(client)) !== held[at]) return true;
  }
  return false;
}

async function sessionOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}
