import { ok } from '../../shared/lib/result.ts';
import { rewardedIfPaidUntil } from '../../shared/referrals/rules.ts';
import { invoicePaid, trialStarted } from '../billing/events.ts';
import { isDatabaseAway } from '../db/constraints.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../lib/ctx.ts';
import type { Handler, Job } from '../lib/events.ts';
import * as queries from './queries-rewards.ts';
import { noteFirstInvoice, noteTrial, reward } from './steps.ts';

const BATCH = 200;

/** Pays the rewards that are due, each in a transaction of its own; one that fails keeps no other waiting (decisions 9). */
export const payRewards: Job = {
  name: 'referrals.rewards',
  cron: '*/10 * * * *',
  async run(ctx) {
    const until = rewardedIfPaidUntil(ctx.now);
    let due = await queries.paidUntil(ctx.db, until, null, BATCH);
    while (due.length > 0) {
      for (const id of due) await pay(ctx, id);
      due = await queries.paidUntil(ctx.db, until, due.at(-1) ?? null, BATCH);
    }
  },
};

async function pay(ctx: Ctx, id: string): Promise<void> {
  try {
    await transaction(ctx, async (tx) => ok(await reward(tx, { id, by: 'time', now: ctx.now })));
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    ctx.log.error({ err: error, invitation: id }, 'a reward could not be paid; the next run tries again');
  }
}

/** Whoever came in by an invitation is on trial. */
export const followTrial: Handler<{ person_id: string }> = {
  on: trialStarted,
  name: 'referral',
  handle: (tx, { person_id }) => noteTrial(tx, person_id),
};

/** What everybody pays with is noted, the inviters' too; the first invoice of somebody invited moves their invitation on. */
export const followInvoice: Handler<NonNullable<(typeof invoicePaid)['payload']>> = {
  on: invoicePaid,
  name: 'referral',
  async handle(tx, { person_id: personId, first, card_fingerprint, payer }, { now }) {
    if (card_fingerprint !== undefined)
      await queries.insertMark(tx, { personId, kind: 'card', mark: card_fingerprint, now });
    if (payer !== undefined) await queries.insertMark(tx, { personId, kind: 'payer', mark: payer, now });
    if (first) await noteFirstInvoice(tx, personId, now);
  },
};
