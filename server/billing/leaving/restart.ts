import type { Stripe } from 'stripe';
import { actionRefusal, isRepeat } from '#shared/billing/rules-leaving.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { lockPerson } from '../../accounts/steps.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { transaction } from '../../db/transaction.ts';
import { settle } from '../buying/settle.ts';
import { releaseIdle } from '../changing/schedule.ts';
import { askStripe, declineOf, refusalOf as requestRefusalOf, type StripeAt } from '../stripe/ask-stripe.ts';
import { objectOf } from '../stripe/fetch-customer.ts';
import { instantOf, pendingOf } from '../stripe/to-subscription.ts';
import * as queries from './queries-leaving.ts';
import type { Standing } from './standing.ts';

type Blocked =
  | 'no_membership'
  | 'restart_off'
  | 'not_here'
  | 'payment_failed'
  | 'change_pending'
  | 'just_begun'
  | 'provider_unavailable';

/** A subscription whose cycle may begin anew, as Stripe has it. */
interface Restartable {
  readonly subscription: Stripe.Subscription;
  readonly period_start: Temporal.Instant;
  /** The period began a moment ago. */
  readonly isNew: boolean;
}

/** The caller's subscription, or why its cycle cannot begin anew (docs/product/leaving.md#restarting-the-cycle). */
export async function restartable(
  ctx: SignedInCtx,
  { stripe, mode }: StripeAt,
  { facts, live }: Standing,
): Promise<Result<Restartable, Blocked>> {
  const refusal = actionRefusal('restart', facts, ctx.flags);
  if (refusal !== null) return fail(isBlocked(refusal) ? refusal : 'no_membership');
  if (live === undefined || live.mode !== mode) return fail('not_here');
  const found = await askStripe(ctx, () =>
    stripe.subscriptions.retrieve(live.subscription_id, { expand: ['schedule', 'latest_invoice'] }),
  );
  if (!found.ok) return found;
  const { status, cancel_at, items } = found.value;
  const [item] = items.data;
  if (status === 'past_due') return fail('payment_failed');
  if (status !== 'active' || cancel_at !== null) return fail('no_membership');
  if (item !== undefined && pendingOf(found.value, item) !== null) return fail('change_pending');
  const period_start = instantOf(item?.current_period_start ?? 0);
  return ok({ subscription: found.value, period_start, isNew: isRepeat(period_start, ctx.now) });
}

const isBlocked = (
  refusal: string,
): refusal is 'restart_off' | 'not_here' | 'payment_failed' | 'change_pending' =>
  ['restart_off', 'not_here', 'payment_failed', 'change_pending'].includes(refusal);

/** What Stripe would charge for it now. */
export function previewRestart(
  ctx: Pick<SignedInCtx, 'log'>,
  { stripe }: StripeAt,
  subscription: string,
): Promise<Result<Stripe.Invoice, 'provider_unavailable'>> {
  const subscription_details = {
    billing_cycle_anchor: { type: 'now' },
    proration_behavior: 'none',
  } as const;
  return askStripe(ctx, () => stripe.invoices.createPreview({ subscription, subscription_details }));
}

/** A paid renewal today; without the payment nothing changes (docs/product/leaving.md#restarting-the-cycle). */
export async function restart(
  ctx: SignedInCtx,
  at: StripeAt,
  standing: Standing,
  expectedCents: number | null,
): Promise<Result<{ readonly status: 'subscriber' }, Blocked | 'price_changed' | 'card_declined'>> {
  const found = await restartable(ctx, at, standing);
  if (!found.ok) return found;
  const { subscription, period_start, isNew } = found.value;
  if (isNew) return finishBroken(ctx, at, subscription);
  if (expectedCents !== null) {
    const preview = await previewRestart(ctx, at, subscription.id);
    if (!preview.ok) return preview;
    if (preview.value.total !== expectedCents) return fail('price_changed');
  }
  const released = await askStripe(ctx, () => releaseIdle(at.stripe, subscription));
  if (!released.ok) return released;
  const key = {
    provider: 'stripe',
    mode: at.mode,
    subscription_id: subscription.id,
    period_start,
  } as const;
  const paid = await pay(ctx, at, key);
  if (!paid.ok) return paid;
  return finish(ctx, at, key);
}

/** A period that began a moment ago: by a restart whose answer was lost, else it cannot begin anew. */
async function finishBroken(ctx: SignedInCtx, at: StripeAt, { id, latest_invoice }: Stripe.Subscription) {
  const subscription = { provider: 'stripe', mode: at.mode, subscription_id: id } as const;
  const period_start = await queries.unfinishedRestart(ctx.db, subscription);
  const isRestarted = objectOf(latest_invoice)?.billing_reason === 'subscription_update';
  if (period_start === null || !isRestarted) return fail('just_begun');
  return finish(ctx, at, { ...subscription, period_start });
}

type Restarted = queries.SubscriptionKey & { readonly period_start: Temporal.Instant };

async function finish(ctx: SignedInCtx, at: StripeAt, key: Restarted) {
  const done = await transaction(ctx, async (tx) => {
    await lockPerson(tx, ctx.actor.id);
    await queries.finishRestart(tx, key, ctx.now);
    return ok({ status: 'subscriber' } as const);
  });
  ctx.log.info({ person_id: ctx.actor.id }, 'billing cycle restarted');
  await settle(ctx, at);
  return done;
}

/** Many presses are one call at Stripe: they share the try's idempotency key. */
async function pay(
  ctx: SignedInCtx,
  { stripe }: StripeAt,
  key: Restarted,
): Promise<Result<null, 'card_declined' | 'provider_unavailable'>> {
  const { subscription_id: id, period_start } = key;
  const tries = await queries.restartTry(ctx.db, ctx.actor.id, key);
  const idempotencyKey = `restart:${id}:${period_start.epochMilliseconds}:${tries}`;
  const change = {
    billing_cycle_anchor: { type: 'now' },
    proration_behavior: 'none',
    payment_behavior: 'error_if_incomplete',
  } as const;
  try {
    const paid = await askStripe(ctx, () => stripe.subscriptions.update(id, change, { idempotencyKey }));
    return paid.ok ? ok(null) : paid;
  } catch (error) {
    const isCardMissing = requestRefusalOf(error)?.code === 'resource_missing';
    const detail = isCardMissing ? 'Please add a payment method first.' : declineOf(error);
    if (detail === null) throw error;
    await queries.countTry(ctx.db, key, tries);
    return fail('card_declined', { detail });
  }
}
