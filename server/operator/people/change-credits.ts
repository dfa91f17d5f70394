import type { InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/contract-person-verbs.ts';
import { hasCredits } from '#shared/operator/rules-people.ts';
import { lockPerson } from '../../accounts/steps.ts';
import { balance } from '../../credits/service.ts';
import { grant, takeBack } from '../../credits/steps.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { audit } from '../../db/audit.ts';
import { transaction, type Tx } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import * as queries from './queries-person.ts';

/** Both take the same. */
type Input = Pick<InputOf<typeof contract.grantCredits>, 'params' | 'body'>;
interface Part {
  readonly personId: string;
  readonly amount: number;
}

/**
 * Grants credits without expiry (docs/product/operator.md#granting-and-taking-credits). Errors: `not_found`;
 * `no_credits_here` for somebody who is not a client.
 */
export function grantCredits(
  ctx: Ctx,
  input: Input,
): Promise<Result<{ total: number }, ProblemOf<typeof contract.grantCredits>>> {
  return change<never>(ctx, input, 'credits.granted', async (tx, part) => {
    const grantKey = `operator:${newId()}`;
    await grant(tx, { ...part, source: 'operator', expiresAt: null, grantKey, now: ctx.now });
    return null;
  });
}

/**
 * Takes back unspent credits of the studio's grants (docs/product/operator.md#granting-and-taking-credits). Errors:
 * those of granting; `not_enough_credits`.
 */
export function takeCredits(
  ctx: Ctx,
  input: Pick<InputOf<typeof contract.takeCredits>, 'params' | 'body'>,
): Promise<Result<{ total: number }, ProblemOf<typeof contract.takeCredits>>> {
  return change(ctx, input, 'credits.taken', async (tx, part) =>
    (await takeBack(tx, { ...part, now: ctx.now })) ? null : 'not_enough_credits',
  );
}

/** Changes a person's credits under their lock, and audits it; `work` returns why not, or null. */
async function change<R extends string>(
  ctx: Ctx,
  { params: { id }, body }: Input,
  what: 'credits.granted' | 'credits.taken',
  work: (tx: Tx, part: Part) => Promise<R | null>,
): Promise<Result<{ total: number }, R | ProblemOf<typeof contract.grantCredits>>> {
  const { now } = ctx;
  const changed = await transaction(
    ctx,
    async (tx): Promise<Result<{ total: number }, R | ProblemOf<typeof contract.grantCredits>>> => {
      await lockPerson(tx, id);
      const person = await queries.personById(tx, id);
      if (person === undefined) return fail('not_found');
      if (!hasCredits(person.role)) return fail('no_credits_here');
      const before = await balance(tx, id, now);
      const refusal = await work(tx, { personId: id, amount: body.credits });
      if (refusal !== null) return fail(refusal);
      const { total } = await balance(tx, id, now);
      await audit(tx, ctx, {
        what,
        object: { kind: 'person', id },
        reason: body.reason,
        before: { credits: before.total },
        after: { credits: total },
      });
      return ok({ total });
    },
  );
  if (changed.ok) ctx.log.info({ person: id, credits: body.credits }, what);
  return changed;
}
