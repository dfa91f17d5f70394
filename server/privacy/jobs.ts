import { RETRY_ERASURE } from '#shared/privacy/rules.ts';
import { RETENTION } from '#shared/privacy/rules-retention.ts';
import type { Job } from '../ctx/ctx.ts';
import { transaction } from '../db/transaction.ts';
import * as queries from './queries.ts';
import { deletePast } from './queries-retention.ts';
import { eraseAccount } from './steps.ts';

/** Accounts of one run. */
const BATCH = 50;

/**
 * Erases accounts whose 14 days are over, each in one transaction: one that was killed is begun again, one that is done is
 * not. What is open puts it off by a day (docs/product/own-data.md#erasing).
 */
export const eraseDue: Job = {
  name: 'privacy.erase',
  cron: '*/10 * * * *',
  async run(ctx) {
    const { db, now, log } = ctx;
    const due = await queries.dueErasures(db, {
      now,
      retriedBefore: now.subtract(RETRY_ERASURE),
      limit: BATCH,
    });
    for (const personId of due) {
      const done = await transaction(ctx, (tx) => eraseAccount(tx, ctx, { personId, ifDue: true, by: null }));
      if (done.ok) log.info({ person: personId }, 'an account was erased');
      else if (done.reason === 'open') {
        await queries.putOff(db, personId, now);
        log.warn({ person: personId }, 'an account is not erased yet: something is open');
      }
    }
  },
};

/** Deletes what is kept no longer, every night (docs/product/own-data.md#how-long). */
export const retain: Job = {
  name: 'privacy.retain',
  cron: '50 3 * * *',
  async run({ db, now, log }) {
    for (const one of RETENTION) {
      const rows = await deletePast(db, one, now);
      if (rows > 0) log.info({ table: one.table, rows }, 'past its time');
    }
  },
};
