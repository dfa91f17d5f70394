import {
  CompiledQuery,
  PostgresDialect,
  PostgresDriver,
  Transaction,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  type TransactionSettings,
} from 'kysely';
import { Client } from 'pg';
import type { Tables } from './tables.ts';

/** The texts by which the driver and its connections know the beginning and the end of a transaction. */
const BEGIN = 'begin';
const ROLLBACK = 'rollback';
/** Refused because an earlier statement of the transaction was; or what that one had prepared is missing. */
const CONSEQUENCES = new Set(['25P02', '26000']);

type Send = (...args: unknown[]) => Promise<unknown>;

/** Functions that write, so that a `select` of theirs is no read. `pipeline.test.ts` compares it with the database's. */
export const WRITING_FUNCTIONS = [
  'live_tell',
  'live_tell_sessions',
  'pg_notify',
  'refresh_free_times',
  'setval',
];
const writes = new RegExp(String.raw`\b(${WRITING_FUNCTIONS.join('|')})\s*\(`, 'i');

/** A data-modifying `with` cannot stand within a `select`. */
const isRead = (text: unknown): boolean =>
  typeof text === 'string' && /^\s*select\b/i.test(text) && !writes.test(text);
const ignoreError = (): void => {};

/**
 * A pg client whose statements of one turn of the event loop leave in one write. What follows a `begin` that is not
 * answered yet goes out with it when it only reads; a write waits, so that it never runs outside of the transaction. After
 * a `begin` that failed nothing is sent until `rollback`.
 */
export function pipeliningClient(Base: typeof Client): typeof Client {
  return class PipeliningClient extends Base {
    #corked = false;
    #begun: Promise<unknown> | null = null;
    #writeWaits = false;
    #failure: Error | null = null;

    override query(...args: unknown[]): never {
      this.#cork();
      const send = super.query.bind(this) as Send;
      if (args[0] === BEGIN) return this.#begin(send) as never;
      if (args[0] === ROLLBACK) return this.#rollBack(send) as never;
      if (this.#failure !== null) return Promise.reject(this.#failure) as never;
      const begun = this.#begun;
      if (begun === null) return send(...args) as never;
      if (this.#writeWaits || !isRead(args[0])) {
        this.#writeWaits = true;
        return begun.then(() => send(...args)) as never;
      }
      const sent = send(...args);
      sent.catch(ignoreError);
      return begun.then(() => sent) as never;
    }

    /** `T` from the moment that `begin` is sent. */
    override getTransactionStatus(): ReturnType<Client['getTransactionStatus']> {
      return this.#begun === null ? super.getTransactionStatus() : 'T';
    }

    #begin(send: Send): Promise<unknown> {
      this.#failure = null;
      const begun = send(BEGIN);
      const answered = (): void => {
        this.#begun = null;
        this.#writeWaits = false;
      };
      this.#begun = begun;
      begun.then(answered, (error: Error) => {
        answered();
        this.#failure = error;
      });
      return begun;
    }

    async #rollBack(send: Send): Promise<unknown> {
      await this.#begun?.catch(ignoreError);
      this.#failure = null;
      return send(ROLLBACK);
    }

    #cork(): void {
      if (this.#corked) return;
      this.#corked = true;
      const { stream } = this.connection;
      stream.cork();
      process.nextTick(() => {
        this.#corked = false;
        stream.uncork();
      });
    }
  };
}

/** Sends `begin` without waiting for its answer: it leaves with the first statement. */
class PipeliningDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    if (settings.isolationLevel !== undefined || settings.accessMode !== undefined)
      return super.beginTransaction(connection, settings);
    // The first statement fails with its error.
    connection.executeQuery(CompiledQuery.raw(BEGIN)).catch(ignoreError);
  }
}

/** The dialect of a pool of pipelining clients. */
export class PipeliningDialect extends PostgresDialect {
  readonly #config: ConstructorParameters<typeof PostgresDialect>[0];
  constructor(config: ConstructorParameters<typeof PostgresDialect>[0]) {
    super(config);
    this.#config = config;
  }
  override createDriver(): Driver {
    return new PipeliningDriver(this.#config);
  }
}

const NO_POOL = new PostgresDialect({
  pool: () => Promise.reject(new Error('a transaction has one connection')),
});

/**
 * The same transaction, whose statements do not wait for each other; they are executed in their order. It takes none
 * once `work` has settled: what a forgotten step sent then would follow `commit` or `rollback`.
 */
export async function pipelined<T>(
  one: Kysely<Tables>,
  work: (pipelined: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const executor = one.getExecutor();
  return executor.provideConnection(async (connection) => {
    let settled = false;
    const provideConnection = async <R>(
      consumer: (connection: DatabaseConnection) => Promise<R>,
    ): Promise<R> => {
      if (settled) throw new Error('the transaction is over');
      return consumer(connection);
    };
    try {
      return await work(
        new Transaction<Tables>({
          config: { dialect: NO_POOL },
          dialect: NO_POOL,
          driver: NO_POOL.createDriver(),
          executor: executor.withConnectionProvider({ provideConnection }),
        }),
      );
    } finally {
      settled = true;
    }
  });
}

/** Reads on one connection of the pool, or in the transaction that is given, without waits in between. */
export function reading<T>(db: Kysely<Tables>, work: (one: Kysely<Tables>) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.connection().execute((one) => pipelined(one, work));
}

/**
 * Waits for steps or queries that were started together, and so were sent in their order and cost one round trip
 * (docs/decisions/0083-statements-that-leave-together.md). Throws the error that the others follow from.
 */
export async function together<const T extends readonly unknown[]>(
  started: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const settled = await Promise.allSettled(started);
  const errors = settled.filter((one) => one.status === 'rejected').map(({ reason }) => reason as unknown);
  if (errors.length > 0) throw errors.find((error) => !isConsequence(error)) ?? errors[0];
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) as never;
}

const isConsequence = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CONSEQUENCES.has(String(error.code));
