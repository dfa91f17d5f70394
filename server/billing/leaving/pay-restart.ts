import type { Stripe } from 'stripe';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { CONFIRMABLE, dropPending, paymentOf, type FirstPayment } from '../buying/first-payment.ts';
import { askStripe, declineOf, refusalOf, type StripeAt } from '../stripe/ask-stripe.ts';
import { objectOf } from '../stripe/fetch-customer.ts';
import { instantOf } from '../stripe/to-subscription.ts';
import * as queries from './queries-leaving.ts';

/** The period that a restart ends. */
export type PeriodKey = queries.SubscriptionKey & { readonly period_start: Temporal.Instant };

interface Restart {
  readonly key: PeriodKey;
  /** What the person agreed to; null: whatever it costs. */
  readonly expectedCents: number | null;
}

/** `waits`: the bank has to confirm the payment, or its answer is on the way. */
type Paid =
  | { readonly is: 'paid'; readonly secret: null }
  | { readonly is: 'waits'; readonly secret: string | null };
type Tried = Paid | { readonly is: 'over' };

/** How often a try that is over may be in the way. */
const ATTEMPTS = 3;
const NO_CARD = 'Please add a payment method first.';

/**
 * Pays for a new cycle. Many presses are one call at Stripe: they share the try's idempotency key. A payment that waits
 * for the bank is found again; what was refused there begins anew, maybe with another card.
 */
export async function payRestart(
  ctx: SignedInCtx,
  at: StripeAt,
  found: Stripe.Subscription,
  { key, expectedCents }: Restart,
): Promise<Result<Paid, 'card_declined' | 'change_pending' | 'provider_unavailable'>> {
  const waiting = await askStripe(ctx, () => waitingOf(at.stripe, found, { key, expectedCents }));
  if (!waiting.ok) return waiting;
  if (waiting.value.is !== 'over') return ok(waiting.value);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const tries = await queries.restartTry(ctx.db, ctx.actor.id, key);
    const tried = await once(ctx, at, key, tries);
    if (tried.ok && tried.value.is !== 'over') return ok(tried.value);
    if (!tried.ok && tried.reason === 'provider_unavailable') return tried;
    await queries.countTry(ctx.db, key, tries);
    if (!tried.ok) return tried;
  }
  return fail('change_pending');
}

/** A payment that was begun before; one that was refused, or of another amount, is given up. */
async function waitingOf(
  stripe: Stripe,
  found: Stripe.Subscription,
  { key, expectedCents }: Restart,
): Promise<Tried> {
  if (found.pending_update === null) return { is: 'over' };
  const { secret, declined } = await paymentOf(stripe, found);
  const isAgreed = expectedCents === null || objectOf(found.latest_invoice)?.total === expectedCents;
  if (isAgreed && secret !== null) return { is: 'waits', secret };
  // Another press may have given it up since it was read.
  if (isAgreed && declined === null) return standing(stripe, found.id, key.period_start);
  await dropPending(stripe, found);
  return { is: 'over' };
}

async function once(
  ctx: SignedInCtx,
  { stripe }: StripeAt,
  { subscription_id: id, period_start }: PeriodKey,
  tries: number,
): Promise<Result<Tried, 'card_declined' | 'provider_unavailable'>> {
  const idempotencyKey = `restart:${id}:${period_start.epochMilliseconds}:${tries}`;
  const change = {
    billing_cycle_anchor: { type: 'now' },
    proration_behavior: 'none',
    payment_behavior: 'pending_if_incomplete',
    off_session: false,
    ...CONFIRMABLE,
  } as const;
  try {
    const asked = await askStripe(ctx, async (): Promise<Tried | FirstPayment> => {
      const updated = await stripe.subscriptions.update(id, change, { idempotencyKey });
      if (updated.pending_update === null) return { is: 'paid', secret: null };
      const payment = await paymentOf(stripe, updated);
      if (payment.declined !== null) await dropPending(stripe, updated);
      return payment.declined === null && payment.secret === null
        ? standing(stripe, id, period_start)
        : payment;
    });
    if (!asked.ok) return asked;
    if ('is' in asked.value) return ok(asked.value);
    const { secret, declined } = asked.value;
    return declined === null ? ok({ is: 'waits', secret }) : fail('card_declined', { detail: declined });
  } catch (error) {
    const detail = refusalOf(error)?.code === 'resource_missing' ? NO_CARD : declineOf(error);
    if (detail === null) throw error;
    return fail('card_declined', { detail });
  }
}

/** The payment neither waits nor was refused: it is paid by now, on its way, or another press has begun a new one. */
async function standing(stripe: Stripe, id: string, before: Temporal.Instant): Promise<Tried> {
  const found = await stripe.subscriptions.retrieve(id, CONFIRMABLE);
  const [item] = found.items.data;
  if (Temporal.Instant.compare(instantOf(item?.current_period_start ?? 0), before) > 0)
    return { is: 'paid', secret: null };
  if (found.pending_update === null) return { is: 'over' };
  const { secret, declined } = await paymentOf(stripe, found);
  if (declined === null) return { is: 'waits', secret };
  await dropPending(stripe, found);
  return { is: 'over' };
}
