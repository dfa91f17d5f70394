import { fail, ok, type Result } from '#shared/lib/result.ts';
import { audit } from '../db/audit.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { invitationById } from './queries-rewards.ts';
import { reject, reward } from './steps.ts';

/**
 * The operator's decision: `approve` pays both at once, else rejects. Errors: `not_found`, `not_waiting`
 * (docs/product/referrals.md#operators-decision).
 */
export async function decideReward(
  ctx: Ctx,
  { id, approve, reason }: { readonly id: string; readonly approve: boolean; readonly reason?: string },
): Promise<Result<{ id: string }, 'not_found' | 'not_waiting'>> {
  const decided = await transaction(ctx, async (tx) => {
    const invitation = await invitationById(tx, id);
    if (invitation === undefined) return fail('not_found');
    const changed = approve ? await reward(tx, { id, by: 'operator', now: ctx.now }) : await reject(tx, id);
    if (!changed) return fail('not_waiting');
    await audit(tx, ctx, {
      what: approve ? 'reward.approved' : 'reward.rejected',
      object: { kind: 'referral', id },
      personId: invitation.inviter_id,
      ...(reason === undefined ? {} : { reason }),
      before: { status: invitation.status },
      after: { status: approve ? 'reward-delivered' : 'rejected' },
    });
    return ok({ id });
  });
  if (decided.ok) ctx.log.info({ invitation: id, approve }, 'referral decided by the operator');
  return decided;
}
