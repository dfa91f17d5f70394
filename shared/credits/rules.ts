import { type Result, fail, ok } from '../lib/result.ts';

/** The ledger's decisions: what counts, in which order lots are spent, where a refund goes (decisions 7). */
export const LOT_SOURCES = [
  'plan',
  'rollover',
  'top-up',
  'bundle',
  'trial',
  'referral',
  'operator',
  'refund',
] as const;
export type LotSource = (typeof LOT_SOURCES)[number];
export const REFUND_LOT_DAYS = 30;

export interface Lot {
  readonly id: string;
  readonly source: LotSource;
  readonly remaining: number;
  readonly granted_at: Temporal.Instant;
  /** From this instant on the lot counts no more; null: never. */
  readonly expires_at: Temporal.Instant | null;
  /** The lot that a refund lot stands for. */
  readonly origin_lot_id?: string | null;
}

/** A change of one lot, an entry of the ledger to be. */
export interface LotDelta {
  readonly lot_id: string;
  readonly delta: number;
}

const compare = (a: Temporal.Instant, b: Temporal.Instant) => Temporal.Instant.compare(a, b);

/** Whether a lot has expired at `now`; it has at its very instant. */
export function isExpired(lot: Pick<Lot, 'expires_at'>, now: Temporal.Instant): boolean {
  return lot.expires_at !== null && compare(lot.expires_at, now) <= 0;
}

/** Without expiry: plan, then bank, then top-up, bundle, referral, operator. Trial and refund lots usually expire. */
const RANK: Readonly<Record<LotSource, number>> = {
  plan: 0,
  trial: 1,
  rollover: 2,
  'top-up': 3,
  bundle: 4,
  referral: 5,
  operator: 6,
  refund: 7,
};

/** The order of spending: soonest expiry first, then by source, oldest first, then by id. */
export function compareForSpending(a: Lot, b: Lot): number {
  if (a.expires_at !== null && b.expires_at !== null) {
    const sooner = compare(a.expires_at, b.expires_at);
    if (sooner !== 0) return sooner;
  } else if (a.expires_at !== null || b.expires_at !== null) return a.expires_at === null ? 1 : -1;
  return RANK[a.source] - RANK[b.source] || compare(a.granted_at, b.granted_at) || (a.id < b.id ? -1 : 1);
}

/** What a person has at `now`: the bank is the sum of the rollover lots, `sessions_left` of all others. */
export function balances(
  lots: readonly Lot[],
  now: Temporal.Instant,
): { readonly credits_bank: number; readonly sessions_left: number; readonly total: number } {
  const live = lots.filter((lot) => !isExpired(lot, now));
  const sum = (some: readonly Lot[]) => some.reduce((all, lot) => all + lot.remaining, 0);
  const credits_bank = sum(live.filter(({ source }) => source === 'rollover'));
  const total = sum(live);
  return { credits_bank, sessions_left: total - credits_bank, total };
}

/**
 * Which lots pay `amount` (0 or more whole credits) at `now`, as negative deltas in the order of spending.
 * Too little in all: `not_enough_credits` with how many are short; nothing is taken then.
 */
export function spendPlan(
  lots: readonly Lot[],
  amount: number,
  now: Temporal.Instant,
): Result<readonly LotDelta[], 'not_enough_credits'> & { readonly short?: number } {
  const deltas: LotDelta[] = [];
  let left = amount;
  for (const lot of lots.toSorted(compareForSpending)) {
    if (left === 0) break;
    if (isExpired(lot, now) || lot.remaining === 0) continue;
    const taken = Math.min(left, lot.remaining);
    deltas.push({ lot_id: lot.id, delta: -taken });
    left -= taken;
  }
  return left === 0 ? ok(deltas) : { ...fail('not_enough_credits'), short: left };
}

/** A lot that a refund makes for one that has expired; its grant key makes it single. */
export interface RefundLot {
  readonly origin_lot_id: string;
  readonly amount: number;
  readonly expires_at: Temporal.Instant;
}

/** What a refund does; `lost` credits belong to lots that were given their second life before. */
export interface RefundPlan {
  readonly back: readonly LotDelta[];
  readonly fresh: readonly RefundLot[];
  readonly lost: number;
}

/**
 * Where the credits that a session took go back to: to their lots; for an expired lot into a new one of 30 days, by
 * the client's own cancelling once per original lot (decisions 7). `spent` are the session's entries (negative deltas),
 * `lots` all of the person's.
 */
export function refundPlan(
  spent: readonly LotDelta[],
  lots: readonly Lot[],
  by: 'client' | 'operator',
  now: Temporal.Instant,
): RefundPlan {
  const known = new Map(lots.map((lot) => [lot.id, lot]));
  const revived = new Set(lots.map(({ origin_lot_id }) => origin_lot_id).filter(Boolean));
  const back: LotDelta[] = [];
  const fresh = new Map<string, number>();
  let lost = 0;
  for (const { lot_id, delta } of spent) {
    const lot = known.get(lot_id);
    const origin = lot?.origin_lot_id ?? lot_id;
    if (lot && !isExpired(lot, now)) back.push({ lot_id, delta: -delta });
    else if (by === 'client' && revived.has(origin)) lost -= delta;
    else fresh.set(origin, (fresh.get(origin) ?? 0) - delta);
  }
  const expires_at = now.add({ hours: REFUND_LOT_DAYS * 24 });
  const made = [...fresh].map(([origin_lot_id, amount]) => ({ origin_lot_id, amount, expires_at }));
  return { back, fresh: made, lost };
}

/** What expiry takes at `now`: the rest of every expired lot, as negative deltas. */
export function expiryPlan(lots: readonly Lot[], now: Temporal.Instant): readonly LotDelta[] {
  return lots
    .filter((lot) => isExpired(lot, now) && lot.remaining > 0)
    .map((lot) => ({ lot_id: lot.id, delta: -lot.remaining }));
}
