import { shareOf, toCents } from '../lib/money.ts';
import { dayOf, startOfDay } from '../lib/time.ts';

/** Invoices begin with this year (docs/product/invoice.md#months). */
export const FIRST_INVOICE_YEAR = 2020;
/** The day of the next month on which a month closes by itself. */
const CLOSING_DAY = 5;
const MINUTES_PER_HOUR = 60;

/** A calendar month of a year; `month` is 1 to 12. */
export interface YearMonth {
  readonly year: number;
  readonly month: number;
}

/** What a slot counts for in pay. */
export interface PaidSlot {
  readonly starts_at: Temporal.Instant;
  readonly minutes: number;
  readonly slot_type: 'fixed' | 'flexible';
  /** Off offer, by time off. */
  readonly hidden: boolean;
  readonly booked: boolean;
}

/** Cents an hour from a day on, YYYY-MM-DD in the musician's zone. */
export interface Rate {
  readonly valid_from: string;
  readonly fixed_cents: number;
  readonly flexible_cents: number;
}

/** The figures in minutes (docs/product/invoice.md#figures). */
export interface Minutes {
  readonly fixed: number;
  readonly flexible_booked: number;
  readonly flexible_offered: number;
  readonly holidays: number;
}

export const FIGURES = ['fixed', 'holidays', 'flexible_booked', 'flexible_offered', 'payment'] as const;
export type Figure = (typeof FIGURES)[number];

/** Minutes that are paid alike. */
export interface PayRow {
  readonly kind: PaidSlot['slot_type'];
  readonly rate_cents: number;
  readonly minutes: number;
  /** The row's part of the payment; the rows add up to it exactly. */
  readonly cents: number;
}

export interface MonthFigures {
  readonly minutes: Minutes;
  /** Null while a day with paid hours has no rate. */
  readonly payment_cents: number | null;
  /** The first such day, YYYY-MM-DD. */
  readonly no_rate_on: string | null;
  readonly rows: readonly PayRow[];
}

/** Whether a slot is behind a figure (docs/product/invoice.md#figures). */
export function countsFor(figure: Figure, slot: PaidSlot): boolean {
  const isFixed = slot.slot_type === 'fixed';
  switch (figure) {
    case 'fixed':
      return isFixed;
    case 'holidays':
      return isFixed && slot.hidden && !slot.booked;
    case 'flexible_booked':
      return !isFixed && slot.booked;
    case 'flexible_offered':
      return !isFixed && (slot.booked || !slot.hidden);
    case 'payment':
      return isFixed ? slot.booked || !slot.hidden : slot.booked;
    default:
      return figure satisfies never;
  }
}

const DOLLARS = /^\d{1,6}(?:\.\d{1,2})?$/;
/** The most that an hour earns, in cents. */
export const MAX_RATE_CENTS = 10_000_000;

/** Cents an hour that are typed in dollars, such as 32 or 32.50; null for anything else. */
export function readRateCents(typed: string): number | null {
  const text = typed.trim();
  const cents = DOLLARS.test(text) ? toCents(Number(text)) : null;
  return cents !== null && cents <= MAX_RATE_CENTS ? cents : null;
}

/** The rate that holds on a day, YYYY-MM-DD; undefined before the first. */
export function rateOn(rates: readonly Rate[], day: string): Rate | undefined {
  return rates
    .filter(({ valid_from }) => valid_from <= day)
    .reduce<Rate | undefined>(
      (last, rate) => (last === undefined || rate.valid_from > last.valid_from ? rate : last),
      undefined,
    );
}

/** What an hour of a slot earns, in cents; null without a rate. */
export function rateOfSlot(slot: PaidSlot, rates: readonly Rate[], zone: string): number | null {
  const rate = rateOn(rates, dayOf(slot.starts_at, zone).toString());
  if (rate === undefined) return null;
  return slot.slot_type === 'fixed' ? rate.fixed_cents : rate.flexible_cents;
}

/**
 * The figures of slots by the rates of their local days. The payment is rounded once, half up to the cent
 * (docs/product/invoice.md#payment).
 */
export function monthFigures(slots: readonly PaidSlot[], rates: readonly Rate[], zone: string): MonthFigures {
  const sum = (figure: Figure): number =>
    slots.reduce((minutes, slot) => minutes + (countsFor(figure, slot) ? slot.minutes : 0), 0);
  const minutes = {
    fixed: sum('fixed'),
    flexible_booked: sum('flexible_booked'),
    flexible_offered: sum('flexible_offered'),
    holidays: sum('holidays'),
  };
  const rows = new Map<string, Omit<PayRow, 'cents'>>();
  let withoutRate: string | null = null;
  for (const slot of slots) {
    if (!countsFor('payment', slot)) continue;
    const rate_cents = rateOfSlot(slot, rates, zone);
    const day = dayOf(slot.starts_at, zone).toString();
    if (rate_cents === null) {
      if (withoutRate === null || day < withoutRate) withoutRate = day;
      continue;
    }
    const key = `${slot.slot_type} ${rate_cents}`;
    const before = rows.get(key)?.minutes ?? 0;
    rows.set(key, { kind: slot.slot_type, rate_cents, minutes: before + slot.minutes });
  }
  if (withoutRate !== null) return { minutes, payment_cents: null, no_rate_on: withoutRate, rows: [] };
  const sorted = [...rows.values()].sort(
    (a, b) => a.kind.localeCompare(b.kind) || a.rate_cents - b.rate_cents,
  );
  return { minutes, no_rate_on: null, ...payOf(sorted) };
}

/** The payment of rows, and each row's part of it: the difference of the rounded running sums. */
function payOf(rows: readonly Omit<PayRow, 'cents'>[]): { payment_cents: number; rows: PayRow[] } {
  let exact = 0;
  let paid = 0;
  const parts = rows.map((row) => {
    exact += row.minutes * row.rate_cents;
    const until = shareOf(exact, 1, MINUTES_PER_HOUR);
    const cents = until - paid;
    paid = until;
    return { ...row, cents };
  });
  return { payment_cents: paid, rows: parts };
}

/** Minutes as the hours of the API: 750 is 12.5. */
export function toHours(minutes: number): number {
  return minutes / MINUTES_PER_HOUR;
}

const firstDay = ({ year, month }: YearMonth) => Temporal.PlainDate.from({ year, month, day: 1 });

/** The first day of a month, YYYY-MM-DD. */
export function monthKey(month: YearMonth): string {
  return firstDay(month).toString();
}

/** A month as instants `[from, until)` in a zone. */
export function monthSpan(
  month: YearMonth,
  zone: string,
): { readonly from: Temporal.Instant; readonly until: Temporal.Instant } {
  const first = firstDay(month);
  return { from: startOfDay(first, zone), until: startOfDay(first.add({ months: 1 }), zone) };
}

/** When a month closes by itself: on the 5th of the next one at midnight (docs/product/invoice.md#closing). */
export function closesAt(month: YearMonth, zone: string): Temporal.Instant {
  return startOfDay(firstDay(month).add({ months: 1, days: CLOSING_DAY - 1 }), zone);
}

/** The last month that has closed by itself at `now`. */
export function lastClosingMonth(now: Temporal.Instant, zone: string): YearMonth {
  const today = dayOf(now, zone);
  const { year, month } = today.subtract({ months: today.day >= CLOSING_DAY ? 1 : 2 }).with({ day: 1 });
  return { year, month };
}

/** A month some months on or back. */
export function addMonths(month: YearMonth, months: number): YearMonth {
  const { year, month: number } = firstDay(month).add({ months });
  return { year, month: number };
}

/** The years of the selector: this one in the zone, back to 2020. */
export function invoiceYears(now: Temporal.Instant, zone: string): number[] {
  const { year } = dayOf(now, zone);
  return Array.from({ length: Math.max(1, year - FIRST_INVOICE_YEAR + 1) }, (_, n) => year - n);
}

/** Whether a month has an invoice (docs/product/invoice.md#months). */
export function isInvoiceMonth({ year }: YearMonth, now: Temporal.Instant, zone: string): boolean {
  return year >= FIRST_INVOICE_YEAR && year <= dayOf(now, zone).year;
}

export type MonthState = 'planned' | 'running' | 'over' | 'closed';

/** Where a month stands at `now`; `closed` when it has been closed. */
export function monthState(
  span: { readonly from: Temporal.Instant; readonly until: Temporal.Instant },
  isClosed: boolean,
  now: Temporal.Instant,
): MonthState {
  if (isClosed) return 'closed';
  if (Temporal.Instant.compare(now, span.from) < 0) return 'planned';
  return Temporal.Instant.compare(now, span.until) < 0 ? 'running' : 'over';
}

/** Why a month cannot be closed now; `nothing`: there is no slot in it. */
export type ClosingRefusal = 'not_over' | 'closed' | 'no_rate' | 'nothing';

/** Whether a month can be closed: null, else why not (docs/product/invoice.md#closing). */
export function closingRefusal(month: {
  readonly state: MonthState;
  readonly isEmpty: boolean;
  readonly figures: Pick<MonthFigures, 'payment_cents'>;
}): ClosingRefusal | null {
  if (month.state === 'closed') return 'closed';
  if (month.state !== 'over') return 'not_over';
  if (month.isEmpty) return 'nothing';
  return month.figures.payment_cents === null ? 'no_rate' : null;
}

/** The slots that are over at `now`. */
export function slotsSoFar<S extends PaidSlot>(slots: readonly S[], now: Temporal.Instant): S[] {
  return slots.filter(
    ({ starts_at, minutes }) => Temporal.Instant.compare(starts_at.add({ minutes }), now) <= 0,
  );
}

/** Hours as text: "12 h", "12 h 30 min", "45 min", "0 h". */
export function hoursInWords(minutes: number): string {
  const rest = minutes % MINUTES_PER_HOUR;
  const hours = (minutes - rest) / MINUTES_PER_HOUR;
  if (rest === 0) return `${hours} h`;
  return hours === 0 ? `${rest} min` : `${hours} h ${rest} min`;
}
