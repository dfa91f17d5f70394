import { addMonths, FIRST_INVOICE_YEAR, type YearMonth } from '#shared/calendar/rules-pay.ts';

/** The month that the address names; else the one before today's, which is paid next. */
export function readPayoutsMonth(query: Record<string, unknown>, today: Temporal.PlainDate): YearMonth {
  const [year, month] = [Number(query['year']), Number(query['month'])];
  const isYear = Number.isInteger(year) && year >= FIRST_INVOICE_YEAR && year <= today.year;
  const isMonth = Number.isInteger(month) && month >= 1 && month <= 12;
  if (isYear && isMonth) return { year, month };
  const last = addMonths({ year: today.year, month: today.month }, -1);
  return last.year < FIRST_INVOICE_YEAR ? { year: today.year, month: today.month } : last;
}
