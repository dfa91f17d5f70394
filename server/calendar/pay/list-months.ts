import {
  closesAt,
  closingRefusal,
  monthFigures,
  monthKey,
  monthSpan,
  monthState,
  type ClosingRefusal,
  type MonthFigures,
  type MonthState,
  type YearMonth,
} from '#shared/calendar/rules-pay.ts';
import type { MonthPayment } from '#shared/calendar/rules-payments.ts';
import { together } from '../../db/pipeline.ts';
import type { Db } from '../../db/transaction.ts';
import { isNear, type PaidMusician } from './month-of.ts';
import * as lists from './queries-list.ts';
import { paymentsOf } from './queries-payments.ts';

/** A month as lists have it: what `monthOf` says, without its slots. */
export interface ListedMonth<M extends PaidMusician> {
  readonly musician: M;
  readonly which: YearMonth;
  readonly zone: string;
  readonly state: MonthState;
  readonly closed_at: Temporal.Instant | null;
  readonly closes_at: Temporal.Instant;
  readonly figures: MonthFigures;
  /** Whether there is no slot in it. */
  readonly isEmpty: boolean;
  /** Why it cannot be closed now; null: it can. */
  readonly refusal: ClosingRefusal | null;
  /** null: not marked as paid. */
  readonly paid: MonthPayment | null;
}

interface Wanted<M extends PaidMusician> {
  readonly musicians: readonly M[];
  readonly months: readonly YearMonth[];
}

/**
 * Months of several musicians, by musician and month as given: what `monthOf` says of each, in a few statements for all
 * (docs/product/invoice.md#months).
 */
export async function listMonths<M extends PaidMusician>(
  db: Db,
  { musicians, months }: Wanted<M>,
  now: Temporal.Instant,
): Promise<ListedMonth<M>[]> {
  const ids = musicians.map(({ id }) => id);
  const keys = months.map(monthKey);
  const [closed, rates] = await together([lists.closedMonths(db, ids, keys), lists.ratesOfAll(db, ids)]);
  const closedOf = Map.groupBy(closed, ({ musician_id }) => musician_id);
  const ratesOf = Map.groupBy(rates, ({ musician_id }) => musician_id);
  const all = musicians.flatMap((musician) =>
    months.map((which) => {
      const around = closedOf.get(musician.id) ?? [];
      const stored = around.find(({ month }) => month === monthKey(which));
      return { musician, which, stored, span: spanOf(which, musician.zone, around) };
    }),
  );
  const open = all.filter(({ stored }) => stored === undefined);
  const spans = open.map(({ musician: { id, zone }, span }) => ({ musicianId: id, zone, ...span }));
  const [groups, figures, payments] = await together([
    lists.slotGroups(db, spans),
    lists.closedFigures(db, ids, keys),
    paymentsOf(db, ids, keys),
  ]);
  const groupsOf = Map.groupBy(groups, ({ nr }) => nr);
  const figuresOf = new Map(figures.map((row) => [`${row.musician_id} ${row.month}`, row]));
  const paymentOf = new Map(payments.map((row) => [`${row.musician_id} ${row.month}`, row]));
  const placeOf = new Map(open.map((one, place) => [one, place]));
  return all.map((one): ListedMonth<M> => {
    const { musician, which, stored, span } = one;
    const key = `${musician.id} ${monthKey(which)}`;
    const row = stored === undefined ? undefined : figuresOf.get(key);
    if (row !== undefined) {
      const { zone, closed_at, figures: closedFigures } = row;
      const month = { musician, which, zone, closed_at, closes_at: closesAt(which, zone) };
      const paid = paymentOf.get(key) ?? null;
      return { ...month, figures: closedFigures, state: 'closed', isEmpty: false, refusal: 'closed', paid };
    }
    const slots = groupsOf.get(placeOf.get(one) ?? -1) ?? [];
    const { zone } = musician;
    const month = {
      state: monthState(span, false, now),
      isEmpty: slots.length === 0,
      figures: monthFigures(slots, ratesOf.get(musician.id) ?? [], zone),
    };
    const closing = { closed_at: null, closes_at: closesAt(which, zone), refusal: closingRefusal(month) };
    return { musician, which, zone, ...month, ...closing, paid: null };
  });
}

/** An open month begins and ends where its closed neighbors do. */
function spanOf(which: YearMonth, zone: string, closed: readonly lists.ClosedSpan[]) {
  const key = monthKey(which);
  const span = monthSpan(which, zone);
  const before = closed.findLast(({ month }) => month < key)?.until_at;
  const after = closed.find(({ month }) => month > key)?.from_at;
  return {
    from: before !== undefined && isNear(before, span.from) ? before : span.from,
    until: after !== undefined && isNear(after, span.until) ? after : span.until,
  };
}
