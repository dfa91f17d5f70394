import type { Stripe } from 'stripe';
import type { startSubscription as endpoint } from '#shared/billing/contract-buying.ts';
import type { ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { replayAnswer, storeAnswer } from '../../db/transaction.ts';
import { askStripe, declineOf, refusalOf, stripeAt } from '../stripe/ask-stripe.ts';
import { CONFIRMABLE, dropPending, paymentOf } from './first-payment.ts';
import { liveSubscription } from './queries-buying.ts';
import { settle } from './settle.ts';

type Answer = ResponseOf<typeof endpoint>;

/** Ends the trial now and pays the first period (docs/product/buying.md#start-membership-now). */
export async function startSubscription(
  ctx: SignedInCtx,
): Promise<Result<Answer, ProblemOf<typeof endpoint>>> {
  const at = stripeAt(ctx);
  if (at === null) return fail('payments_not_configured');
  await replayAnswer(ctx);
  const live = await liveSubscription(ctx.db, ctx.actor.id);
  if (live === undefined || live.mode !== at.mode || live.status !== 'trialing') return fail('no_trial');
  const asked = await askStripe(ctx, () => endTrial(at.stripe, live.subscription_id));
  if (!asked.ok) return asked;
  const started = asked.value;
  if (!started.ok) return started;
  if (started.value.client_secret === undefined) await settle(ctx, at);
  return storeAnswer(ctx, started.value);
}

type Started = Result<Answer, 'no_trial' | 'card_declined'>;

/** The trial goes on until the payment has succeeded. */
async function endTrial(stripe: Stripe, id: string): Promise<Started> {
  const found = await stripe.subscriptions.retrieve(id, CONFIRMABLE);
  // Started in another tab, or by its time.
  if (found.status !== 'trialing')
    return found.status === 'active' ? ok({ status: 'active' }) : fail('no_trial');
  if (found.pending_update !== null) {
    const waiting = await paymentOf(stripe, found);
    if (waiting.secret !== null) return ok({ status: found.status, client_secret: waiting.secret });
    if (waiting.declined !== null) await dropPending(stripe, found);
  }
  try {
    return await pay(stripe, found);
  } catch (error) {
    const detail = declineOf(error);
    if (detail !== null) return fail('card_declined', { detail });
    if (refusalOf(error)?.code === 'resource_missing') return fail('card_declined', { detail: NO_CARD });
    throw error;
  }
}

const NO_CARD = 'Please add a payment method first.';

async function pay(stripe: Stripe, trial: Stripe.Subscription): Promise<Started> {
  const { id, latest_invoice } = trial;
  const before = typeof latest_invoice === 'string' ? latest_invoice : (latest_invoice?.id ?? 'none');
  const started = await stripe.subscriptions.update(
    id,
    { trial_end: 'now', payment_behavior: 'pending_if_incomplete', off_session: false, ...CONFIRMABLE },
    // Presses at once are one try; after a refused one there is a newer invoice.
    { idempotencyKey: `start:${id}:${before}` },
  );
  if (started.pending_update === null) return ok({ status: started.status });
  const { secret, declined } = await paymentOf(stripe, started);
  if (secret !== null) return ok({ status: started.status, client_secret: secret });
  if (declined === null) return ok({ status: (await stripe.subscriptions.retrieve(id)).status });
  await dropPending(stripe, started);
  return fail('card_declined', { detail: declined });
}
