import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../lib/ctx.ts';
import { reject, reward } from './steps.ts';

/**
 * The operator's word on an invitation: yes pays both at once, whatever it was held for; no is for good (decisions 9).
 * `not_waiting`: nobody paid by it yet, or it is over.
 */
export async function decideReward(
  ctx: Ctx,
  { id, approve }: { readonly id: string; readonly approve: boolean },
): Promise<Result<{ id: string }, 'not_waiting'>> {
  const decided = await transaction(ctx, async (tx) => {
    const done = approve ? await reward(tx, { id, by: 'operator', now: ctx.now }) : await reject(tx, id);
    return done ? ok({ id }) : fail('not_waiting');
  });
  if (decided.ok) ctx.log.info({ invitation: id, approve }, 'referral decided by the operator');
  return decided;
}
