import { spendPlan, type LotDelta, type LotSource } from '#shared/credits/rules.ts';
import type { LedgerLot, LedgerStep, Settled } from '#shared/credits/rules-ledger.ts';
import { together } from '../db/pipeline.ts';
import type { Tx } from '../db/transaction.ts';
import { newId } from '../lib/ids.ts';
import * as queries from './queries.ts';
import { refundable } from './refundable.ts';

interface Grant {
  readonly personId: string;
  readonly source: LotSource;
  /** Whole credits, at least 1. */
  readonly amount: number;
  /** When the lot expires; null: never. */
  readonly expiresAt: Temporal.Instant | null;
  /** What the grant is for; a second grant with the same key changes nothing (docs/product/credits.md#lots). */
  readonly grantKey: string;
  readonly originLotId?: string | null;
  readonly sessionId?: number | null;
  readonly now: Temporal.Instant;
}

/** Grants credits as a new lot and returns its id; null when the key was granted before. */
export async function grant(tx: Tx, { originLotId, sessionId, ...lot }: Grant): Promise<string | null> {
  const id = newId();
  const [inserted] = await together([
    queries.insertLot(tx, { ...lot, originLotId: originLotId ?? null }, id),
    queries.fillLot(tx, { id, sessionId: sessionId ?? null, now: lot.now }),
  ]);
  return inserted ?? null;
}

interface MoveToBank {
  readonly personId: string;
  /** The lot of the plan's ended period. */
  readonly lotId: string;
  /** Whole credits, at least 1 and at most what the lot has left. */
  readonly amount: number;
  readonly grantKey: string;
  readonly now: Temporal.Instant;
}

/** Moves unused plan credits to the bank (docs/product/credits.md#bank). The caller holds the person's lock. */
export async function moveToBank(tx: Tx, { lotId, amount, ...lot }: MoveToBank): Promise<void> {
  const out = { lot_id: lotId, delta: -amount, reason: 'rollover', sessionId: null, at: lot.now } as const;
  await queries.insertEntries(tx, [out]);
  await grant(tx, { ...lot, amount, source: 'rollover', expiresAt: null });
}

interface Spending {
  readonly personId: string;
  /** Whole credits; 0 takes nothing. */
  readonly amount: number;
  readonly now: Temporal.Instant;
}

/**
 * Locks a person's lots and plans what `amount` credits take of them in the order of spending
 * (docs/product/credits.md#spending); null when there are not enough. The caller holds the person's lock.
 */
export async function planSpending(
  tx: Tx,
  { personId, amount, now }: Spending,
): Promise<readonly LotDelta[] | null> {
  const plan = spendPlan(await queries.lockLots(tx, personId), amount, now);
  return plan.ok ? plan.value : null;
}

/** Spends credits on a session as planned in this transaction. */
export function spend(
  tx: Tx,
  plan: readonly LotDelta[],
  { sessionId, now }: { sessionId: number; now: Temporal.Instant },
): Promise<void> {
  const taken = { reason: 'spend', sessionId, at: now } as const;
  return queries.insertEntries(
    tx,
    plan.map((delta) => ({ ...delta, ...taken })),
  );
}

/**
 * Takes back unspent credits of the studio's grants in the order of spending (docs/product/credits.md#taken-back); false
 * when there are not enough. The caller holds the person's lock.
 */
export async function takeBack(tx: Tx, { personId, amount, now }: Spending): Promise<boolean> {
  const granted = (await queries.lockLots(tx, personId)).filter(({ source }) => source === 'operator');
  const plan = spendPlan(granted, amount, now);
  if (!plan.ok) return false;
  // Of one lot credits may be taken several times.
  const taken = { reason: 'withdrawal', sessionId: null, cause: `operator:${newId()}`, at: now } as const;
  await queries.insertEntries(
    tx,
    plan.value.map((delta) => ({ ...delta, ...taken })),
  );
  return true;
}

/** A session's refund, planned under the locks of its lots. */
interface Refund extends ReturnType<typeof refundable> {
  readonly sessionId: number;
  readonly personId: string | undefined;
  readonly now: Temporal.Instant;
}

interface Refunding {
  readonly sessionId: number;
  readonly by: 'client' | 'operator';
  readonly now: Temporal.Instant;
}

/**
 * Locks the lots of who paid for a session and plans what its credits return to (docs/product/credits.md#refunds). The
 * caller holds the session's lock.
 */
export async function planRefund(tx: Tx, { sessionId, by, now }: Refunding): Promise<Refund> {
  const payer = queries.payerOf(sessionId);
  const [spent, lots, withExpiry] = await together([
    queries.spentOn(tx, sessionId),
    queries.lockLots(tx, payer),
    queries.lotsWithExpiry(tx, payer),
  ]);
  return {
    ...refundable({ spent, lots, withExpiry, by, now }),
    sessionId,
    personId: spent[0]?.person_id,
    now,
  };
}

/**
 * Refunds a session as planned in this transaction and returns how many credits came back. At most once for a session:
 * the caller has checked its status.
 */
export async function payBack(
  tx: Tx,
  { sessionId, personId, returned, newLots, total, now }: Refund,
): Promise<number> {
  if (personId === undefined) return 0;
  const lots = newLots.map((lot) => ({
    personId,
    source: 'refund' as const,
    amount: lot.amount,
    expiresAt: lot.expires_at,
    grantKey: `refund:${sessionId}:${lot.origin_lot_id}`,
    originLotId: lot.origin_lot_id,
    sessionId,
    now,
  }));
  await together([
    queries.insertEntries(
      tx,
      returned.map((entry) => ({ ...entry, reason: 'refund', sessionId, at: now })),
    ),
    ...lots.map((lot) => grant(tx, lot)),
  ]);
  return total;
}

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
