import { Client, type QueryResult } from 'pg';
import { SINGLE_READ } from './batch.ts';
import { isDatabaseFailure } from './constraints.ts';

/** Uses before a statement is prepared; one-time statements are not worth it. */
const MIN_USES = 3;
/** Maximum of prepared statements per connection. */
export const MAX_STATEMENTS = 400;
/** Texts counted before the counters are reset. */
const MAX_COUNTERS = 2000;

/** Whether a prepared plan is outdated by a migration; the statement must be prepared anew. */
export function isOutdated(error: unknown): boolean {
  return (
    isDatabaseFailure(error) &&
    error.code === '0A000' &&
    'routine' in error &&
    error.routine === 'RevalidateCachedQuery'
  );
}

/**
 * A pg client that prepares frequent statements (docs/decisions/0047-keep-statements-prepared.md); counts are shared by
 * the pool.
 */
export function preparingClient(max = MAX_STATEMENTS, Base: typeof Client = Client): typeof Client {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  let generation = 0;

  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined) return known;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < MIN_USES || names.size >= max) {
      if (counts.size >= MAX_COUNTERS) counts.clear();
      counts.set(text, count);
      return undefined;
    }
    counts.delete(text);
    const name = `t${generation}_${names.size}`;
    names.set(text, name);
    return name;
  };

  /** Renames all statements; the first connection that notices does it. */
  const rename = (text: string, name: string): void => {
    if (names.get(text) !== name) return;
    generation += 1;
    names.clear();
  };

  return class PreparingClient extends Base {
    override query(...args: unknown[]): never {
      const send = super.query.bind(this) as (...args: unknown[]) => unknown;
      const [text, values] = args;
      if (typeof text !== 'string' || !Array.isArray(values) || args.length > 2)
        return send(...args) as never;
      // What has no values may be several statements.
      if (values.length === 0 && !SINGLE_READ.test(text)) return send(...args) as never;
      const name = nameOf(text);
      if (name === undefined) return send(text, values) as never;
      const inTransaction = this.getTransactionStatus() === 'T';
      const sent = send({ name, text, values }) as Promise<QueryResult>;
      return sent.catch((error: unknown) => {
        if (!isOutdated(error)) throw error;
        rename(text, name);
        // An open transaction is lost; its owner retries it.
        if (inTransaction) throw error;
        return send(text, values);
      }) as never;
    }
  };
}
