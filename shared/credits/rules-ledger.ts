import type { LotSource } from './rules.ts';

/** A lot as the rules of money see it. */
export interface LedgerLot {
  readonly id: string;
  readonly source: LotSource;
  readonly amount: number;
  readonly remaining: number;
  readonly expires_at: Temporal.Instant | null;
  readonly grant_key: string;
  /** The payment that it came from, also of a bank lot. */
  readonly payment_id: string | null;
}

/** What was taken for a payment's refund or dispute (below 0) or given back (above 0). */
export interface Settled {
  readonly lot_id: string;
  readonly payment_id: string;
  readonly cause: string;
  readonly delta: number;
}

/** A change of the ledger. A lot that the plan itself makes is named by its grant key. */
export type LedgerStep =
  | {
      readonly do: 'grant';
      readonly source: LotSource;
      readonly amount: number;
      readonly expires_at: Temporal.Instant | null;
      readonly grant_key: string;
      readonly payment_id: string | null;
    }
  | {
      readonly do: 'move';
      readonly lot_id: string;
      readonly delta: number;
      readonly reason: 'withdrawal' | 'return' | 'rollover' | 'expiry';
      readonly payment_id: string | null;
      readonly cause: string;
    }
  | { readonly do: 'close'; readonly lot_id: string };

/** Collects changes, and shows the lots as they are after them. */
export interface Book {
  readonly lots: readonly LedgerLot[];
  readonly settled: readonly Settled[];
  readonly steps: readonly LedgerStep[];
  isOpen(lot: LedgerLot): boolean;
  hasGrant(key: string): boolean;
  grant(lot: Omit<Extract<LedgerStep, { do: 'grant' }>, 'do'>): void;
  move(lotId: string, change: Omit<Extract<LedgerStep, { do: 'move' }>, 'do' | 'lot_id'>): void;
  /** Writes off what is left and ends the lot. */
  close(lotId: string, cause: string): void;
}

/** A book over a person's lots at `now`. */
export function openBook(
  lots: readonly LedgerLot[],
  settled: readonly Settled[],
  now: Temporal.Instant,
): Book {
  const current = new Map(lots.map((lot) => [lot.id, lot]));
  const taken = [...settled];
  const steps: LedgerStep[] = [];
  const isOpen = ({ expires_at }: LedgerLot) =>
    expires_at === null || Temporal.Instant.compare(expires_at, now) > 0;
  const change = (id: string, to: (lot: LedgerLot) => Partial<LedgerLot>) => {
    const lot = current.get(id);
    if (lot === undefined) throw new Error('a change of a lot that is not there');
    current.set(id, { ...lot, ...to(lot) });
  };
  const book: Book = {
    get lots() {
      return [...current.values()];
    },
    settled: taken,
    steps,
    isOpen,
    hasGrant: (key) => [...current.values()].some(({ grant_key }) => grant_key === key),
    grant(lot) {
      steps.push({ do: 'grant', ...lot });
      current.set(lot.grant_key, { ...lot, id: lot.grant_key, remaining: lot.amount });
    },
    move(lot_id, { delta, ...why }) {
      if (delta === 0) return;
      steps.push({ do: 'move', lot_id, delta, ...why });
      change(lot_id, ({ remaining }) => ({ remaining: remaining + delta }));
      if (why.payment_id !== null && (why.reason === 'withdrawal' || why.reason === 'return'))
        taken.push({ lot_id, payment_id: why.payment_id, cause: why.cause, delta });
    },
    close(lot_id, cause) {
      const rest = current.get(lot_id)?.remaining ?? 0;
      book.move(lot_id, { delta: -rest, reason: 'expiry', payment_id: null, cause });
      steps.push({ do: 'close', lot_id });
      change(lot_id, () => ({ expires_at: now }));
    },
  };
  return book;
}
