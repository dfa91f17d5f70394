import type { LedgerLot, LedgerStep, Settled } from '#shared/credits/rules-ledger.ts';
import type { Tx } from '../db/transaction.ts';
import * as queries from './queries.ts';

/**
 * A person's lots, locked in the order of their ids, and what was settled for refunds and disputes. The caller holds
 * the person's lock.
 */
export async function ledgerOf(
  tx: Tx,
  personId: string,
): Promise<{ readonly lots: readonly LedgerLot[]; readonly settled: readonly Settled[] }> {
  const lots = await queries.lockLedger(tx, personId);
  return { lots, settled: await queries.settledOf(tx, personId) };
}

/** Writes changes of a person's ledger in their order; the database refuses what happened before. */
export async function writeLedger(
  tx: Tx,
  personId: string,
  steps: readonly LedgerStep[],
  now: Temporal.Instant,
): Promise<void> {
  const made = new Map<string, string>();
  const idOf = (lot: string) => made.get(lot) ?? lot;
  for (const step of steps) {
    if (step.do === 'close') await queries.endLot(tx, idOf(step.lot_id), now);
    else if (step.do === 'move') {
      const { lot_id, payment_id, ...entry } = step;
      const moved = { ...entry, lot_id: idOf(lot_id), paymentId: payment_id, sessionId: null, at: now };
      await queries.insertEntries(tx, [moved]);
    } else {
      const { amount, source, expires_at, grant_key, payment_id } = step;
      const lot = { personId, source, amount, expiresAt: expires_at, grantKey: grant_key, now };
      const id = await queries.insertLot(tx, { ...lot, originLotId: null, paymentId: payment_id });
      if (id === undefined) throw new Error(`granted before: ${grant_key}`);
      made.set(grant_key, id);
      const entry = { lot_id: id, delta: amount, reason: 'grant', sessionId: null } as const;
      await queries.insertEntries(tx, [{ ...entry, at: now }]);
    }
  }
}
