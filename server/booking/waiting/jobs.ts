import { ok } from '#shared/lib/result.ts';
import { slotsReturned } from '../../calendar/events.ts';
import { lockMusician } from '../../calendar/steps.ts';
import { limitations } from '../../content/service.ts';
import type { Handler, Job } from '../../ctx/ctx.ts';
import { transaction } from '../../db/transaction.ts';
import { dueLines } from './queries-line.ts';
import { settleLine } from './settle.ts';

const BATCH = 50;

/**
 * Settles the lines that are due (docs/product/waiting-list.md#when-a-time-returns).
 */
export const settleLines: Job = {
  name: 'booking.settle-lines',
  cron: '* * * * *',
  async run(ctx) {
    const { booking_priority_end: priorityEnd } = await limitations(ctx);
    for (let more = true; more;) {
      const due = await dueLines(ctx.db, ctx.now, BATCH);
      for (const musicianId of due)
        await transaction(ctx, async (tx) => {
          await lockMusician(tx, musicianId);
          await settleLine(tx, ctx, { musicianId, priorityEnd });
          return ok(true);
        });
      more = due.length === BATCH;
    }
  },
};

/** Settles a line at once where a call has freed a time. */
export const onSlotsReturned: Handler<'calendar.slots-returned'> = {
  on: slotsReturned,
  name: 'settle-line',
  async handle(tx, { musician_id: musicianId }, ctx) {
    const { booking_priority_end: priorityEnd } = await limitations(ctx);
    await lockMusician(tx, musicianId);
    await settleLine(tx, ctx, { musicianId, priorityEnd });
  },
};
