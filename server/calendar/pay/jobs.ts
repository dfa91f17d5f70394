import { addMonths, lastClosingMonth, monthKey, monthSpan } from '#shared/calendar/rules-pay.ts';
import type { Job } from '../../ctx/ctx.ts';
import { musicianZones } from '../queries.ts';
import { closeMonth } from './close-months.ts';
import * as queries from './queries-pay.ts';

/** How many months are closed after a standstill; older ones by the operator's command. */
const MONTHS_BACK = 3;

/**
 * Closes each musician's month on the 5th of the next one at their midnight (docs/product/invoice.md#closing). Hourly, so
 * that it comes soon after midnight in every zone.
 */
export const closeMonths: Job = {
  name: 'calendar.close-months',
  cron: '2,32 * * * *',
  async run(ctx) {
    const { db, now, log } = ctx;
    const months: queries.ZoneMonth[] = [];
    for (const zone of await musicianZones(db))
      for (let back = 0; back < MONTHS_BACK; back += 1) {
        const month = addMonths(lastClosingMonth(now, zone), -back);
        months.push({ zone, month: monthKey(month), ...monthSpan(month, zone) });
      }
    for (const { musician_id, month } of await queries.openMonths(db, months)) {
      const { year, month: number } = Temporal.PlainDate.from(month);
      const closed = await closeMonth(ctx, musician_id, { year, month: number }, 'date');
      if (!closed.ok && closed.reason === 'no_rate')
        log.warn({ musician: musician_id, month }, 'a month cannot be closed: a day of it has no rate');
    }
  },
};
