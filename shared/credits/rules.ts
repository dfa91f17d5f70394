import { type Result, fail, ok } from '../lib/result.ts';

/** Where credits come from (docs/product/credits.md#lots). */
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
  /** When the lot expires; null: never. */
  readonly expires_at: Temporal.Instant | null;
  /** The expired lot that a refund lot replaces. */
  readonly origin_lot_id?: string | null;
}

/** A change of one lot, to become an entry of the ledger. */
export interface LotDelta {
  readonly lot_id: string;
  readonly delta: number;
}

const compare = (a: Temporal.Instant, b: Temporal.Instant) => Temporal.Instant.compare(a, b);

/** Whether a lot has expired at `now`, the instant of expiry included. */
export function isExpired(lot: Pick<Lot, 'expires_at'>, now: Temporal.Instant): boolean {
  return lot.expires_at !== null && compare(lot.expires_at, now) <= 0;
}

/** Whether a renewal or a membership's end closed a lot: those of plans and the bank have no other end. */
export function isClosed({ source, expires_at }: Pick<Lot, 'source' | 'expires_at'>): boolean {
  return (source === 'plan' || source === 'rollover') && expires_at !== null;
}

/** Order of spending among lots without expiry. Trial and refund lots usually expire. */
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

/** Compares lots for spending (docs/product/credits.md#order-of-spending); equal ones by id. */
export function compareForSpending(a: Lot, b: Lot): number {
  if (a.expires_at !== null && b.expires_at !== null) {
    const sooner = compare(a.expires_at, b.expires_at);
    if (sooner !== 0) return sooner;
  } else if (a.expires_at !== null || b.expires_at !== null) return a.expires_at === null ? 1 : -1;
  return RANK[a.source] - RANK[b.source] || compare(a.granted_at, b.granted_at) || (a.id < b.id ? -1 : 1);
}

/** A person's credits at `now` (docs/product/credits.md#balance). */
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
 * `not_enough_credits` with how many are `short` when the lots hold too little.
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

/** How many credits are spent at `now` before the first trial credit; null where there is none. */
export function creditsBeforeTrial(lots: readonly Lot[], now: Temporal.Instant): number | null {
  const live = lots.filter((lot) => !isExpired(lot, now) && lot.remaining > 0).toSorted(compareForSpending);
  const first = live.findIndex(({ source }) => source === 'trial');
  return first === -1 ? null : live.slice(0, first).reduce((sum, { remaining }) => sum + remaining, 0);
}

/** Whether a price takes a trial credit: such a booking needs a proved address (docs/product/booking.md#proved-address). */
export function usesTrialCredit(price: number, beforeTrial: number | null): boolean {
  return beforeTrial !== null && price > beforeTrial;
}

/** A new lot for credits of an expired one; its grant key allows it once. */
export interface RefundLot {
  readonly origin_lot_id: string;
  readonly amount: number;
  readonly expires_at: Temporal.Instant;
}

/** What a refund does; `lost` credits belong to expired lots that were refunded once before. */
export interface RefundPlan {
  readonly returned: readonly LotDelta[];
  readonly newLots: readonly RefundLot[];
  readonly lost: number;
}

/**
 * Where a session's credits go when it is cancelled (docs/product/credits.md#refunds). `spent` are the session's entries
 * (negative deltas), `lots` all of the person's.
 */
export function refundPlan(
  spent: readonly LotDelta[],
  lots: readonly Lot[],
  by: 'client' | 'operator',
  now: Temporal.Instant,
): RefundPlan {
  const known = new Map(lots.map((lot) => [lot.id, lot]));
  const refundedOrigins = new Set(lots.map(({ origin_lot_id }) => origin_lot_id).filter(Boolean));
  const returned: LotDelta[] = [];
  const fresh = new Map<string, number>();
  let lost = 0;
  for (const { lot_id, delta } of spent) {
    const lot = known.get(lot_id);
    const origin = lot?.origin_lot_id ?? lot_id;
    if (lot && !isExpired(lot, now)) returned.push({ lot_id, delta: -delta });
    else if (by === 'client' && refundedOrigins.has(origin)) lost -= delta;
    else fresh.set(origin, (fresh.get(origin) ?? 0) - delta);
  }
  const expires_at = now.add({ hours: REFUND_LOT_DAYS * 24 });
  const newLots = [...fresh].map(([origin_lot_id, amount]) => ({ origin_lot_id, amount, expires_at }));
  return { returned, newLots, lost };
}

/** The rest of every lot that has expired at `now`, as negative deltas. */
export function expiryPlan(lots: readonly Lot[], now: Temporal.Instant): readonly LotDelta[] {
  return lots
    .filter((lot) => isExpired(lot, now) && lot.remaining > 0)
    .map((lot) => ({ lot_id: lot.id, delta: -lot.remaining }));
}
