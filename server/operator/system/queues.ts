import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/system/contract-queues.ts';
import { SYSTEM_PAGE } from '#shared/operator/system/rules-system.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { audit } from '../../db/audit.ts';
import { transaction } from '../../db/transaction.ts';
import * as queries from './queries-queues.ts';

/** Every queue with its jobs by state (docs/product/operator.md#queues). */
export async function getQueues({
  db,
  now,
}: Pick<Ctx, 'db' | 'now'>): Promise<Result<ResponseOf<typeof contract.getQueues>, never>> {
  const rows = await queries.queues(db, now);
  return ok({ queues: rows.map((row) => ({ ...row, oldest_at: row.oldest_at?.toString() ?? null })) });
}

/** A page of the jobs that failed every try, the newest first (docs/product/operator.md#failed-jobs). */
export async function listDeadLetters(
  { db }: Pick<Ctx, 'db'>,
  { query }: InputOf<typeof contract.listDeadLetters>,
): Promise<Result<ResponseOf<typeof contract.listDeadLetters>, never>> {
  const rows = await queries.openDeadLetters(db, query.after, SYSTEM_PAGE + 1);
  const letters = rows.slice(0, SYSTEM_PAGE).map((row) => ({
    ...row,
    enqueued_at: row.enqueued_at.toString(),
    failed_at: row.failed_at.toString(),
  }));
  return ok({ letters, next: rows.length > SYSTEM_PAGE ? (letters.at(-1)?.id ?? null) : null });
}

/**
 * Enqueues a failed job once more (docs/product/operator.md#failed-jobs). Errors: `not_found`; `settled` where somebody
 * was faster; `unknown_queue`.
 */
export async function runDeadLetter(
  ctx: Ctx,
  { params: { id } }: InputOf<typeof contract.runDeadLetter>,
): Promise<Result<{ ok: true }, ProblemOf<typeof contract.runDeadLetter>>> {
  return transaction(ctx, async (tx) => {
    const letter = await queries.settle(tx, id, 'again', ctx.now);
    if (letter === undefined) return fail((await queries.isDeadLetter(tx, id)) ? 'settled' : 'not_found');
    const { queue, data, singleton_key, tries, failure } = letter;
    if (!(await ctx.events.requeue(tx, queue, data, singleton_key))) return fail('unknown_queue');
    await audit(tx, ctx, {
      what: 'job.run-again',
      object: { kind: 'job', id },
      before: { queue, tries, failure },
    });
    return ok({ ok: true as const });
  });
}

/** Drops a failed job, with a reason (docs/product/operator.md#failed-jobs). Errors: `not_found`, `settled`. */
export async function dropDeadLetter(
  ctx: Ctx,
  { params: { id }, body: { reason } }: InputOf<typeof contract.dropDeadLetter>,
): Promise<Result<{ ok: true }, ProblemOf<typeof contract.dropDeadLetter>>> {
  return transaction(ctx, async (tx) => {
    const letter = await queries.settle(tx, id, 'dropped', ctx.now);
    if (letter === undefined) return fail((await queries.isDeadLetter(tx, id)) ? 'settled' : 'not_found');
    const { queue, tries, failure } = letter;
    await audit(tx, ctx, {
      what: 'job.dropped',
      object: { kind: 'job', id },
      reason,
      before: { queue, tries, failure },
    });
    return ok({ ok: true as const });
  });
}
