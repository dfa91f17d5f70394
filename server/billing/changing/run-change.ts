import type { Stripe } from 'stripe';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { dropPending, paymentOf } from '../buying/first-payment.ts';
import { settle } from '../buying/settle.ts';
import { askStripe, declineOf, nullIfMissing, refusalOf, type StripeAt } from '../stripe/ask-stripe.ts';
import { setChange, type Change } from './queries-changing.ts';
import { releaseIdle } from './schedule.ts';

/** `over`: it was not paid, another one can begin. */
export type Ran =
  | { readonly is: 'active' }
  | { readonly is: 'pending'; readonly secret: string | null }
  | { readonly is: 'over' };

const EXPANDED = { expand: ['latest_invoice.confirmation_secret'] };

/**
 * Has the provider make a change, under the row's key: a repeat makes none a second time
 * (docs/product/plan-changes.md#upgrade-and-switch). The row is done with the sync that stores the new plan, so that no other
 * change begins from the old one.
 */
export async function runChange(
  ctx: SignedInCtx,
  at: StripeAt,
  change: Change,
): Promise<Result<Ran, 'card_declined' | 'provider_unavailable'>> {
  const { stripe } = at;
  const asked = await askStripe(ctx, () => subscriptionOf(stripe, change)).catch(async (error: unknown) => {
    const detail = declineOf(error);
    await setChange(ctx.db, change.id, 'failed');
    if (detail !== null) return fail('card_declined', { detail });
    if (refusalOf(error)?.code === 'resource_missing')
      return fail('card_declined', { detail: 'Please add a payment method first.' });
    throw error;
  });
  if (!asked.ok) return asked;
  const subscription = asked.value;
  if (isMade(subscription, change)) {
    const resumed = await askStripe(ctx, () => resume(stripe, subscription, change));
    if (!resumed.ok) return resumed;
    return ok({ is: 'active' });
  }
  if (subscription.pending_update === null) {
    await setChange(ctx.db, change.id, 'failed');
    return ok({ is: 'over' });
  }
  const waiting = await askStripe(ctx, () => paymentOf(stripe, subscription));
  if (!waiting.ok) return waiting;
  const { secret, declined } = waiting.value;
  if (declined === null) {
    await setChange(ctx.db, change.id, 'open');
    return ok({ is: 'pending', secret });
  }
  const dropped = await askStripe(ctx, () => dropPending(stripe, subscription));
  if (!dropped.ok) return dropped;
  await setChange(ctx.db, change.id, 'failed');
  // Why the bank did not confirm was said there: this press is another try, maybe with another card.
  if (change.state === 'open') return ok({ is: 'over' });
  return fail('card_declined', { detail: declined });
}

/** A repeat under the key would answer as the first time did, so a waiting change is looked up. */
async function subscriptionOf(
  stripe: Stripe,
  { id, state, subscription_id, request }: Change,
): Promise<Stripe.Subscription> {
  if (state === 'open') return stripe.subscriptions.retrieve(subscription_id, EXPANDED);
  const found = await stripe.subscriptions.retrieve(subscription_id, { expand: ['schedule'] });
  // A downgrade that was planned since, and is not known here yet.
  if (!(await releaseIdle(stripe, found))) return found;
  return stripe.subscriptions.update(subscription_id, request as Stripe.SubscriptionUpdateParams, {
    idempotencyKey: `change:${id}`,
  });
}

const isMade = ({ items, pending_update }: Stripe.Subscription, { price_id }: Change): boolean =>
  pending_update === null && items.data[0]?.price.id === price_id;

/** A membership that was ending goes on with its new plan. */
async function resume(stripe: Stripe, { id }: Stripe.Subscription, { resumes }: Change): Promise<void> {
  if (resumes) await stripe.subscriptions.update(id, { cancel_at_period_end: false, cancel_at: '' });
}

/** A call to the provider is over by then, repeats included. */
const CALL_MINUTES = 2;

/** Whether the call that makes the change may still be under way. */
export const isBeingMade = ({ state, started_at }: Change, now: Temporal.Instant): boolean =>
  state === 'starting' && Temporal.Instant.compare(now, started_at.add({ minutes: CALL_MINUTES })) < 0;

/** null: these keys do not know the subscription, as after a change of keys. */
const found = (stripe: Stripe, { subscription_id }: Change): Promise<Stripe.Subscription | null> =>
  nullIfMissing(stripe.subscriptions.retrieve(subscription_id, EXPANDED));

/** Gives an open change up so that another one can begin; refuses where it is being made or was made. */
export async function endOpenChange(
  ctx: SignedInCtx,
  at: StripeAt,
  change: Change,
): Promise<Result<null, 'in_progress' | 'preview_over' | 'provider_unavailable'>> {
  const ended = await askStripe(ctx, () => endChange(ctx, at, change));
  if (!ended.ok) return ended;
  if (ended.value === 'under_way') return fail('in_progress');
  if (ended.value === 'ended') return ok(null);
  await settle(ctx, at);
  return fail('preview_over');
}

async function endChange(
  ctx: SignedInCtx,
  { stripe }: StripeAt,
  change: Change,
): Promise<'ended' | 'done' | 'under_way'> {
  if (isBeingMade(change, ctx.now)) return 'under_way';
  let subscription = await found(stripe, change);
  if (subscription !== null && subscription.pending_update !== null) {
    await dropPending(stripe, subscription);
    subscription = await found(stripe, change);
  }
  if (subscription !== null && isMade(subscription, change)) {
    await resume(stripe, subscription, change);
    return 'done';
  }
  await setChange(ctx.db, change.id, 'failed');
  return 'ended';
}
