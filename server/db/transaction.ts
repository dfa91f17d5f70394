import type { Transaction } from 'kysely';
import type { Result } from '../../shared/lib/result.ts';
import { isDatabaseFailure, reasonOf } from './constraints.ts';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

declare const brand: unique symbol;

/** An open transaction. Steps take it instead of the database, so that they cannot leave it by mistake. */
export type Tx = Transaction<Tables> & { readonly [brand]: 'tx' };

/** What queries of either kind run on. */
export type Db = Database | Tx;

class Rollback extends Error {
  readonly refusal: { readonly ok: false };
  constructor(refusal: { readonly ok: false }) {
    super('rolled back');
    this.refusal = refusal;
  }
}

const TRY_AGAIN = new Set(['40001', '40P01']);
const TRIES = 3;

/**
 * Runs `work` in the verb's only transaction. A refusal (`{ok: false}`) rolls everything back and is returned; a
 * violated constraint that stands for a lost race becomes the refusal that server/db/constraints.ts names.
 * Serialisation failures and deadlocks are tried three times.
 */
export async function transaction<R extends Result<unknown>>(db: Database, work: (tx: Tx) => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (trx) => {
        const result = await work(trx as Tx);
        if (!result.ok) throw new Rollback(result);
        return result;
      });
    } catch (error) {
      if (error instanceof Rollback) return error.refusal as R;
      if (attempt < TRIES && isDatabaseFailure(error) && TRY_AGAIN.has(error.code)) continue;
      const reason = reasonOf(error);
      if (reason !== undefined) return { ok: false, reason } as R;
      throw error;
    }
  }
}
