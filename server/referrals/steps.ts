import { sameMailbox } from '../../shared/accounts/rules-mailbox.ts';
import { judgeReward, type Verdict } from '../../shared/referrals/rules-abuse.ts';
import { isRewardDue, nextReferralStatus, REFERRAL_REWARD } from '../../shared/referrals/rules.ts';
import { lockPerson } from '../accounts/steps.ts';
import { grant } from '../credits/steps.ts';
import type { Tx } from '../db/transaction.ts';
import * as queries from './queries.ts';
import * as rewards from './queries-rewards.ts';

interface Accepting {
  readonly code: string;
  /** Whoever has just been made, in this transaction. */
  readonly personId: string;
  readonly email: string;
  readonly now: Temporal.Instant;
}

/**
 * Lets a new person come in by an invitation's code; the code counts, not the e-mail (decisions 9). One invitation
 * brings one person; whoever comes second is told 'used' and signs up all the same, as with a code that is 'unknown' or has expired.
 */
export async function acceptCode(
  tx: Tx,
  { code, personId, now }: Accepting,
): Promise<'accepted' | 'unknown' | 'used'> {
  if (await queries.accept(tx, { code, personId, now })) return 'accepted';
  const found = await queries.byCode(tx, code);
  return found === undefined || found.status === 'awaiting-to-accept' ? 'unknown' : 'used';
}

/** The two of an accepted invitation. */
interface Two {
  readonly id: string;
  readonly inviter: string;
  readonly invitee: string;
}

/** Locks both people, by id, then their invitation; undefined when there are not two people to it. */
async function lockTwo(tx: Tx, id: string): Promise<(Two & { row: rewards.AcceptedRow }) | undefined> {
  const two = await rewards.twoOf(tx, id);
  if (two === undefined) return undefined;
  for (const personId of [two.inviter, two.invitee].toSorted()) await lockPerson(tx, personId);
  return { id, ...two, row: await rewards.lockAccepted(tx, id) };
}

/** Moves the invitation that somebody came in with on to the trial; any other change is none. */
export async function noteTrial(tx: Tx, inviteeId: string): Promise<void> {
  const locked = await lockBroughtBy(tx, inviteeId);
  const status = locked && nextReferralStatus(locked.row.status, 'trial_started');
  if (locked && status) await rewards.change(tx, locked.id, { status });
}

/**
 * Lets the invitation that somebody came in with wait for its approval after their first paid invoice, and judges it at once:
 * whoever paid as the inviter did is rejected, a household goes to the operator (decisions 9).
 */
export async function noteFirstInvoice(tx: Tx, inviteeId: string, now: Temporal.Instant): Promise<void> {
  const locked = await lockBroughtBy(tx, inviteeId);
  const status = locked && nextReferralStatus(locked.row.status, 'first_paid');
  if (!locked || !status) return;
  await rewards.change(tx, locked.id, { status, first_paid_at: now });
  await follow(tx, locked, await judge(tx, locked));
}

async function lockBroughtBy(tx: Tx, inviteeId: string) {
  const found = await rewards.broughtBy(tx, inviteeId);
  return found === undefined ? undefined : lockTwo(tx, found.id);
}

async function judge(tx: Tx, { inviter, invitee }: Two): Promise<Verdict> {
  const one = await rewards.placeOf(tx, inviter);
  const other = await rewards.placeOf(tx, invitee);
  return judgeReward({
    shared: await rewards.sharedMarks(tx, { inviter, invitee }),
    inviter: one,
    invitee: other,
    one_mailbox: sameMailbox(one.email, other.email),
  });
}

async function follow(tx: Tx, { id }: Two, verdict: Verdict): Promise<void> {
  if (verdict.verdict === 'reject')
    await rewards.change(tx, id, { status: 'rejected', rejected_for: verdict.why });
  if (verdict.verdict === 'ask_operator') await rewards.change(tx, id, { needs_operator: verdict.why });
}

/**
 * Pays both their credits, once: by time 3 days after the first paid invoice, judged again by what is known by then; by the
 * operator whenever it waits, whatever it was held for (decisions 9). False when there was nothing to pay.
 */
export async function reward(
  tx: Tx,
  { id, by, now }: { readonly id: string; readonly by: 'time' | 'operator'; readonly now: Temporal.Instant },
): Promise<boolean> {
  const locked = await lockTwo(tx, id);
  const status = locked && nextReferralStatus(locked.row.status, 'rewarded');
  if (!locked || !status) return false;
  if (by === 'time') {
    if (!isRewardDue(locked.row, now)) return false;
    const verdict = await judge(tx, locked);
    if (verdict.verdict !== 'clear') {
      await follow(tx, locked, verdict);
      return false;
    }
  }
  for (const side of ['inviter', 'invitee'] as const) {
    const grantKey = `referral:${id}:${side}`;
    const given = { personId: locked[side], source: 'referral', amount: REFERRAL_REWARD } as const;
    await grant(tx, { ...given, expiresAt: null, grantKey, now });
  }
  const paid = { status, rewarded_at: now, needs_operator: null, credits_earned: REFERRAL_REWARD };
  await rewards.change(tx, id, paid);
  return true;
}

/** The operator's no; an invitation that is over stays as it is. Answers whether it was rejected now. */
export async function reject(tx: Tx, id: string): Promise<boolean> {
  const locked = await lockTwo(tx, id);
  const status = locked && nextReferralStatus(locked.row.status, 'rejected');
  if (!locked || !status) return false;
  await rewards.change(tx, id, { status, rejected_for: 'operator' });
  return true;
}
