import { normalizeEmail } from '#shared/accounts/rules.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/referrals/contract.ts';
import { invitationEnds, inviteProblem, isOpen, isOwnAddress, mayRemind } from '#shared/referrals/rules.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx, SignedInCtx } from '../ctx/ctx.ts';
import { newToken } from '../lib/ids.ts';
import { mailRequested } from './events.ts';
import * as queries from './queries.ts';
import { countWaitingRewards, waitingRewards } from './queries-rewards.ts';

export { REFERRAL_INVARIANTS } from './queries-invariants.ts';

export { decideReward } from './decide-reward.ts';

type Output<E extends keyof typeof contract & ('invite' | 'listReferrals' | 'remind' | 'checkCode')> =
  Promise<Result<ResponseOf<(typeof contract)[E]>, ProblemOf<(typeof contract)[E]>>>;

/**
 * Invites an address. Errors: `invalid`, `yourself`, `invited_already`
 * (docs/product/referrals.md#invitation).
 */
export async function invite(ctx: SignedInCtx, { body }: InputOf<typeof contract.invite>): Output<'invite'> {
  const { actor, now } = ctx;
  const email = normalizeEmail(body.email);
  const wrong = inviteProblem(email);
  return transaction(ctx, async (tx) => {
    if (wrong !== null)
      return fail('invalid', { detail: wrong, errors: [{ field: 'email', message: wrong }] });
    if (isOwnAddress(email, await queries.emailOf(tx, actor.id))) return fail('yourself');
    const code = newToken();
    const invitation = { inviterId: actor.id, email, code, now, expiresAt: invitationEnds(now) };
    const row = await queries.upsertInvitation(tx, invitation);
    if (row === undefined) return fail('invited_already');
    await ctx.events.emit(tx, mailRequested, { invitation_id: row.id, reminded_at: null });
    return ok({ referral: toReferral(row) });
  });
}

/** Invitations of the caller, most recently sent first (docs/product/referrals.md#history). */
export async function listReferrals(
  { db, actor }: SignedInCtx,
  { query }: InputOf<typeof contract.listReferrals>,
): Output<'listReferrals'> {
  const { page, size } = query;
  const rows = await queries.pageOfInvitations(db, actor.id, { limit: size, offset: page * size });
  return ok({ referrals: rows.map(toReferral), total: await queries.countOf(db, actor.id) });
}

/**
 * Sends an open invitation again. Errors: `not_found`, `too_soon`, `not_open`
 * (docs/product/referrals.md#reminder).
 */
export async function remind(ctx: SignedInCtx, { body }: InputOf<typeof contract.remind>): Output<'remind'> {
  const { actor, now } = ctx;
  return transaction(ctx, async (tx) => {
    const row = await queries.lockOwnInvitation(tx, body.referral_id, actor.id);
    if (row === undefined) return fail('not_found');
    const may = mayRemind(row, now);
    if (!may.ok) return may;
    const reminded = await queries.setReminded(tx, row.id, now);
    await ctx.events.emit(tx, mailRequested, { invitation_id: row.id, reminded_at: now.toString() });
    return ok({ referral: toReferral(reminded) });
  });
}

/**
 * Inviter, address and use of a code. Unknown and expired codes are `not_found`
 * (docs/product/referrals.md#referral-code).
 */
export async function checkCode(ctx: Ctx, { body }: InputOf<typeof contract.checkCode>): Output<'checkCode'> {
  const row = await queries.invitationByCode(ctx.db, body.code);
  if (row === undefined) return fail('not_found');
  const isUsed = row.status !== 'awaiting-to-accept';
  if (!isUsed && !isOpen(row, ctx.now)) return fail('not_found');
  const mine = ctx.actor !== null && row.invitee_id === ctx.actor.id;
  return ok({ isUsed, email: row.email, name: row.inviter_name, mine });
}

function toReferral(row: queries.InvitationRow): contract.Referral {
  return {
    id: row.id,
    email: row.email,
    status: row.status,
    credits_earned: row.credits_earned,
    deadline: row.expires_at.toString(),
    reminder_sent_at: row.reminder_sent_at?.toString() ?? null,
    createdAt: row.created_at.toString(),
  };
}

/** Rewards that wait for their time or for the operator: those to decide first, then longest waiting first. */
export const listWaiting = ({ db }: Pick<Ctx, 'db'>, page?: Parameters<typeof waitingRewards>[1]) =>
  waitingRewards(db, page);

/** How many rewards wait. */
export const countWaiting = ({ db }: Pick<Ctx, 'db'>) => countWaitingRewards(db);
