import { AbortedTransactionError, type Transaction } from 'kysely';
import { DatabaseError } from 'pg';
import type { Refusal, Result } from '#shared/lib/result.ts';
import { isDatabaseFailure, reasonOf } from './constraints.ts';
import type { Database } from './database.ts';
import { pipelined } from './pipeline.ts';
import { isOutdated } from './prepared.ts';
import { traced } from '../lib/tracing/span.ts';
import type { Tables } from './tables.ts';

declare const brand: unique symbol;

/** An open transaction. Steps take it instead of the database, so that they cannot leave it. */
export type Tx = Transaction<Tables> & { readonly [brand]: 'tx' };

/** A database or a transaction. */
export type Db = Database | Tx;

/** An Idempotency-Key: its owner, call and the hash of the request. */
export interface IdempotencyKey {
  readonly actorId: string;
  readonly key: string;
  readonly endpoint: string;
  readonly requestHash: Buffer;
  readonly status: number;
}

/** The part of ctx that a transaction needs. */
export interface TransactionCtx {
  readonly db: Database;
  readonly now: Temporal.Instant;
  readonly idempotencyKey?: IdempotencyKey | undefined;
  /** The request that this began with, for the logs of what it causes. */
  readonly requestId?: string | undefined;
}

const requests = new WeakMap<Tx, string>();

/** The id of the request that a transaction belongs to, directly or through jobs; undefined for work of no request. */
export const requestOf = (tx: Tx): string | undefined => requests.get(tx);

/** Thrown when the key has a stored response; the binder sends it again. */
export class Replay extends Error {
  readonly body: unknown;
  constructor(body: unknown) {
    super('answered before');
    this.body = body;
  }
}

/** Thrown when the key was used for another request: 422. */
export class KeyReused extends Error {}

/**
 * Thrown when COMMIT got no response and may have gone through. With an Idempotency-Key (`repeatable`) a repeat settles
 * it.
 */
export class OutcomeUnknown extends Error {
  readonly repeatable: boolean;
  constructor(cause: unknown, repeatable: boolean) {
    super('no answer to a commit', { cause });
    this.repeatable = repeatable;
  }
}

/** Whether the database refused a COMMIT. Any other error, a FATAL one too, may have come after it. */
const isRefusedCommit = (error: unknown): boolean =>
  error instanceof AbortedTransactionError || (error instanceof DatabaseError && error.severity === 'ERROR');

class Rollback extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super('rolled back');
    this.refusal = refusal;
  }
}

const RETRYABLE = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 3;
const isRetryable = (error: unknown): boolean =>
  (isDatabaseFailure(error) && RETRYABLE.has(error.code)) || isOutdated(error);

/**
 * Runs `work` in the verb's only transaction; `{ok: false}` rolls back. Retries three times; stores the response under
 * an Idempotency-Key (docs/decisions/0003-idempotency-key-in-the-transaction.md).
 */
export function transaction<R extends Result<unknown>>(
  ctx: TransactionCtx,
  work: (tx: Tx) => Promise<R>,
): Promise<R> {
  return traced({ name: 'transaction', kind: 'internal' }, () => withRetries(ctx, work));
}

async function withRetries<R extends Result<unknown>>(
  ctx: TransactionCtx,
  work: (tx: Tx) => Promise<R>,
): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    let committing = false;
    try {
      return await ctx.db.transaction().execute((one) =>
        pipelined(one, async (trx) => {
          const tx = trx as Tx;
          if (ctx.requestId !== undefined) requests.set(tx, ctx.requestId);
          if (ctx.idempotencyKey !== undefined) await firstOrReplay(tx, ctx.idempotencyKey, ctx.now);
          const result = await work(tx);
          if (!result.ok) throw new Rollback(result);
          if (ctx.idempotencyKey !== undefined) await storeResponse(tx, ctx.idempotencyKey, result.value);
          committing = true;
          return result;
        }),
      );
    } catch (error) {
      if (error instanceof Rollback) return error.refusal as R;
      if (committing && !isRefusedCommit(error))
        throw new OutcomeUnknown(error, ctx.idempotencyKey !== undefined);
      if (attempt < MAX_ATTEMPTS && isRetryable(error)) continue;
      const reason = reasonOf(error);
      if (reason !== undefined) return { ok: false, reason } as R;
      throw error;
    }
  }
}

async function firstOrReplay(tx: Tx, key: IdempotencyKey, now: Temporal.Instant): Promise<void> {
  const inserted = await tx
    .insertInto('idempotency')
    .values({
      actor_id: key.actorId,
      key: key.key,
      endpoint: key.endpoint,
      request_hash: key.requestHash,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) return;
  throwAnswer(await answerOf(tx, key), key);
}

interface StoredAnswer {
  readonly endpoint: string;
  readonly request_hash: Buffer;
  readonly body: unknown;
}

function answerOf(db: Db, key: IdempotencyKey): Promise<StoredAnswer | undefined> {
  return db
    .selectFrom('idempotency')
    .select(['endpoint', 'request_hash', 'body'])
    .where('actor_id', '=', key.actorId)
    .where('key', '=', key.key)
    .executeTakeFirst();
}

function throwAnswer(earlier: StoredAnswer | undefined, key: IdempotencyKey): never {
  if (earlier?.endpoint !== key.endpoint || !earlier.request_hash.equals(key.requestHash))
    throw new KeyReused();
  throw new Replay(earlier.body);
}

/** For verbs with calls to the outside before their last transaction: answers a repeat without making them again. */
export async function replayAnswer({ db, idempotencyKey: key }: TransactionCtx): Promise<void> {
  if (key === undefined) return;
  const earlier = await answerOf(db, key);
  if (earlier !== undefined) throwAnswer(earlier, key);
}

/** Their answer, stored under the Idempotency-Key. */
export async function storeAnswer<T>(
  ctx: TransactionCtx,
  value: T,
): Promise<{ readonly ok: true; readonly value: T }> {
  if (ctx.idempotencyKey === undefined) return { ok: true, value };
  return transaction(ctx, async () => ({ ok: true as const, value }));
}

async function storeResponse(tx: Tx, key: IdempotencyKey, value: unknown): Promise<void> {
  await tx
    .updateTable('idempotency')
    .set({ status: key.status, body: JSON.stringify(value) })
    .where('actor_id', '=', key.actorId)
    .where('key', '=', key.key)
    .execute();
}
