import type { Db } from '../db/transaction.ts';
import * as queries from './queries.ts';

export { cancel } from './cancel.ts';
export { confirm } from './confirm.ts';
export { extend, release } from './hold.ts';
export { prebook } from './prebook.ts';

/** How many booked sessions of a client are not over at `now`: what the limits count (decisions 4). */
export function currentSessions(db: Db, clientId: string, now: Temporal.Instant): Promise<number> {
  return queries.upcomingCount(db, clientId, now);
}
