import type { Pool } from 'pg';
import { inTransaction } from '../lib/store/database.ts';
import { agree, askedBy, cancelUrlOf, isOpen, type Approved, type Asked } from './engine/approve.ts';
import { closeDispute, openDispute } from './engine/disputes.ts';
import { cancel } from './engine/end.ts';
import { payerOf, type PayerKey } from './engine/payers.ts';
import { settleCapture } from './engine/pending.ts';
import { refund } from './engine/refunds.ts';
import { notFound } from './http/errors.ts';
import { money } from './store/values.ts';
import { Work, type TimeElsewhere } from './store/work.ts';
export { holdBack, releaseAll, sendAgain, setDelivery } from '../lib/webhooks/commands.ts';

export interface PayPalContext {
  readonly pool: Pool;
  readonly schema: string;
  readonly now: () => number;
  readonly origin: () => string;
  readonly timeElsewhere: TimeElsewhere;
}

const place = (at: PayPalContext): { now: number; origin: string } => ({
  now: Math.floor(at.now() / 1000),
  origin: at.origin(),
});

/** Runs work outside a request, in one transaction. */
export function withWork<T>(at: PayPalContext, work: (work: Work) => Promise<T>): Promise<T> {
  return inTransaction(at.pool, true, async (client) => {
    const own = new Work({ client, ...place(at) }, at.timeElsewhere);
    const result = await work(own);
    await own.flush();
    return result;
  });
}

/** Reads outside a request, without a turn among the writers. Changes are refused by the database. */
export const readWork = <T>(at: PayPalContext, work: (work: Work) => Promise<T>): Promise<T> =>
  inTransaction(at.pool, false, (client) => work(new Work({ client, ...place(at) }, at.timeElsewhere)));

/** What waits for a word: a subscription or its revision, or an order, by its id or its link's token. */
async function asked(work: Work, id: string): Promise<Asked> {
  const subscription = await work.find('subscription', id);
  const hidden = subscription === null ? null : work.hidden('subscription', id);
  const token = hidden === null ? id : (hidden.revision?.approval.token ?? hidden.approval.token);
  const found = await askedBy(work, token);
  if (found === null) throw notFound();
  return found;
}

/** The payer agrees, as on the approval page; returns where the browser goes then. Throws when nothing waits. */
export const approve = (at: PayPalContext, id: string, payer: PayerKey = 'pays'): Promise<Approved> =>
  withWork(at, async (work) => {
    const found = await asked(work, id);
    const state = await isOpen(work, found);
    if (state !== 'open') throw new Error(`the approval of ${id} is ${state}`);
    return agree(work, found, payerOf(payer));
  });

/** The payer goes back without agreeing; returns where the browser goes. */
export const refuse = (at: PayPalContext, id: string): Promise<string | null> =>
  withWork(at, async (work) => cancelUrlOf(await asked(work, id)));

/** The payer cancels in their own account. */
export const cancelByPayer = (at: PayPalContext, subscription: string): Promise<void> =>
  withWork(at, async (work) =>
    cancel(work, await work.get('subscription', subscription), 'Cancelled by the payer'),
  );

/** Whether the subscription's next payments are declined. */
export const setFails = (at: PayPalContext, subscription: string, fails: boolean): Promise<void> =>
  withWork(at, async (work) => {
    await work.get('subscription', subscription);
    work.hidden('subscription', subscription).fails = fails;
  });

/** Gives back a sale or a capture in PayPal's dashboard, whole or some cents; returns the refund's id. */
export const refundPayment = (at: PayPalContext, payment: string, cents?: number): Promise<string> =>
  withWork(at, async (work) => {
    const amount = cents === undefined ? {} : { amount: money(cents, 'USD') };
    return (await refund(work, payment, amount)).id;
  });

/** The payer disputes a sale or a capture; returns the dispute's id. */
export const dispute = (at: PayPalContext, payment: string, reason = 'UNAUTHORISED'): Promise<string> =>
  withWork(at, async (work) => (await openDispute(work, payment, reason)).dispute_id);

/** Decides a dispute. */
export const decideDispute = (at: PayPalContext, id: string, won: boolean): Promise<void> =>
  withWork(at, async (work) => closeDispute(work, await work.get('dispute', id), won));

/** The bank of a payer answers about a capture that waits for it. */
export const decideCapture = (at: PayPalContext, id: string, paid: boolean): Promise<void> =>
  withWork(at, async (work) => {
    const capture = await work.get('capture', id);
    await settleCapture(work, capture, paid, await work.timeOf(work.hidden('capture', id).person ?? id));
  });
