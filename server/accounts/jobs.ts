import type { Job } from '../lib/events.ts';
import * as queries from './queries.ts';

/** Clears away what is over, every quarter of an hour. What is over is never honoured, swept or not. */
export const sweepAccounts: Job = {
  name: 'accounts.sweep',
  cron: '*/15 * * * *',
  run: ({ db, now }) =>
    queries.sweep(db, now, {
      answers: now.subtract({ hours: 48 }),
      // longer than the queues keep any event, dead letters included
      events: now.subtract({ hours: 60 * 24 }),
    }),
};
