import type { Stripe } from 'stripe';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { paymentOf } from '../buying/first-payment.ts';
import { askStripe, declineOf, refusalOf, type StripeAt } from '../stripe/ask-stripe.ts';
import { setChange, type Change } from './queries-changing.ts';

/** `over`: it was not paid in time, another one can begin. */
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
  const dropped = await askStripe(ctx, () => drop(stripe, subscription));
  if (!dropped.ok) return dropped;
  await setChange(ctx.db, change.id, 'failed');
  return fail('card_declined', { detail: declined });
}

/** A repeat under the key would answer as the first time did, so a waiting change is looked up. */
const subscriptionOf = (
  stripe: Stripe,
  { id, state, subscription_id, request }: Change,
): Promise<Stripe.Subscription> =>
  state === 'open'
    ? stripe.subscriptions.retrieve(subscription_id, EXPANDED)
    : stripe.subscriptions.update(subscription_id, request as Stripe.SubscriptionUpdateParams, {
        idempotencyKey: `change:${id}`,
      });

const isMade = ({ items, pending_update }: Stripe.Subscription, { price_id }: Change): boolean =>
  pending_update === null && items.data[0]?.price.id === price_id;

/** A membership that was ending goes on with its new plan. */
async function resume(stripe: Stripe, { id }: Stripe.Subscription, { resumes }: Change): Promise<void> {
  if (resumes) await stripe.subscriptions.update(id, { cancel_at_period_end: false, cancel_at: '' });
}

/** Voiding the invoice of an unpaid change gives it up; whoever pays at this moment wins. */
async function drop(stripe: Stripe, { latest_invoice }: Stripe.Subscription): Promise<void> {
  const id = typeof latest_invoice === 'string' ? latest_invoice : latest_invoice?.id;
  if (id === undefined) return;
  await stripe.invoices.voidInvoice(id).catch((error: unknown) => {
    if (refusalOf(error) === null) throw error;
  });
}

/** A call to the provider is over by then, repeats included. */
const CALL_MINUTES = 2;

/** Gives a change up so that another one can begin, or finds that it was made. */
export async function endChange(
  ctx: SignedInCtx,
  { stripe }: StripeAt,
  change: Change,
): Promise<'ended' | 'done' | 'under_way'> {
  const recent = change.started_at.add({ minutes: CALL_MINUTES });
  if (change.state === 'starting' && Temporal.Instant.compare(ctx.now, recent) < 0) return 'under_way';
  let subscription = await stripe.subscriptions.retrieve(change.subscription_id, EXPANDED);
  if (subscription.pending_update !== null) {
    await drop(stripe, subscription);
    subscription = await stripe.subscriptions.retrieve(change.subscription_id, EXPANDED);
  }
  if (isMade(subscription, change)) {
    await resume(stripe, subscription, change);
    return 'done';
  }
  await setChange(ctx.db, change.id, 'failed');
  return 'ended';
}
