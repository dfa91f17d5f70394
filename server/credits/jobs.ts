import { expiryPlan } from '#shared/credits/rules.ts';
import { ok } from '#shared/lib/result.ts';
import { transaction } from '../db/transaction.ts';
import type { Job } from '../ctx/ctx.ts';
import * as queries from './queries.ts';

const BATCH = 200;

/** Writes the expiry of lots into the ledger (docs/product/credits.md#expiry). Balances do not depend on it. */
export const bookExpiry: Job = {
  name: 'credits.expiry',
  cron: '* * * * *',
  async run(ctx) {
    for (let booked = BATCH; booked === BATCH;) {
      const batch = await transaction(ctx, async (tx) => {
        const lots = await queries.lockExpired(tx, ctx.now, BATCH);
        const ends = new Map(lots.map((lot) => [lot.id, lot.expires_at ?? ctx.now]));
        const entries = expiryPlan(lots, ctx.now).map((taken) => ({
          ...taken,
          reason: 'expiry' as const,
          sessionId: null,
          at: ends.get(taken.lot_id) ?? ctx.now,
        }));
        await queries.insertEntries(tx, entries);
        return ok(entries.length);
      });
      booked = batch.value;
    }
  },
};
