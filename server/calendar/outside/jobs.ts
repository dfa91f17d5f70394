import { nextReadAt } from '#shared/calendar/rules-outside.ts';
import { ok } from '#shared/lib/result.ts';
import type { Job } from '../../ctx/ctx.ts';
import { transaction } from '../../db/transaction.ts';
import * as queries from './queries.ts';
import { readAndStore } from './store.ts';

const BATCH = 100;

/** Reads one calendar. A failed reading is stored and tried again later, so only a fault is repeated at once. */
export const readOther: Job<{ readonly calendar_id: string }> = {
  name: 'calendar.read-other',
  retries: 2,
  parallel: 2,
  async run(ctx, { calendar_id }) {
    if (!ctx.settings.otherCalendars.on) return;
    const row = await queries.calendarToRead(ctx.db, calendar_id);
    if (row !== undefined) await readAndStore(ctx, row);
  },
};

/** Has calendars read that are due (docs/product/other-calendars.md#reading). */
export const readOthers: Job = {
  name: 'calendar.read-others',
  cron: '* * * * *',
  async run(ctx) {
    const { db, now, events, settings } = ctx;
    if (!settings.otherCalendars.on) return;
    for (let more = true; more;) {
      const batch = await transaction({ db, now }, async (tx) => {
        const until = nextReadAt(now, 0, 0);
        const due = await queries.takeDue(tx, { now, until, limit: BATCH });
        for (const calendar_id of due) await events.enqueue(tx, readOther, { calendar_id });
        return ok(due.length);
      });
      more = batch.ok && batch.value === BATCH;
    }
  },
};
