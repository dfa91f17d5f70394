import { balances } from '../../shared/credits/rules.ts';
import type { Db } from '../db/transaction.ts';
import * as queries from './queries.ts';
import { refundable } from './refundable.ts';

/**
 * What a person has at `now`, in credits: `credits_bank` is the sum of the rollover lots, `sessions_left` that of all
 * others. An expired lot counts no more from its instant on, whether its expiry is in the ledger yet or not.
 */
export async function balance(
  db: Db,
  personId: string,
  now: Temporal.Instant,
): Promise<{ readonly credits_bank: number; readonly sessions_left: number; readonly total: number }> {
  return balances(await queries.fullLots(db, personId), now);
}

/**
 * How many credits a client's cancelling at `now` gives back to their lots, were it to be refunded: the same as the
 * step `refund` does then. Less than the price where an expired lot has come back once already (decisions 7).
 */
export async function refundOf(db: Db, sessionId: number, now: Temporal.Instant): Promise<number> {
  const spent = await queries.spentOn(db, sessionId);
  const personId = spent[0]?.person_id;
  if (personId === undefined) return 0;
  const lots = await queries.lotsOf(db, personId);
  return (await refundable(db, { personId, spent, lots, by: 'client', now })).total;
}
