import { Client, type QueryResult } from 'pg';
import { isDatabaseFailure } from './constraints.ts';

/** A statement that comes so often is kept planned; what comes once (a list of so many values) is not worth it. */
const OFTEN = 3;
/** How many statements a connection keeps planned, at most. */
const MOST = 400;
/** How many texts are counted until the count begins anew. */
const COUNTED = 2000;

/**
 * Whether a kept statement no longer answers what it did when it was planned: somebody has migrated the database
 * meanwhile. Sent again it is planned anew.
 */
export function isOutdated(error: unknown): boolean {
  return (
    isDatabaseFailure(error) &&
    error.code === '0A000' &&
    'routine' in error &&
    error.routine === 'RevalidateCachedQuery'
  );
}

/**
 * A kind of connection, for a pool, that keeps what is sent often planned by PostgreSQL: planning a query of ten
 * tables costs more than running it. Which statements those are is known to all connections of the pool.
 */
export function preparingClient(most = MOST): typeof Client {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  let generation = 0;

  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined) return known;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < OFTEN || names.size >= most) {
      if (counts.size >= COUNTED) counts.clear();
      counts.set(text, count);
      return undefined;
    }
    counts.delete(text);
    const name = `t${generation}_${names.size}`;
    names.set(text, name);
    return name;
  };

  /** Everything gets another name; of many connections that find out, the first does it. */
  const forget = (text: string, name: string): void => {
    if (names.get(text) !== name) return;
    generation += 1;
    names.clear();
  };

  return class PreparingClient extends Client {
    override query(...args: unknown[]): never {
      const send = super.query.bind(this) as (...args: unknown[]) => unknown;
      const [text, values] = args;
      if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || args.length > 2)
        return send(...args) as never;
      const name = nameOf(text);
      if (name === undefined) return send(text, values) as never;
      const inTransaction = this.getTransactionStatus() === 'T';
      const sent = send({ name, text, values }) as Promise<QueryResult>;
      return sent.catch((error: unknown) => {
        if (!isOutdated(error)) throw error;
        forget(text, name);
        // An open transaction is lost with its statement; whoever opened it begins again.
        if (inTransaction) throw error;
        return send(text, values);
      }) as never;
    }
  };
}
