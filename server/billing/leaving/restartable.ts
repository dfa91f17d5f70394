import type { Stripe } from 'stripe';
import { actionRefusal, isRepeat } from '#shared/billing/rules-leaving.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { CONFIRMABLE } from '../buying/first-payment.ts';
import { askStripe, type StripeAt } from '../stripe/ask-stripe.ts';
import { instantOf, pendingOf } from '../stripe/to-subscription.ts';
import type { Standing } from './standing.ts';

/** Why a cycle cannot begin anew. */
export type Blocked =
  | 'no_membership'
  | 'restart_off'
  | 'not_here'
  | 'payment_failed'
  | 'change_pending'
  | 'just_begun'
  | 'provider_unavailable';

/** A subscription whose cycle may begin anew, as Stripe has it. */
export interface Restartable {
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
    stripe.subscriptions.retrieve(live.subscription_id, { expand: ['schedule', ...CONFIRMABLE.expand] }),
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
