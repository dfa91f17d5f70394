import type { Handler, Job } from '../ctx/ctx.ts';
import { linkRequested, passwordResetRequested, loginLinkRequested } from './events.ts';
import * as queries from './queries.ts';

/** Deletes what has expired, every 15 minutes (docs/product/accounts.md#cleanup). */
export const sweepAccounts: Job = {
  name: 'accounts.sweep',
  cron: '*/15 * * * *',
  run: ({ db, now }) =>
    queries.sweep(db, now, {
      responses: now.subtract({ hours: 48 }),
      // Longer than the queues retain any event, dead letters included.
      events: now.subtract({ hours: 60 * 24 }),
      // The lifetime of their cookie.
      browsers: now.subtract({ hours: 400 * 24 }),
    }),
};

/** Forwards requests of known addresses only, so that the call costs the same for all. */
export const forwardLinkRequest: Handler<'accounts.link-asked'> = {
  on: linkRequested,
  name: 'accounts',
  async handle(tx, { person_id, link, next }, ctx) {
    if (person_id === null) return;
    if (link === 'reset') await ctx.events.emit(tx, passwordResetRequested, { person_id });
    else
      await ctx.events.emit(tx, loginLinkRequested, { person_id, ...(next === undefined ? {} : { next }) });
  },
};
