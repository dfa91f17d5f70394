import type { Job } from '../lib/events.ts';
import * as queries from './queries.ts';

/** Clears away what is over, every quarter of an hour. What is over is never honoured, swept or not. */
export const sweepAccounts: Job = {
  name: 'accounts.sweep',
  cron: '*/15 * * * *',
  run: (ctx) => queries.sweep(ctx.db, ctx.now, ctx.now.subtract({ hours: 48 })),
};
