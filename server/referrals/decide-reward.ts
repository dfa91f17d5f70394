import { fail, ok, type Result } from '#shared/lib/result.ts';
import { audit } from '../db/audit.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { invitationStatus } from './queries-rewards.ts';
import { reject, reward } from './steps.ts';

/**
 * The operator's decision: `approve` pays both at once, else rejects. Error: `not_waiting`
 * (docs/product/referrals.md#operators-decision).
 */
export async function decideReward(
  ctx: Ctx,
  { id, approve }: { readonly id: string; readonly approve: boolean },
): Promise<Result<{ id: string }, 'not_waiting'>> {
  const decided = await transaction(ctx, async (tx) => {
    const status = await invitationStatus(tx, id);
    const changed = approve ? await reward(tx, { id, by: 'operator', now: ctx.now }) : await reject(tx, id);
    if (!changed) return fail('not_waiting');
    await audit(tx, ctx, {
      what: approve ? 'reward.approved' : 'reward.rejected',
      object: { kind: 'referral', id },
      before: { status },
      after: { status: approve ? 'reward-delivered' : 'rejected' },
    });
    return ok({ id });
  });
  if (decided.ok) ctx.log.info({ invitation: id, approve }, 'referral decided by the operator');
  return decided;
}
