import type { FieldError } from '../../lib/problem.ts';

/** What the charts show (docs/product/operator.md#figures). */
export const FIGURES = ['bookings', 'revenue', 'credits', 'utilization', 'delivery', 'ratings'] as const;
export type Figure = (typeof FIGURES)[number];

export const FIGURE_BY = ['week', 'month', 'musician', 'service'] as const;
export type FigureBy = (typeof FIGURE_BY)[number];

const EVERY: readonly FigureBy[] = FIGURE_BY;

/** By what each figure is there: invoices and credits belong to no musician, offered hours to no service. */
export const BY_OF: Readonly<Record<Figure, readonly FigureBy[]>> = {
  bookings: EVERY,
  revenue: ['week', 'month'],
  credits: ['week', 'month'],
  utilization: ['week', 'month', 'musician'],
  delivery: EVERY,
  ratings: EVERY,
};

/** Musicians or services in one answer, the greatest first. */
export const FIGURE_ROWS = 50;
/** The most days of one answer. */
const DAYS_MAX = 1100;

/** What is wrong with a range of days, by field; both ends are inside. */
export function rangeErrors(from: string, to: string): FieldError[] {
  if (from > to) return [{ field: 'to', message: 'The range ends before it begins.' }];
  const days = Temporal.PlainDate.from(from).until(to).total('days');
  return days > DAYS_MAX ? [{ field: 'from', message: `At most ${DAYS_MAX} days.` }] : [];
}

/** The first day of the week (Monday) or month of a day. */
export function startOfPeriod(day: Temporal.PlainDate, by: 'week' | 'month'): Temporal.PlainDate {
  return by === 'month' ? day.with({ day: 1 }) : day.subtract({ days: day.dayOfWeek - 1 });
}

/** The first days of all weeks or months that a range touches. */
export function periodsOf(from: string, to: string, by: 'week' | 'month'): Temporal.PlainDate[] {
  const last = Temporal.PlainDate.from(to);
  const periods: Temporal.PlainDate[] = [];
  const step = by === 'month' ? { months: 1 } : { weeks: 1 };
  for (
    let start = startOfPeriod(Temporal.PlainDate.from(from), by);
    Temporal.PlainDate.compare(start, last) <= 0;
    start = start.add(step)
  )
    periods.push(start);
  return periods;
}

const RATIOS: ReadonlySet<Figure> = new Set<Figure>(['utilization', 'delivery', 'ratings']);

/**
 * A figure's value: bookings and credits as counts, revenue in cents, utilization from 0 to 1, minutes to delivery,
 * stars. null: there is nothing to divide by.
 */
export function figureValue(
  figure: Figure,
  { amount, base }: { amount: number; base: number },
): number | null {
  if (!RATIOS.has(figure)) return amount;
  return base === 0 ? null : amount / base;
}
