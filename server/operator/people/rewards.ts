import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/rewards/contract-rewards.ts';
import { rewardFrom } from '#shared/referrals/rules.ts';
import type { Ctx, SignedInCtx } from '../../ctx/ctx.ts';
import { countWaiting, decideReward, listWaiting } from '../../referrals/service.ts';

/** A page of the rewards that wait, those to decide first (docs/product/operator.md#rewards). */
export async function listRewards(
  ctx: Pick<Ctx, 'db'>,
  { query: { page, size } }: InputOf<typeof contract.listRewards>,
): Promise<Result<ResponseOf<typeof contract.listRewards>, never>> {
  const rows = await listWaiting(ctx, { limit: size, offset: page * size });
  const rewards = rows.map(({ id, first_paid_at: paid, needs_operator: held, ...row }) => ({
    id,
    inviter: { id: row.inviter_id, name: row.inviter_name, email: row.inviter },
    invitee: { id: row.invitee_id, name: row.invitee_name, email: row.invitee },
    first_paid_at: paid?.toString() ?? null,
    pays_at: held === null && paid !== null ? rewardFrom(paid).toString() : null,
    held_for: held,
  }));
  return ok({ rewards, total: await countWaiting(ctx) });
}

type Decided = Promise<Result<{ ok: true }, ProblemOf<typeof contract.approveReward>>>;

/** Pays a waiting reward at once. Errors: `not_found`, `not_waiting` (docs/product/operator.md#rewards). */
export const approveReward = (
  ctx: SignedInCtx,
  { params: { id } }: InputOf<typeof contract.approveReward>,
): Decided => decide(ctx, { id, approve: true });

/** Rejects a waiting reward for good. Errors: `not_found`, `not_waiting` (docs/product/operator.md#rewards). */
export const rejectReward = (
  ctx: SignedInCtx,
  { params: { id }, body: { reason } }: InputOf<typeof contract.rejectReward>,
): Decided => decide(ctx, { id, approve: false, reason });

async function decide(ctx: SignedInCtx, decision: Parameters<typeof decideReward>[1]): Decided {
  const decided = await decideReward(ctx, decision);
  return decided.ok ? ok({ ok: true as const }) : fail(decided.reason);
}
