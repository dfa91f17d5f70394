import { formatDay, startOfDay } from '#shared/lib/time.ts';

/** A calendar day as other days are written: "Fri 06 Nov 26". */
export const dayText = (day: string): string =>
  formatDay(startOfDay(Temporal.PlainDate.from(day), 'UTC'), 'UTC');
