import { ok } from '#shared/lib/result.ts';
import { lockPerson } from '../accounts/steps.ts';
import { freeClaims, lockMusician } from '../calendar/steps.ts';
import { transaction } from '../db/transaction.ts';
import type { Job } from '../ctx/ctx.ts';
import { deleteHold, lockSession } from '../sessions/steps.ts';
import { deleteDrafts } from './queries-drafts.ts';
import { deleteRecords } from './queries-holding.ts';
import * as queries from './queries.ts';

const KEEP_HOLDS = { hours: 24 };
const KEEP_DRAFTS = { hours: 7 * 24 };
const BATCH = 200;

/**
 * Deletes holds and their records a day after they expired, and drafts after a week. No slot waits for it
 * (docs/product/booking.md#hold-expiry).
 */
export const sweepHolds: Job = {
  name: 'booking.sweep-holds',
  cron: '*/10 * * * *',
  async run(ctx) {
    const before = ctx.now.subtract(KEEP_HOLDS);
    await deleteRecords(ctx.db, before);
    await deleteDrafts(ctx.db, ctx.now.subtract(KEEP_DRAFTS));
    for (const hold of await queries.expiredHolds(ctx.db, before, BATCH)) {
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
