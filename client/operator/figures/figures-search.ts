import {
  BY_OF,
  FIGURES,
  FIGURE_BY,
  type Figure,
  type FigureBy,
} from '#shared/operator/figures/rules-figures.ts';

/** How many months a chart shows. */
export const RANGES = [3, 6, 12, 36] as const;
type Months = (typeof RANGES)[number];

/** Which figure is shown, as in the address. */
export interface FiguresSearch {
  readonly figure: Figure;
  readonly by: FigureBy;
  readonly months: Months;
}

/** Query of the figures; unknown values, and what a figure is not there by, become the first choice. */
export function readFiguresSearch({ figure, by, months }: Record<string, unknown>): FiguresSearch {
  const known = FIGURES.find((one) => one === figure) ?? 'bookings';
  const wanted = FIGURE_BY.find((one) => one === by) ?? 'week';
  return {
    figure: known,
    by: BY_OF[known].includes(wanted) ? wanted : 'week',
    months: RANGES.find((one) => String(one) === String(months)) ?? 6,
  };
}

/** The days of a range that ends today (UTC, as figures are summed). */
export function daysOf(
  months: number,
  now: Temporal.Instant,
): { readonly from: string; readonly to: string } {
  const to = now.toZonedDateTimeISO('UTC').toPlainDate();
  return { from: to.subtract({ months }).add({ days: 1 }).toString(), to: to.toString() };
}
