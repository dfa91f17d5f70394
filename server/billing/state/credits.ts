import type { MoneyEvent } from '#shared/billing/rules-events.ts';
import { closeTrials, settle, withdrawTrial } from '#shared/billing/rules-grants.ts';
import { openBook } from '#shared/credits/rules-ledger.ts';
import type { CustomerState } from '#shared/billing/rules-provider.ts';
import { ledgerOf, writeLedger } from '../../credits/steps.ts';
import type { Tx } from '../../db/transaction.ts';
import type { ApplyCtx } from './context.ts';
import type { Payments } from './payments.ts';
import type { Subscriptions } from './subscriptions.ts';
import * as queries from './queries-state.ts';

interface Stored {
  readonly state: CustomerState;
  readonly subscriptions: Subscriptions;
  readonly payments: Payments;
}

/** What became of the trial. */
export interface SettledCredits {
  readonly hasTrialBegun: boolean;
  /** The live trial is not the person's first one, or that of somebody with the same card. */
  readonly isTrialUsed: boolean;
}

/** What pays a trial: any card of the customer; at PayPal whoever agreed to the trial, not to a payment beside it. */
function trialMeans(state: CustomerState, subscriptionId: string | null): readonly string[] {
  if (state.provider !== 'paypal') return state.fingerprints;
  return state.payments.flatMap(({ is_trial, subscription_id, fingerprint }) =>
    is_trial && subscription_id === subscriptionId && fingerprint !== null ? [fingerprint] : [],
  );
}

/** Lets credits follow from what is new (docs/product/billing.md#grants). The caller holds the person's lock. */
export async function settleCredits(
  tx: Tx,
  { now }: ApplyCtx,
  { state, subscriptions, payments }: Stored,
): Promise<SettledCredits> {
  const { lots, settled } = await ledgerOf(tx, state.person_id);
  const book = openBook(lots, settled, now);
  // One that was bought again before its end may have paid the credits that end with its successor.
  const ends = subscriptions.ended.flatMap(({ at, line }) =>
    [...line].map((subscription_id): MoneyEvent => ({ what: 'ended', at, subscription_id })),
  );
  settle(book, [...payments.events, ...ends], payments.all, now);
  closeTrials(book, payments.all, subscriptions.trialing);

  const trial = [...payments.all.values()].find(
    (payment) =>
      payment.is_trial &&
      payment.subscription_id === subscriptions.live?.id &&
      subscriptions.live.status === 'trialing',
  );
  const lot = book.lots.find(({ grant_key }) => grant_key === `trial:${state.person_id}`);
  const hasTrialBegun = book.steps.some((step) => step.do === 'grant' && step.source === 'trial');
  const begun = payments.all.get(lot?.payment_id ?? '')?.subscription_id ?? '';
  let isTrialUsed = trial !== undefined && lot !== undefined && !subscriptions.line.has(begun);
  await writeLedger(tx, state.person_id, book.steps, now);
  if (trial !== undefined && lot !== undefined && !isTrialUsed) {
    const fingerprints = trialMeans(state, trial.subscription_id);
    const own = (await ledgerOf(tx, state.person_id)).lots.find(
      ({ grant_key }) => grant_key === lot.grant_key,
    );
    if (own !== undefined && (await queries.hadTrialElsewhere(tx, { ...state, fingerprints }, own.id))) {
      isTrialUsed = true;
      const again = openBook([own], [], now);
      withdrawTrial(again, own.id, trial.id);
      await writeLedger(tx, state.person_id, again.steps, now);
    }
  }
  return { hasTrialBegun, isTrialUsed };
}
