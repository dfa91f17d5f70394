/** Own names of months and weekdays, because locale data differs between machines. */

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** "November". */
export const monthName = ({ month }: { readonly month: number }): string => MONTHS[month - 1] ?? '';

/** "Tuesday". */
export const weekdayName = ({ dayOfWeek }: { readonly dayOfWeek: number }): string =>
  WEEKDAYS[dayOfWeek - 1] ?? '';

/** "24 Nov". */
export const shortDate = (day: Temporal.PlainDate): string => `${day.day} ${monthName(day).slice(0, 3)}`;
