import { normalEmail } from '../../shared/accounts/rules.ts';
import type { AnswerOf, InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type * as contract from '../../shared/referrals/contract.ts';
import {
  invitationEnds,
  inviteProblem,
  isOpen,
  isOwnAddress,
  mayRemind,
} from '../../shared/referrals/rules.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx, SignedInCtx } from '../lib/ctx.ts';
import { newToken } from '../lib/ids.ts';
import { addressKey, limit } from '../lib/rate.ts';
import { mailAsked } from './events.ts';
import * as queries from './queries.ts';
import { waitingRewards } from './queries-rewards.ts';

export { decideReward } from './decide-reward.ts';

type Answer<E extends keyof typeof contract & ('invite' | 'listReferrals' | 'remind' | 'checkCode')> =
  Promise<Result<AnswerOf<(typeof contract)[E]>, ProblemOf<(typeof contract)[E]>>>;

/** Mails that a person asks for in an hour, and an address, behind which several may sit: more is 429 (decisions 1). */
const MAILS_AN_HOUR = 30;
const MAILS_OF_ADDRESS = 120;
/** Codes that an address asks about in five minutes. */
const CODES_OF_ADDRESS = 60;

/**
 * Invites an address (decisions 9). One's own, and one's open invitation again, are told; every other address is answered
 * alike and at the same cost, whether or not it has an account. An expired invitation is sent again, with a new code.
 */
export async function invite(
  ctx: SignedInCtx,
  { body }: InputOf<typeof contract.invite>,
  address: string,
): Answer<'invite'> {
  const { actor, now } = ctx;
  await limitMails(ctx, address);
  const email = normalEmail(body.email);
  const wrong = inviteProblem(email);
  return transaction(ctx, async (tx) => {
    if (wrong !== null)
      return fail('invalid', { detail: wrong, errors: [{ field: 'email', message: wrong }] });
    if (isOwnAddress(email, await queries.emailOf(tx, actor.id))) return fail('yourself');
    const code = newToken();
    const made = { inviterId: actor.id, email, code, now, expiresAt: invitationEnds(now) };
    const row = await queries.upsertInvitation(tx, made);
    if (row === undefined) return fail('invited_already');
    await ctx.events.emit(tx, mailAsked, { invitation_id: row.id, reminded_at: null });
    return ok({ referral: shown(row) });
  });
}

/** Whom the caller invited, the last sent first, a page at a time (part 2 section 2 "Referral screen"). */
export async function listReferrals(
  { db, actor }: SignedInCtx,
  { query }: InputOf<typeof contract.listReferrals>,
): Answer<'listReferrals'> {
  const { page, size } = query;
  const rows = await queries.page(db, actor.id, { limit: size, offset: page * size });
  return ok({ referrals: rows.map(shown), total: await queries.countOf(db, actor.id) });
}

/** Sends an open invitation once more, 24 hours after it was last sent at the earliest (part 2 section 2). */
export async function remind(
  ctx: SignedInCtx,
  { body }: InputOf<typeof contract.remind>,
  address: string,
): Answer<'remind'> {
  const { actor, now } = ctx;
  await limitMails(ctx, address);
  return transaction(ctx, async (tx) => {
    const row = await queries.lockOwn(tx, body.referral_id, actor.id);
    if (row === undefined) return fail('not_found');
    const may = mayRemind(row, now);
    if (!may.ok) return may;
    const reminded = await queries.setReminded(tx, row.id, now);
    await ctx.events.emit(tx, mailAsked, { invitation_id: row.id, reminded_at: now.toString() });
    return ok({ referral: shown(reminded) });
  });
}

/**
 * What a code is worth: whom it was sent to and who sent it. Unknown and expired ones are 404 alike; whether the address
 * has an account is not told, only whether the code was used.
 */
export async function checkCode(
  ctx: Ctx,
  { body }: InputOf<typeof contract.checkCode>,
  address: string,
): Answer<'checkCode'> {
  await limit(ctx.db, ctx.now, `referrals:code:${addressKey(address)}`, CODES_OF_ADDRESS, 300);
  const found = await queries.byCode(ctx.db, body.code);
  if (found === undefined) return fail('not_found');
  const isUsed = found.status !== 'awaiting-to-accept';
  if (!isUsed && !isOpen(found, ctx.now)) return fail('not_found');
  return ok({ isUsed, email: found.email, name: found.inviter_name });
}

async function limitMails({ db, now, actor }: SignedInCtx, address: string): Promise<void> {
  await limit(db, now, `referrals:address:${addressKey(address)}`, MAILS_OF_ADDRESS, 3600);
  await limit(db, now, `referrals:account:${actor.id}`, MAILS_AN_HOUR, 3600);
}

function shown(row: queries.InvitationRow): contract.Referral {
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

/** The rewards that wait, for their time or for the operator's word. */
export const listWaiting = ({ db }: Pick<Ctx, 'db'>) => waitingRewards(db);
