import type { InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/person/contract-block.ts';
import { findPerson } from '../../accounts/service.ts';
import { block, lockPerson, unblock } from '../../accounts/steps.ts';
import { releaseAll } from '../../booking/steps.ts';
import { lockMusician, wakeLine } from '../../calendar/steps.ts';
import { hideMusician, showMusician } from '../../catalogue/steps.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { audit } from '../../db/audit.ts';
import { transaction } from '../../db/transaction.ts';
import { lockOperators } from '../queries.ts';
import * as queries from './queries-person.ts';

/**
 * Blocks a person and ends at once what they are signed in by, their holds and their waits
 * (docs/product/operator.md#blocking). Errors: `not_found`, `blocked_already`, `own_account`, `last_operator`.
 */
export async function blockPerson(
  ctx: SignedInCtx,
  { params: { id }, body: { reason } }: InputOf<typeof contract.blockPerson>,
): Promise<Result<{ ok: true }, ProblemOf<typeof contract.blockPerson>>> {
  const { now, actor } = ctx;
  if (id === actor.id) return fail('own_account');
  const found = await findPerson(ctx.db, id);
  if (found === undefined) return fail('not_found');
  const { role } = found;
  const blocked = await transaction(ctx, async (tx) => {
    // Two operators who block each other at once: the second finds that nobody else is left.
    if (role === 'operator') await lockOperators(tx);
    await lockPerson(tx, id);
    const person = await queries.personById(tx, id);
    if (person === undefined) return fail('not_found');
    if (person.blocked_at !== null) return fail('blocked_already');
    if (role === 'operator' && !(await queries.hasOtherOperator(tx, id))) return fail('last_operator');
    const logins = await queries.countLoginSessions(tx, id, now);
    await block(tx, id, now);
    const released = await releaseAll(tx, ctx, id);
    if (role === 'partner') {
      await lockMusician(tx, id);
      await hideMusician(tx, id);
      await wakeLine(tx, ctx, id);
    }
    await audit(tx, ctx, {
      what: 'person.blocked',
      object: { kind: 'person', id },
      reason,
      before: { blocked: false, login_sessions: logins, ...released },
      after: { blocked: true, login_sessions: 0, holds: 0, waits: 0 },
    });
    return ok({ ok: true as const });
  });
  if (blocked.ok) ctx.log.info({ person: id }, 'person blocked');
  return blocked;
}

/** Lets a blocked person sign in again. Errors: `not_found`, `not_blocked` (docs/product/operator.md#blocking). */
export async function unblockPerson(
  ctx: SignedInCtx,
  { params: { id }, body: { reason } }: InputOf<typeof contract.unblockPerson>,
): Promise<Result<{ ok: true }, ProblemOf<typeof contract.unblockPerson>>> {
  const unblocked = await transaction(ctx, async (tx) => {
    await lockPerson(tx, id);
    const person = await queries.personById(tx, id);
    if (person === undefined) return fail('not_found');
    if (person.blocked_at === null) return fail('not_blocked');
    await unblock(tx, id);
    if (person.role === 'partner') {
      await lockMusician(tx, id);
      await showMusician(tx, id);
      await wakeLine(tx, ctx, id);
    }
    await audit(tx, ctx, {
      what: 'person.unblocked',
      object: { kind: 'person', id },
      reason,
      before: { blocked: true },
      after: { blocked: false },
    });
    return ok({ ok: true as const });
  });
  if (unblocked.ok) ctx.log.info({ person: id }, 'person unblocked');
  return unblocked;
}
