import { ok } from '../../shared/lib/result.ts';
import { lockPerson } from '../accounts/steps.ts';
import { freeClaims, lockMusician } from '../calendar/steps.ts';
import { transaction } from '../db/transaction.ts';
import type { Job } from '../lib/events.ts';
import { deleteHold, lockSession } from '../sessions/steps.ts';
import * as queries from './queries.ts';

const KEEP = { hours: 24 };
const BATCH = 200;

/**
 * Deletes holds that ran out a day ago, with their claims. No slot waits for it: an expired hold is free at the instant
 * it expires. Until it goes, who comes back late hears that the hold has run out rather than that there is none.
 */
export const sweepHolds: Job = {
  name: 'booking.sweep-holds',
  cron: '*/10 * * * *',
  async run(ctx) {
    const before = ctx.now.subtract(KEEP);
    for (const hold of await queries.holdsOverSince(ctx.db, before, BATCH)) {
      const { id: sessionId, client_id: clientId, musician_id: musicianId } = hold;
      await transaction(ctx, async (tx) => {
        await lockPerson(tx, clientId);
        await lockMusician(tx, musicianId);
        const row = await lockSession(tx, sessionId);
        if (row?.held_until == null || Temporal.Instant.compare(row.held_until, before) > 0) return ok(false);
        await freeClaims(tx, { sessionId, musicianId, now: ctx.now });
        await deleteHold(tx, sessionId);
        return ok(true);
      });
    }
  },
};
