import type { startSubscription as endpoint } from '#shared/billing/contract-buying.ts';
import type { ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { replayAnswer, storeAnswer } from '../../db/transaction.ts';
import { askStripe, declineOf, refusalOf, stripeAt, type StripeAt } from '../stripe/ask-stripe.ts';
import { liveSubscription } from './queries-buying.ts';
import { settle } from './settle.ts';

/** Ends the trial now and pays the first period (docs/product/billing.md#start-membership-now). */
export async function startSubscription(
  ctx: SignedInCtx,
): Promise<Result<ResponseOf<typeof endpoint>, ProblemOf<typeof endpoint>>> {
  const at = stripeAt(ctx);
  if (at === null) return fail('payments_not_configured');
  await replayAnswer(ctx);
  const live = await liveSubscription(ctx.db, ctx.actor.id);
  if (live === undefined || live.mode !== at.mode || live.status !== 'trialing') return fail('no_trial');
  const started = await endTrial(ctx, at, live.subscription_id);
  if (!started.ok) return started;
  await settle(ctx, at);
  return storeAnswer(ctx, { status: started.value });
}

async function endTrial(
  ctx: SignedInCtx,
  { stripe }: StripeAt,
  id: string,
): Promise<Result<string, 'no_trial' | 'card_declined' | 'provider_unavailable'>> {
  const found = await askStripe(ctx, () => stripe.subscriptions.retrieve(id));
  if (!found.ok) return found;
  const { status } = found.value;
  // Started in another tab, or by its time.
  if (status !== 'trialing') return status === 'active' ? ok(status) : fail('no_trial');
  try {
    // Refused as a whole without a payment: the trial goes on.
    const params = { trial_end: 'now', payment_behavior: 'error_if_incomplete' } as const;
    const started = await askStripe(ctx, () => stripe.subscriptions.update(id, params));
    return started.ok ? ok(started.value.status) : started;
  } catch (error) {
    const detail = declineOf(error);
    if (detail !== null) return fail('card_declined', { detail });
    if (refusalOf(error)?.code === 'resource_missing')
      return fail('card_declined', { detail: 'Please add a payment method first.' });
    throw error;
  }
}
