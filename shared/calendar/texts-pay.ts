import { formatUsdExact } from '../lib/money.ts';
import type { Rate } from './rules-pay.ts';

/** Texts of the partners' invoice (docs/product/invoice.md). */
export const INVOICE = {
  title: 'Invoice',
  month: 'Month',
  year: 'Year',
  form: 'Open the invoice form',
  pdf: 'PDF',
  figures: {
    fixed: 'Fixed hours',
    holidays: 'Time off',
    flexible_booked: 'Flexible hours booked',
    flexible_offered: 'Flexible hours offered',
    payment: 'Payment',
  },
  hints: {
    fixed: 'Your weekly hours in this month, booked or not.',
    holidays: 'Fixed hours that you took off and nobody had booked. They are not paid.',
    flexible_booked: 'Single offers that were booked.',
    flexible_offered: 'All single offers, booked or not.',
    payment: 'Fixed hours without time off, and flexible hours that were booked.',
  },
  states: { planned: 'Planned', running: 'Still running', over: 'Not closed yet', closed: 'Closed' },
  noRate: 'Your rates for this month are not set yet. Please ask the studio.',
  paid: (day: string, reference: string) => `Paid on ${day} (${reference}).`,
  nothing: 'Nothing in this month',
  nothingHint: 'There were no hours and no bookings. Choose another month above.',
  noSlots: 'There is nothing behind this figure in this month.',
} as const;

const rateText = ({ valid_from, fixed_cents, flexible_cents }: Rate): string =>
  `${formatUsdExact(fixed_cents)} for a fixed hour and ${formatUsdExact(flexible_cents)} for a flexible one from ${valid_from} on`;

/** What setting a rate does to a musician's rates, in sentences (docs/product/invoice.md#rates). */
export function rateEffect(name: string, rates: readonly Rate[], rate: Rate): string[] {
  const same = rates.find(({ valid_from }) => valid_from === rate.valid_from);
  return [
    `${name} earns ${rateText(rate)}.`,
    ...(same === undefined ? [] : [`It takes the place of ${rateText(same)}.`]),
  ];
}

/** Why a rate cannot begin before a day. */
export const rateTooEarly = (from: string): string =>
  `The months before ${from} are closed and never change. A rate can begin on ${from}.`;
