import { ok } from '#shared/lib/result.ts';
import { rewardedIfPaidUntil } from '#shared/referrals/rules.ts';
import { disputed, invoicePaid, refunded, trialStarted } from '../billing/events.ts';
import { isDatabaseUnavailable } from '../db/constraints.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../ctx/ctx.ts';
import type { Handler, Job } from '../ctx/ctx.ts';
import * as queries from './queries-rewards.ts';
import { recheck, recordFirstInvoice, recordTrial, reward } from './steps.ts';

const BATCH = 200;

/**
 * Pays due rewards, each in its own transaction, so that a failure delays no other
 * (docs/product/referrals.md#reward).
 */
export const payRewards: Job = {
  name: 'referrals.rewards',
  cron: '*/10 * * * *',
  async run(ctx) {
    const until = rewardedIfPaidUntil(ctx.now);
    let due = await queries.invitationsPaidUntil(ctx.db, until, null, BATCH);
    while (due.length > 0) {
      for (const id of due) await pay(ctx, id);
      due = await queries.invitationsPaidUntil(ctx.db, until, due.at(-1) ?? null, BATCH);
    }
  },
};

async function pay(ctx: Ctx, id: string): Promise<void> {
  try {
    await transaction(ctx, async (tx) => ok(await reward(tx, { id, by: 'time', now: ctx.now })));
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    ctx.log.error({ err: error, invitation: id }, 'a reward could not be paid; the next run tries again');
  }
}

/** Moves the invitation of a person on trial. */
export const onTrialStarted: Handler<'billing.trial-started'> = {
  on: trialStarted,
  name: 'referral',
  handle: (tx, { person_id }) => recordTrial(tx, person_id),
};

/**
 * Stores what people pay with; a first invoice moves the payer's invitation
 * (docs/product/referrals.md#abuse).
 */
export const onInvoicePaid: Handler<'billing.invoice-paid'> = {
  on: invoicePaid,
  name: 'referral',
  async handle(tx, { person_id: personId, first, card_fingerprint, payer }, { now }) {
    if (card_fingerprint !== undefined)
      await queries.insertPaymentMark(tx, { personId, kind: 'card', mark: card_fingerprint, now });
    if (payer !== undefined)
      await queries.insertPaymentMark(tx, { personId, kind: 'payer', mark: payer, now });
    if (first) await recordFirstInvoice(tx, personId, now);
  },
};

/** Money went back: a reward that waits is looked at again (docs/product/referrals.md#abuse). */
export const onPaidBack: Handler<'billing.refunded'> = {
  on: refunded,
  name: 'referral',
  handle: (tx, { person_id }) => recheck(tx, person_id),
};

/** A dispute counts as a full refund when it is opened. */
export const onDisputed: Handler<'billing.disputed'> = {
  on: disputed,
  name: 'referral',
  handle: (tx, { person_id }) => recheck(tx, person_id),
};
