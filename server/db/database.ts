import { Kysely, sql } from 'kysely';
import { Pool, types as pgTypes, type CustomTypesConfig, type PoolClient } from 'pg';
import { ConnectionQueue, type Caller, type QueueLimits, type Receiver } from './connection-queue.ts';
import { PipeliningDialect, pipeliningClient } from './pipeline.ts';
import { MAX_STATEMENTS, preparingClient } from './prepared.ts';
import { tracedClient } from './traced-client.ts';
import { clientWithTimeout, watchDatabase } from './watch.ts';
import type { Tables } from './tables.ts';
import { connectionTo, type DatabaseTarget } from './target.ts';

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

/** Parsers: integers as numbers, days as YYYY-MM-DD, instants as Temporal. */
const types: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return Number;
    if (oid === DATE) return (text: string) => text;
    if (oid === TIMESTAMPTZ) return (text: string) => Temporal.Instant.from(text);
    return format === 'binary' ? pgTypes.getTypeParser(oid, 'binary') : pgTypes.getTypeParser(oid);
  }) as CustomTypesConfig['getTypeParser'],
};

// pg calls toPostgres before it falls back to JSON, which would quote an instant.
for (const type of [Temporal.Instant, Temporal.PlainDate, Temporal.PlainTime]) {
  Object.defineProperty(type.prototype, 'toPostgres', {
    configurable: true,
    value(this: { toString(): string }) {
      return this.toString();
    },
  });
}

/** The query builder over the pool. Inside a transaction use `Tx`. */
export type Database = Kysely<Tables>;

/** Time limits of a pool's connections, in milliseconds. */
export interface Limits {
  readonly statementMs: number;
  readonly lockMs: number;
  /** An idle transaction whose owner is gone. */
  readonly idleInTransactionMs: number;
  /** For a new connection. */
  readonly connectMs: number;
  /** For a free one. */
  readonly queue: QueueLimits;
  /** For any response; after it the database counts as frozen. null waits forever. */
  readonly responseMs: number | null;
}

/** For requests: a response or a 503 within 5 s. */
export const REQUEST_LIMITS: Limits = {
  statementMs: 4000,
  lockMs: 3000,
  idleInTransactionMs: 10_000,
  connectMs: 4000,
  queue: { length: 3000, waitMs: 10_000 },
  responseMs: 4300,
};

/** For jobs, commands and the demo. */
export const JOB_LIMITS: Limits = {
  statementMs: 30_000,
  lockMs: 15_000,
  idleInTransactionMs: 60_000,
  connectMs: 60_000,
  queue: { length: Infinity, waitMs: 60_000 },
  responseMs: null,
};

/** Connections of a pool that only reads may use; half of a small one. */
const KEPT_FOR_READS = 2;

/** The same pool for one request. */
type ForRequest = (request: { readonly reads: boolean; readonly receiver?: Receiver }) => Database;

const requests = new WeakMap<Database, ForRequest>();
const pools = new WeakMap<Database, Database>();

/**
 * A database as one request uses it: until its first connection it is the last to get one, and it stops waiting for
 * that when the receiver of its answer closes. The pool's own handle counts as a change that has begun.
 */
export function forRequest(db: Database, request: Parameters<ForRequest>[0]): Database {
  return requests.get(db)?.(request) ?? db;
}

/** The pool's own handle, for what is kept longer than one request's. */
export const poolOf = (db: Database): Database => pools.get(db) ?? db;

/** Time after which a pool that nobody has used counts as idle. */
const IDLE_MS = 50;
/** Unused connections are kept this long: a new one reads the catalog and prepares every statement again. */
export const KEPT_MS = 300_000;

/** A pool's connections in use, and the calls that wait for one. */
export interface PoolUse {
  readonly inUse: number;
  readonly waiting: number;
}

const uses = new WeakMap<Database, () => PoolUse>();

/** How a pool is used now. */
export const poolUse = (db: Database): PoolUse => uses.get(db)?.() ?? { inUse: 0, waiting: 0 };

const targets = new WeakMap<Database, DatabaseTarget>();

/** What a pool is connected to, for a connection outside of it. Throws for another handle than a pool's own. */
export function targetOf(db: Database): DatabaseTarget {
  const target = targets.get(db);
  if (target === undefined) throw new Error('not a pool of openDatabase');
  return target;
}

const lastUses = new WeakMap<Database, () => number>();

/** Whether the pool is in use, or was a moment ago. */
export function isBusy(db: Database): boolean {
  return performance.now() - (lastUses.get(db)?.() ?? -Infinity) < IDLE_MS;
}

/**
 * Opens a pool of at most `max` connections; what exceeds `limits` (a job's by default) throws. Broken idle connections
 * are replaced. What one that is not `durable` commits may be lost with the machine's power, in its order, until
 * something durable is committed.
 */
export function openDatabase(
  target: DatabaseTarget,
  {
    max = 20,
    limits = JOB_LIMITS,
    durable = true,
    onError,
  }: { max?: number; limits?: Limits; durable?: boolean; onError?: (error: Error) => void } = {},
): Database {
  const watch = watchDatabase(target);
  const queue = new ConnectionQueue(max, Math.min(KEPT_FOR_READS, Math.floor(max / 2)), limits.queue);
  const onTimeout = (): void => {
    watch.reportTimeout();
    // Nobody waits longer for a database that does not answer.
    watch.check().catch((error: Error) => queue.refuseAll(error));
  };
  const Connection = tracedClient(preparingClient(MAX_STATEMENTS, pipeliningClient()));
  const { statementMs, lockMs, idleInTransactionMs, connectMs, responseMs } = limits;
  const pool = new Pool({
    ...connectionTo(target),
    max,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: KEPT_MS,
    keepAlive: true,
    pipeline: true,
    types,
    Client: responseMs === null ? Connection : clientWithTimeout(Connection, responseMs, () => onTimeout()),
  });
  const settings = {
    timezone: 'UTC',
    jit: 'off',
    statement_timeout: `${statementMs}`,
    lock_timeout: `${lockMs}`,
    idle_in_transaction_session_timeout: `${idleInTransactionMs}`,
    ...(durable ? {} : { synchronous_commit: 'off' }),
  };
  // Not as options of the connection, which poolers refuse.
  const set = `select ${Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', false)`)
    .join(', ')}`;
  const timeoutsAtConnect = new WeakMap<PoolClient, number>();
  pool.on('connect', (client) => {
    timeoutsAtConnect.set(client, watch.timeouts);
    // A connection in use also emits an error when it breaks; unhandled, that would end the process.
    client.on('error', () => {});
    // Sent before the first use, which does not wait for it.
    client.query(set).catch(() => client.end());
  });
  pool.on('error', (error) => onError?.(error));

  const leaves = new WeakMap<PoolClient, () => void>();
  let lastUse = -Infinity;
  pool.on('release', (_error, client) => {
    leaves.get(client)?.();
    lastUse = performance.now();
  });

  const usable = async (): Promise<PoolClient> => {
    for (;;) {
      await watch.check();
      const client = await pool.connect().catch((error: unknown) => {
        if (error instanceof Error && error.message.includes('due to connection timeout')) onTimeout();
        throw error;
      });
      if (timeoutsAtConnect.get(client) === watch.timeouts) return client;
      client.release(true);
    }
  };
  const connect = async (caller: Caller): Promise<PoolClient> => {
    await watch.check();
    const leave = await queue.enter(caller);
    try {
      const client = await usable();
      leaves.set(client, leave);
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  };
  const end = async (): Promise<void> => {
    watch.stop();
    await pool.end();
  };
  const open = (connectOne: () => Promise<PoolClient>): Database =>
    new Kysely<Tables>({
      dialect: new PipeliningDialect({ pool: { connect: connectOne, end, options: {} } }),
    });
  const db = open(() => connect({ reads: false, begun: true }));
  targets.set(db, target);
  uses.set(db, () => ({ inUse: queue.inUse, waiting: queue.waiting }));
  lastUses.set(db, () => (queue.inUse > 0 ? performance.now() : lastUse));
  requests.set(db, ({ reads, receiver }) => {
    let begun = false;
    const own = open(async () => {
      const client = await connect({ reads, begun, receiver });
      begun = true;
      return client;
    });
    pools.set(own, db);
    return own;
  });
  return db;
}

/** Resolves when the database responds, else throws. */
export async function pingDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
