import type { Stripe } from 'stripe';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { askStripe, declineOf, refusalOf, type StripeAt } from '../stripe/ask-stripe.ts';
import { objectOf } from '../stripe/fetch-customer.ts';
import { setChange, type Change } from './queries-changing.ts';

/** `over`: it was not paid in time, another one can begin. */
export type Ran =
  | { readonly is: 'active' }
  | { readonly is: 'pending'; readonly secret: string }
  | { readonly is: 'over' };

const EXPANDED = { expand: ['latest_invoice.confirmation_secret'] };

/**
 * Has the provider make a change, under the row's key: a repeat makes none a second time
 * (docs/product/billing.md#upgrade-and-switch).
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
    await setChange(ctx.db, change.id, 'done');
    return ok({ is: 'active' });
  }
  if (subscription.pending_update === null) {
    await setChange(ctx.db, change.id, 'failed');
    return ok({ is: 'over' });
  }
  const waiting = await askStripe(ctx, () => waitingPayment(stripe, subscription));
  if (!waiting.ok) return waiting;
  if (waiting.value.declined === null) {
    await setChange(ctx.db, change.id, 'open');
    return ok({ is: 'pending', secret: waiting.value.secret });
  }
  const dropped = await askStripe(ctx, () => drop(stripe, subscription));
  if (!dropped.ok) return dropped;
  await setChange(ctx.db, change.id, 'failed');
  return fail('card_declined', { detail: waiting.value.declined });
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

async function waitingPayment(
  stripe: Stripe,
  { latest_invoice }: Stripe.Subscription,
): Promise<{ readonly secret: string; readonly declined: string | null }> {
  const secret = objectOf(latest_invoice)?.confirmation_secret?.client_secret;
  if (secret === undefined) return { secret: '', declined: 'Your card was declined.' };
  const intent = await stripe.paymentIntents.retrieve(secret.split('_secret_')[0] ?? '');
  const isDeclined = intent.status === 'requires_payment_method';
  const words = intent.last_payment_error?.message ?? 'Your card was declined.';
  return { secret, declined: isDeclined ? words : null };
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
  const isDone = isMade(subscription, change);
  if (isDone) await resume(stripe, subscription, change);
  await setChange(ctx.db, change.id, isDone ? 'done' : 'failed');
  return isDone ? 'done' : 'ended';
}
