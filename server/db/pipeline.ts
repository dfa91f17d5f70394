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
import { asStatement, Batch, Skipped, type PreparedStatements, type Sendable } from './batch.ts';
import type { Tables } from './tables.ts';

/** The texts by which the driver and its connections know the beginning and the end of a transaction. */
const BEGIN = 'begin';
const COMMIT = 'commit';
const ROLLBACK = 'rollback';
/** Refused because an earlier statement of the transaction was; or what that one had prepared is missing. */
const CONSEQUENCES = new Set(['25P02', '26000']);

/** Functions that write, so that a `select` of theirs is no read. `pipeline.test.ts` compares it with the database's. */
export const WRITING_FUNCTIONS = [
  'live_tell',
  'live_tell_sessions',
  'pg_notify',
  'refresh_free_times',
  'refresh_free_times_near',
  'setval',
];
const writes = new RegExp(String.raw`\b(${WRITING_FUNCTIONS.join('|')})\s*\(`, 'i');

/** A data-modifying `with` cannot stand within a `select`. */
const isRead = (text: string): boolean => /^\s*select\b/i.test(text) && !writes.test(text);
const ignoreError = (): void => {};

/**
 * A pg client whose statements of one turn of the event loop leave as one batch: all of a transaction, and outside of one
 * those that only read; others leave alone, in their order. What follows a `begin` in its batch is not executed without
 * it. What comes later, before it is answered, goes out when it only reads; a write waits, so that it never runs outside
 * of the transaction. After a `begin` that failed nothing is sent until `rollback`.
 */
export function pipeliningClient(Base: typeof Client = Client): typeof Client {
  return class PipeliningClient extends Base {
    #batch: Batch | null = null;
    #holdsBegin = false;
    #inTransaction = false;
    #begun: Promise<unknown> | null = null;
    #writeWaits = false;
    #failure: Error | null = null;
    readonly #prepared: PreparedStatements = {
      shapes: new Map(),
      unsure: new Set(),
      parserOf: (type) => this.getTypeParser(type, 'text') as (text: string) => unknown,
    };

    override query(...args: unknown[]): never {
      const [first] = args;
      if (first === BEGIN) return this.#begin() as never;
      if (first === ROLLBACK) return this.#rollBack() as never;
      if (this.#failure !== null) return Promise.reject(this.#failure) as never;
      const statement = asStatement(args);
      const send = (): Promise<unknown> =>
        statement === null ? this.#sendAlone(args) : this.#send(statement);
      const begun = this.#begun;
      if (begun === null) return send() as never;
      const mayLeave = statement !== null && (this.#holdsBegin || isRead(statement.text));
      if (this.#writeWaits || !mayLeave) {
        this.#writeWaits = true;
        return begun.then(send) as never;
      }
      const sent = send();
      sent.catch(ignoreError);
      return begun.then(() => sent) as never;
    }

    /** `T` from the moment that `begin` is sent until the end is. */
    override getTransactionStatus(): ReturnType<Client['getTransactionStatus']> {
      return this.#inTransaction ? 'T' : super.getTransactionStatus();
    }

    #begin(): Promise<unknown> {
      this.#flush();
      this.#failure = null;
      this.#inTransaction = true;
      this.#holdsBegin = true;
      const begun = this.#send({ text: BEGIN, values: [], name: BEGIN });
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

    async #rollBack(): Promise<unknown> {
      await this.#begun?.catch(ignoreError);
      this.#failure = null;
      return this.#sendAlone([ROLLBACK]);
    }

    #sendAlone(args: unknown[]): Promise<unknown> {
      this.#flush();
      if (args[0] === ROLLBACK || args[0] === COMMIT) this.#inTransaction = false;
      return (super.query as (...rest: unknown[]) => Promise<unknown>)(...args);
    }

    #send(statement: Sendable): Promise<unknown> {
      const add = (): Promise<unknown> => (this.#batch ??= this.#newBatch()).add(statement);
      if (this.#inTransaction) return add();
      const reads = isRead(statement.text);
      if (!reads) this.#flush();
      const answer = add();
      if (!reads) this.#flush();
      // Reads that only left together do not depend on each other.
      return answer.catch((error: unknown) => {
        if (error instanceof Skipped) return this.#send(statement);
        throw error;
      });
    }

    #newBatch(): Batch {
      const batch = new Batch(this.#prepared);
      process.nextTick(() => {
        if (this.#batch === batch) this.#flush();
      });
      return batch;
    }

    #flush(): void {
      const batch = this.#batch;
      this.#batch = null;
      this.#holdsBegin = false;
      if (batch !== null) super.query(batch);
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
