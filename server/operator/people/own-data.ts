import { fillPath } from '#shared/lib/call.ts';
import type { InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/contract-person-data.ts';
import { downloadExport } from '#shared/privacy/calls.ts';
import type { Erasure } from '#shared/privacy/contract.ts';
import { ownsData } from '#shared/privacy/rules.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { audit } from '../../db/audit.ts';
import { transaction, type Tx } from '../../db/transaction.ts';
import { erasureOf } from '../../privacy/service.ts';
import { askErasure, dropErasure, eraseAccount, prepareExport } from '../../privacy/steps.ts';
import * as queries from './queries-person.ts';

/** Prepares a download of somebody's data for the operator (docs/product/operator.md#own-data-of-a-person). */
export function downloadPersonData(
  ctx: SignedInCtx,
  { params: { id }, body: { reason } }: InputOf<typeof contract.downloadPersonData>,
): Promise<Result<{ url: string }, ProblemOf<typeof contract.downloadPersonData>>> {
  return transaction(ctx, async (tx) => {
    if (!(await isThere(tx, id))) return fail('not_found');
    const made = await prepareExport(tx, { personId: id, by: ctx.actor.id, now: ctx.now });
    await audit(tx, ctx, { what: 'data.exported', object: { kind: 'person', id }, reason });
    return ok({ url: fillPath(downloadExport.path, { id: made }) });
  });
}

/** Deletes an account at once or 14 days later; what has to end first holds for both (docs/product/operator.md#own-data-of-a-person). */
export function erasePerson(
  ctx: SignedInCtx,
  { params: { id }, body: { reason, when } }: InputOf<typeof contract.erasePerson>,
): Promise<Result<{ erasure: Erasure | null }, ProblemOf<typeof contract.erasePerson>>> {
  const by = ctx.actor.id;
  return transaction(ctx, async (tx) => {
    const person = await queries.personById(tx, id);
    if (person === undefined) return fail('not_found');
    if (!ownsData(person.role)) return fail('is_operator');
    const object = { kind: 'person', id } as const;
    if (when === 'now') {
      const done = await eraseAccount(tx, ctx, { personId: id, by, ifDue: false });
      if (!done.ok) return done;
      await audit(tx, ctx, { what: 'person.erased', object, reason });
      return ok({ erasure: null });
    }
    const asked = await askErasure(tx, ctx, { personId: id, by });
    if (!asked.ok) return asked;
    const { isNew, ...erasure } = asked.value;
    if (!isNew) return fail('requested');
    await audit(tx, ctx, {
      what: 'person.erasure-requested',
      object,
      reason,
      after: { due_at: erasure.due_at },
    });
    return ok({ erasure });
  });
}

/** Takes back the deletion of an account, whoever asked for it. */
export function keepPerson(
  ctx: SignedInCtx,
  { params: { id }, body: { reason } }: InputOf<typeof contract.keepPerson>,
): Promise<Result<{ ok: true }, ProblemOf<typeof contract.keepPerson>>> {
  return transaction(ctx, async (tx) => {
    if (!(await isThere(tx, id))) return fail('not_found');
    if (!(await dropErasure(tx, id))) return fail('not_requested');
    await audit(tx, ctx, { what: 'person.erasure-taken-back', object: { kind: 'person', id }, reason });
    return ok({ ok: true as const });
  });
}

/** Whether there is an account of this id that is not erased. */
async function isThere(tx: Tx, id: string): Promise<boolean> {
  if ((await queries.personById(tx, id)) === undefined) return false;
  return (await erasureOf(tx, id)).erased_at === null;
}
