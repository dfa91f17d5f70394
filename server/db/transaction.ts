import type { Transaction } from 'kysely';
import type { Refusal, Result } from '../../shared/lib/result.ts';
import { isDatabaseFailure, reasonOf } from './constraints.ts';
import type { Database } from './database.ts';
import { isOutdated } from './prepared.ts';
import type { Tables } from './tables.ts';

declare const brand: unique symbol;

/** An open transaction. Steps take it instead of the database, so that they cannot leave it by mistake. */
export type Tx = Transaction<Tables> & { readonly [brand]: 'tx' };

/** What queries of either kind run on. */
export type Db = Database | Tx;

/** A caller's Idempotency-Key: whose it is, for which call, and the hash of what was asked. */
export interface OnceKey {
  readonly actorId: string;
  readonly key: string;
  readonly endpoint: string;
  readonly requestHash: Buffer;
  readonly status: number;
}

/** What a transaction needs of a verb's ctx. */
export interface TransactionCtx {
  readonly db: Database;
  readonly now: Temporal.Instant;
  readonly once?: OnceKey | undefined;
}

/** Thrown when the key's first answer is already there; the binder sends it again. */
export class Replay extends Error {
  readonly body: unknown;
  constructor(body: unknown) {
    super('answered before');
    this.body = body;
  }
}

/** Thrown when the key was used for another request; answered with 422. */
export class KeyReused extends Error {}

class Rollback extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super('rolled back');
    this.refusal = refusal;
  }
}

const TRY_AGAIN = new Set(['40001', '40P01']);
const TRIES = 3;
const mayTryAgain = (error: unknown): boolean =>
  (isDatabaseFailure(error) && TRY_AGAIN.has(error.code)) || isOutdated(error);

/**
 * Runs `work` in the verb's only transaction. A refusal (`{ok: false}`) rolls everything back and is returned; a
 * violated constraint that stands for a lost race becomes the refusal that server/db/constraints.ts names.
 * Serialisation failures, deadlocks and plans of before a migration are tried three times. Where the call carries an Idempotency-Key its row is
 * the first insert and the value of `work`, which must then be the call's answer, is kept in it.
 */
export async function transaction<R extends Result<unknown>>(
  ctx: TransactionCtx,
  work: (tx: Tx) => Promise<R>,
): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ctx.db.transaction().execute(async (trx) => {
        const tx = trx as Tx;
        if (ctx.once !== undefined) await firstOrReplay(tx, ctx.once, ctx.now);
        const result = await work(tx);
        if (!result.ok) throw new Rollback(result);
        if (ctx.once !== undefined) await keepAnswer(tx, ctx.once, result.value);
        return result;
      });
    } catch (error) {
      if (error instanceof Rollback) return error.refusal as R;
      if (attempt < TRIES && mayTryAgain(error)) continue;
      const reason = reasonOf(error);
      if (reason !== undefined) return { ok: false, reason } as R;
      throw error;
    }
  }
}

async function firstOrReplay(tx: Tx, once: OnceKey, now: Temporal.Instant): Promise<void> {
  const inserted = await tx
    .insertInto('idempotency')
    .values({
      actor_id: once.actorId,
      key: once.key,
      endpoint: once.endpoint,
      request_hash: once.requestHash,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) return;
  const earlier = await tx
    .selectFrom('idempotency')
    .select(['endpoint', 'request_hash', 'body'])
    .where('actor_id', '=', once.actorId)
    .where('key', '=', once.key)
    .executeTakeFirstOrThrow();
  if (earlier.endpoint !== once.endpoint || !earlier.request_hash.equals(once.requestHash))
    throw new KeyReused();
  throw new Replay(earlier.body);
}

async function keepAnswer(tx: Tx, once: OnceKey, value: unknown): Promise<void> {
  await tx
    .updateTable('idempotency')
    .set({ status: once.status, body: JSON.stringify(value) })
    .where('actor_id', '=', once.actorId)
    .where('key', '=', once.key)
    .execute();
}
