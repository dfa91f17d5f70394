import { formatUsdExact } from '../../lib/money.ts';
import type { Figure, FigureBy } from './rules-figures.ts';

/** The figures, as the charts are called. */
export const FIGURE_LABELS: Readonly<Record<Figure, string>> = {
  bookings: 'Bookings',
  revenue: 'Revenue without VAT',
  credits: 'Credits outstanding',
  utilization: 'Utilization of offered hours',
  delivery: 'Time to delivery',
  ratings: 'Ratings',
};

/** What a figure is, in one sentence. */
export const FIGURE_ABOUT: Readonly<Record<Figure, string>> = {
  bookings: 'Sessions by the day on which they were booked, also those that were cancelled later.',
  revenue: 'Invoices less credit notes, by the day on which they were issued, without VAT.',
  credits:
    'Credits that were granted and are neither spent nor expired, at the end of each period: sessions that the studio owes.',
  utilization: 'Booked hours of offered hours, by the day on which they begin.',
  delivery:
    'From the end of a session to its files, on average, by the day of its end. Sessions without files are not counted.',
  ratings: 'Stars on average, by the day of the rating.',
};

export const FIGURE_BY_LABELS: Readonly<Record<FigureBy, string>> = {
  week: 'Week',
  month: 'Month',
  musician: 'Musician',
  service: 'Service',
};

const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const STARS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 2 });
const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
const HOURS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** A figure's value with its unit; a dash where there is none. */
export function figureText(figure: Figure, value: number | null): string {
  if (value === null) return '–';
  switch (figure) {
    case 'revenue':
      return formatUsdExact(value);
    case 'utilization':
      return PERCENT.format(value);
    case 'delivery':
      return `${HOURS.format(value / 60)} h`;
    case 'ratings':
      return STARS.format(value);
    default:
      return NUMBER.format(value);
  }
}

/** What a ratio is of, for its table: "3 of 8 h"; null where there is none. */
export function baseText(figure: Figure, { amount, base }: { amount: number; base: number }): string | null {
  if (figure === 'utilization') return `${HOURS.format(amount / 60)} of ${HOURS.format(base / 60)} h`;
  if (figure === 'delivery') return base === 1 ? '1 session' : `${NUMBER.format(base)} sessions`;
  if (figure === 'ratings') return base === 1 ? '1 rating' : `${NUMBER.format(base)} ratings`;
  return null;
}

/** A value for a chart or a file: dollars, percent, hours. */
export function figureNumber(figure: Figure, value: number | null): number | null {
  if (value === null) return null;
  if (figure === 'utilization' || figure === 'revenue')
    return figure === 'revenue' ? value / 100 : Math.round(value * 1000) / 10;
  return figure === 'delivery' ? Math.round((value / 60) * 10) / 10 : value;
}

/** The unit of figureNumber. */
export const FIGURE_UNITS: Readonly<Record<Figure, string>> = {
  bookings: 'sessions',
  revenue: 'USD',
  credits: 'credits',
  utilization: '%',
  delivery: 'hours',
  ratings: 'stars',
};
