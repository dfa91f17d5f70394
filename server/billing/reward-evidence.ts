import type { Db } from '../db/transaction.ts';
import * as queries from './queries-rewards.ts';

/** What billing knows of a person whose first invoice is to earn a reward. */
export interface RewardEvidence {
  /** What came back of the first paid invoice of a membership; a dispute that is not won counts as all of it. */
  readonly paidBack: 'nothing' | 'part' | 'all';
  /** Other people with one of their cards or payers. */
  readonly sharing: readonly { readonly person_id: string; readonly kind: 'card' | 'payer' }[];
}

/** Evidence for a referral's reward (docs/product/referrals.md#abuse). */
export async function rewardEvidence(db: Db, personId: string): Promise<RewardEvidence> {
  const rows = await queries.sharedFingerprints(db, personId);
  return {
    paidBack: await paidBackOf(db, personId),
    sharing: rows.map(({ person_id, provider }) => ({
      person_id,
      kind: provider === 'paypal' ? 'payer' : 'card',
    })),
  };
}

async function paidBackOf(db: Db, personId: string): Promise<RewardEvidence['paidBack']> {
  const invoice = await queries.firstInvoiceOf(db, personId);
  if (invoice === undefined) return 'nothing';
  const { id, total_cents, refunded_cents } = invoice;
  if (refunded_cents >= total_cents || (await queries.isDisputed(db, id))) return 'all';
  return refunded_cents === 0 ? 'nothing' : 'part';
}
