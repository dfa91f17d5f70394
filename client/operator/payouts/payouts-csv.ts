import { toHours } from '#shared/calendar/rules-pay.ts';
import { toDecimal } from '#shared/lib/money.ts';
import type { Payout } from '#shared/operator/musicians/contract-payouts.ts';
import { CLOSING_TEXTS, PAYOUT_LABELS } from '#shared/operator/musicians/texts-musicians.ts';
import { toCsv } from '../../lib/csv.ts';

const HEAD = [
  'Month',
  'Musician',
  'Name in addresses',
  'State',
  'Fixed hours',
  'Time off',
  'Flexible hours offered',
  'Flexible hours booked',
  'Payment in USD',
  'Paid on',
  'Reference',
  'In the way',
] as const;

/** Hours with at most four places, which minutes need. */
const hours = (minutes: number): number => Number(toHours(minutes).toFixed(4));

/** "2026-10". */
export const monthText = ({ year, month }: { readonly year: number; readonly month: number }): string =>
  `${year}-${String(month).padStart(2, '0')}`;

/** Payouts as a file for spreadsheets (docs/product/operator.md#payouts). */
export function payoutsCsv(payouts: readonly Payout[]): string {
  const rows = payouts.map((payout) => {
    const { musician, state, minutes, payment_cents, paid, no_rate_on, refusal } = payout;
    const reason = refusal === null || refusal === 'closed' ? '' : CLOSING_TEXTS[refusal];
    return [
      monthText(payout),
      musician.name,
      musician.slug,
      PAYOUT_LABELS[state],
      hours(minutes.fixed),
      hours(minutes.holidays),
      hours(minutes.flexible_offered),
      hours(minutes.flexible_booked),
      payment_cents === null ? '' : toDecimal(payment_cents),
      paid?.on ?? '',
      paid?.reference ?? '',
      no_rate_on === null ? reason : `No rate on ${no_rate_on}.`,
    ];
  });
  return toCsv([HEAD, ...rows]);
}
