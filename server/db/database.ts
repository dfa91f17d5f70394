import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types as pgTypes, type CustomTypesConfig } from 'pg';
import { preparingClient } from './prepared.ts';
import type { Tables } from './tables.ts';

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

/** Parsers of what PostgreSQL sends: whole numbers as numbers, days as YYYY-MM-DD, instants as Temporal. */
const types: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return Number;
    if (oid === DATE) return (text: string) => text;
    if (oid === TIMESTAMPTZ) return (text: string) => Temporal.Instant.from(text);
    return format === 'binary' ? pgTypes.getTypeParser(oid, 'binary') : pgTypes.getTypeParser(oid);
  }) as CustomTypesConfig['getTypeParser'],
};

// pg asks a parameter for toPostgres before it falls back to JSON, which would put an instant in quotes.
for (const type of [Temporal.Instant, Temporal.PlainDate, Temporal.PlainTime]) {
  Object.defineProperty(type.prototype, 'toPostgres', {
    configurable: true,
    value(this: { toString(): string }) {
      return this.toString();
    },
  });
}

/** The query builder over the pool. Inside a transaction use the `Tx` that `transaction()` hands out. */
export type Database = Kysely<Tables>;

/** Where a database is: a connection string, or the pieces of one. */
export type DatabaseTarget =
  | string
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password?: string;
      readonly database: string;
    };

/** A target as pg takes it, for everything that opens a connection of its own. */
export function connectionTo(
  target: DatabaseTarget,
): { connectionString: string } | Exclude<DatabaseTarget, string> {
  return typeof target === 'string' ? { connectionString: target } : { ...target };
}

/**
 * Opens a pool. `max` is the number of connections; a connection not had within `waitMs` (5 s unless told) is an error, which the API
 * answers with 503. An idle connection that breaks is dropped and replaced by the next query.
 */
export function openDatabase(
  target: DatabaseTarget,
  options: { max?: number; waitMs?: number; onError?: (error: Error) => void } = {},
): Database {
  const pool = new Pool({
    ...connectionTo(target),
    max: options.max ?? 20,
    connectionTimeoutMillis: options.waitMs ?? 5000,
    options:
      '-c timezone=UTC -c statement_timeout=30000 -c lock_timeout=15000 -c idle_in_transaction_session_timeout=60000',
    types,
    Client: preparingClient(),
  });
  // A connection that breaks while it is in use says so as well; unheard, that would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (error) => options.onError?.(error));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
