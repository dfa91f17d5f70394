import { balances } from '../../shared/credits/rules.ts';
import type { Db } from '../db/transaction.ts';
import * as queries from './queries.ts';

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
