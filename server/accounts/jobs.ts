import type { Handler, Job } from '../lib/events.ts';
import { linkAsked, resetAsked, signInLinkAsked } from './events.ts';
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

/** Passes on what was asked by a known address and forgets the rest, so that asking costs the same for both. */
export const passOnLinkAsked: Handler<{
  person_id: string | null;
  link: 'reset' | 'sign_in';
  next?: string;
}> = {
  on: linkAsked,
  name: 'accounts',
  async handle(tx, { person_id, link, next }, ctx) {
    if (person_id === null) return;
    if (link === 'reset') await ctx.events.emit(tx, resetAsked, { person_id });
    else await ctx.events.emit(tx, signInLinkAsked, { person_id, ...(next === undefined ? {} : { next }) });
  },
};
