import { sameMailbox } from '#shared/accounts/rules-mailbox.ts';
import { checkReward, type RewardCheck } from '#shared/referrals/rules-abuse.ts';
import { isRewardDue, nextReferralStatus, REFERRAL_REWARD } from '#shared/referrals/rules.ts';
import { lockPerson } from '../accounts/steps.ts';
import { rewardEvidence } from '../billing/service.ts';
import { grant } from '../credits/steps.ts';
import type { Tx } from '../db/transaction.ts';
import * as queries from './queries.ts';
import * as rewards from './queries-rewards.ts';

interface Acceptance {
  readonly code: string;
  /** The new person, made in this transaction. */
  readonly personId: string;
  readonly email: string;
  readonly now: Temporal.Instant;
}

/**
 * Accepts an invitation for a new person; a sign-up goes on whatever it returns
 * (docs/product/referrals.md#accepting).
 */
export async function acceptCode(
  tx: Tx,
  { code, personId, now }: Acceptance,
): Promise<'accepted' | 'unknown' | 'used'> {
  if (await queries.accept(tx, { code, personId, now })) return 'accepted';
  const row = await queries.invitationByCode(tx, code);
  return row === undefined || row.status === 'awaiting-to-accept' ? 'unknown' : 'used';
}

/** The two people of an accepted invitation. */
interface Pair {
  readonly id: string;
  readonly inviter: string;
  readonly invitee: string;
}

/** Locks both people by id, then their invitation; undefined without an invitee. */
async function lockPair(tx: Tx, id: string): Promise<(Pair & { row: rewards.AcceptedRow }) | undefined> {
  const pair = await rewards.pairOf(tx, id);
  if (pair === undefined) return undefined;
  for (const personId of [pair.inviter, pair.invitee].toSorted()) await lockPerson(tx, personId);
  return { id, ...pair, row: await rewards.lockAccepted(tx, id) };
}

/** Moves a person's invitation to the trial, if the status table allows it. */
export async function recordTrial(tx: Tx, inviteeId: string): Promise<void> {
  const locked = await lockInvitationOf(tx, inviteeId);
  const status = locked && nextReferralStatus(locked.row.status, 'trial_started');
  if (locked && status) await rewards.updateInvitation(tx, locked.id, { status });
}

/** Advances a person's invitation at the first paid invoice and checks it for abuse (docs/product/referrals.md#abuse). */
export async function recordFirstInvoice(tx: Tx, inviteeId: string, now: Temporal.Instant): Promise<void> {
  const locked = await lockInvitationOf(tx, inviteeId);
  const status = locked && nextReferralStatus(locked.row.status, 'first_paid');
  if (!locked || !status) return;
  await rewards.updateInvitation(tx, locked.id, { status, first_paid_at: now });
  await applyCheck(tx, locked, await checkPair(tx, locked));
}

/** Checks a person's reward again while it waits (docs/product/referrals.md#abuse). */
export async function recheck(tx: Tx, inviteeId: string): Promise<void> {
  const locked = await lockInvitationOf(tx, inviteeId);
  if (locked?.row.status === 'waiting-for-approval')
    await applyCheck(tx, locked, await checkPair(tx, locked));
}

async function lockInvitationOf(tx: Tx, inviteeId: string) {
  const row = await rewards.invitationOf(tx, inviteeId);
  return row === undefined ? undefined : lockPair(tx, row.id);
}

async function checkPair(tx: Tx, { inviter, invitee }: Pair): Promise<RewardCheck> {
  const one = await rewards.billingPlaceOf(tx, inviter);
  const other = await rewards.billingPlaceOf(tx, invitee);
  const { paidBack, sharing } = await rewardEvidence(tx, invitee);
  const brought = new Set([inviter, ...(await rewards.broughtBy(tx, inviter))]);
  const shared = sharing.filter(({ person_id }) => brought.has(person_id)).map(({ kind }) => kind);
  return checkReward({
    shared: [...shared, ...(await rewards.sharedPaymentMarks(tx, { inviter, invitee }))],
    paidBack,
    inviter: one,
    invitee: other,
    same_mailbox: sameMailbox(one.email, other.email),
  });
}

async function applyCheck(tx: Tx, { id }: Pair, checked: RewardCheck): Promise<void> {
  if (checked.outcome === 'reject')
    await rewards.updateInvitation(tx, id, { status: 'rejected', rejected_for: checked.reason });
  if (checked.outcome === 'ask_operator')
    await rewards.updateInvitation(tx, id, { needs_operator: checked.reason });
}

/**
 * Pays both once: after 3 days if there is no evidence of abuse, or at once by the operator. False if nothing was
 * paid (docs/product/referrals.md#reward).
 */
export async function reward(
  tx: Tx,
  { id, by, now }: { readonly id: string; readonly by: 'time' | 'operator'; readonly now: Temporal.Instant },
): Promise<boolean> {
  const locked = await lockPair(tx, id);
  const status = locked && nextReferralStatus(locked.row.status, 'rewarded');
  if (!locked || !status) return false;
  if (by === 'time') {
    if (!isRewardDue(locked.row, now)) return false;
    const checked = await checkPair(tx, locked);
    if (checked.outcome !== 'clear') {
      await applyCheck(tx, locked, checked);
      return false;
    }
  }
  for (const side of ['inviter', 'invitee'] as const) {
    const grantKey = `referral:${id}:${side}`;
    const reward = { personId: locked[side], source: 'referral', amount: REFERRAL_REWARD } as const;
    await grant(tx, { ...reward, expiresAt: null, grantKey, now });
  }
  const paid = { status, rewarded_at: now, needs_operator: null, credits_earned: REFERRAL_REWARD };
  await rewards.updateInvitation(tx, id, paid);
  return true;
}

/** Rejects an invitation for the operator; false if it is over already. */
export async function reject(tx: Tx, id: string): Promise<boolean> {
  const locked = await lockPair(tx, id);
  const status = locked && nextReferralStatus(locked.row.status, 'rejected');
  if (!locked || !status) return false;
  await rewards.updateInvitation(tx, id, { status, rejected_for: 'operator' });
  return true;
}
