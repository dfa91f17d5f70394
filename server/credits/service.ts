import { balances, creditsBeforeTrial, isExpired, type LotSource } from '#shared/credits/rules.ts';
import { reading, together } from '../db/pipeline.ts';
import type { Db } from '../db/transaction.ts';
import * as queries from './queries.ts';
import { refundable } from './refundable.ts';

export { CREDIT_INVARIANTS } from './queries-invariants.ts';

interface Balance {
  readonly credits_bank: number;
  readonly sessions_left: number;
  readonly total: number;
  readonly before_trial: number | null;
}

/**
 * A person's credits at `now` (docs/product/credits.md#balance), right even before an expiry is in the ledger.
 * `before_trial` is how many are spent before the first trial credit; null without one.
 */
export async function balance(db: Db, personId: string, now: Temporal.Instant): Promise<Balance> {
  const lots = await queries.fullLots(db, personId);
  return { ...balances(lots, now), before_trial: creditsBeforeTrial(lots, now) };
}

/** A person's credits at `now` by where they come from; what is absent is 0. */
export async function creditsBySource(
  db: Db,
  personId: string,
  now: Temporal.Instant,
): Promise<ReadonlyMap<LotSource, number>> {
  const sums = new Map<LotSource, number>();
  for (const lot of await queries.fullLots(db, personId))
    if (!isExpired(lot, now)) sums.set(lot.source, (sums.get(lot.source) ?? 0) + lot.remaining);
  return sums;
}

/**
 * How many credits the client would get back by cancelling at `now`; the step `refund` returns the same. Less than
 * the price if an expired lot was refunded before (docs/product/credits.md#refunds).
 */
export async function refundOf(db: Db, sessionId: number, now: Temporal.Instant): Promise<number> {
  const payer = queries.payerOf(sessionId);
  const [spent, lots, withExpiry] = await reading(db, (one) =>
    together([
      queries.spentOn(one, sessionId),
      queries.lotsOf(one, payer),
      queries.lotsWithExpiry(one, payer),
    ]),
  );
  return refundable({ spent, lots, withExpiry, by: 'client', now }).total;
}
