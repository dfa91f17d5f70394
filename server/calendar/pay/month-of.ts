import {
  closesAt,
  monthFigures,
  monthKey,
  monthSpan,
  monthState,
  type MonthFigures,
  type MonthState,
  type PaidSlot,
  type Rate,
  type YearMonth,
} from '#shared/calendar/rules-pay.ts';
import type { Db } from '../../db/transaction.ts';
import * as queries from './queries-pay.ts';

/** A slot of a month with what it counts for. */
export interface MonthSlot extends queries.SlotRow, PaidSlot {}

/** Whose month it is. */
export interface PaidMusician {
  readonly id: string;
  readonly name: string;
  readonly zone: string;
  readonly slots_until: string | null;
}

/** A musician's month, open or closed. */
export interface Month {
  readonly musician: PaidMusician;
  readonly which: YearMonth;
  readonly zone: string;
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
  readonly state: MonthState;
  readonly closed_at: Temporal.Instant | null;
  readonly closes_at: Temporal.Instant;
  readonly slots: readonly MonthSlot[];
  readonly rates: readonly Rate[];
  readonly figures: MonthFigures;
}

const withBooked = (slot: queries.SlotRow): MonthSlot => ({ ...slot, booked: slot.session_id !== null });

/**
 * A musician's month at `now`: as it was closed, or from the slots as they are (docs/product/invoice.md#months). An open
 * month begins and ends where its closed neighbors do, so that no slot is paid twice after a change of zone.
 */
export async function monthOf(
  db: Db,
  musician: PaidMusician,
  which: YearMonth,
  now: Temporal.Instant,
): Promise<Month> {
  const { id: musicianId } = musician;
  const key = monthKey(which);
  const closed = await queries.closedMonth(db, musicianId, key);
  if (closed !== undefined) {
    const rates = closed.rates as readonly Rate[];
    const slots = (closed.slots as readonly queries.StoredSlot[]).map((slot) =>
      withBooked({ ...slot, starts_at: Temporal.Instant.from(slot.starts_at) }),
    );
    return {
      musician,
      which,
      zone: closed.zone,
      from: closed.from_at,
      until: closed.until_at,
      state: 'closed',
      closed_at: closed.closed_at,
      closes_at: closesAt(which, closed.zone),
      slots,
      rates,
      figures: closed.figures as MonthFigures,
    };
  }
  const { zone } = musician;
  const { before, after } = await queries.closedAround(db, musicianId, key);
  const span = monthSpan(which, zone);
  const from = before !== null && isNear(before, span.from) ? before : span.from;
  const until = after !== null && isNear(after, span.until) ? after : span.until;
  const [rows, rates] = [
    await queries.slotsOf(db, { musicianId, from, until }),
    await queries.ratesOf(db, musicianId),
  ];
  const slots = rows.map(withBooked);
  return {
    musician,
    which,
    zone,
    from,
    until,
    state: monthState({ from, until }, false, now),
    closed_at: null,
    closes_at: closesAt(which, zone),
    slots,
    rates,
    figures: monthFigures(slots, rates, zone),
  };
}

/** Zones are at most 26 hours apart: a boundary farther away is another month's. */
export function isNear(a: Temporal.Instant, b: Temporal.Instant): boolean {
  return Math.abs(a.until(b).total('hours')) <= 26;
}
