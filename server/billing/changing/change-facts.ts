import type { Provider } from '#shared/billing/rules-provider.ts';
import { changeKind, unableReason, type ChangeKind } from '#shared/billing/rules-change.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { offerToBuy } from '../buying/offer-to-buy.ts';
import { settle } from '../buying/settle.ts';
import { paypalAt, paypalReach } from '../paypal/ask-paypal.ts';
import type { Price } from '../prices/queries-prices.ts';
import { entitlements } from '../service.ts';
import { stripeAt } from '../stripe/ask-stripe.ts';
import { liveTerms, type LiveTerms } from './queries-changing.ts';

/** A running plan and the one that it is to become. */
export interface Change {
  readonly live: LiveTerms & { readonly provider: Provider };
  readonly price: Price;
  /** Of the price. */
  readonly provider: Provider;
  readonly kind: ChangeKind;
  /** The membership was ending; it goes on with the new plan. */
  readonly resumes: boolean;
  /** Another provider bills it from then on. */
  readonly moves: boolean;
}

export type Unchangeable =
  | 'not_found'
  | 'no_subscription'
  | 'same_plan'
  | 'last_payment_failed'
  | 'change_pending';

/** Which providers a verb changes between; any by default. */
interface Between {
  readonly from?: Provider;
  readonly to?: Provider;
}

/** What changing to a price would be, or why it cannot be (docs/product/plan-changes.md#unable-to-switch). */
export async function changeTo(
  ctx: SignedInCtx,
  priceId: string,
  { from, to }: Between = {},
): Promise<Result<Change, Unchangeable>> {
  const live = await runningTerms(ctx);
  if (live === null || (from !== undefined && live.provider !== from)) return fail('no_subscription');
  // A trial's plan is changed without a charge, by buying the other one.
  if (live.status !== 'active' && live.status !== 'past_due') return fail('no_subscription');
  if (live.price_id === priceId) return fail('same_plan');
  const found = await offeredAt(ctx, priceId);
  if (found === null || found.price.kind !== 'plan' || (to !== undefined && found.provider !== to))
    return fail('not_found');
  const reason = unableReason({
    lastPayment: live.last_payment_status,
    hasPendingChange: live.pending_price_id !== null,
    priceId,
  });
  if (reason === 'last_payment_failed' || reason === 'change_pending') return fail(reason);
  const { price, provider } = found;
  const resumes = live.cancel_at_period_end || live.cancel_at !== null;
  const moves = provider !== live.provider;
  const kind = changeKind(live, price);
  // Who is leaving, or moves, has no next period that a smaller plan could begin with.
  const isAtOnce = resumes || moves;
  return ok({
    live,
    price,
    provider,
    resumes,
    moves,
    kind: isAtOnce && kind === 'downgrade' ? 'switch' : kind,
  });
}

/** The running plan at a provider that this installation reaches; null: there is none. */
async function runningTerms(ctx: SignedInCtx): Promise<Change['live'] | null> {
  const live = await liveTerms(ctx.db, ctx.actor.id);
  if (live === undefined) return null;
  const provider = live.provider === 'paypal' ? 'paypal' : 'stripe';
  const reached = provider === 'paypal' ? paypalReach(ctx) : stripeAt(ctx);
  if (reached?.mode !== live.mode) return null;
  if (live.period_end === null || Temporal.Instant.compare(ctx.now, live.period_end) < 0)
    return { ...live, provider };
  // It may have renewed, which its webhook has not told yet: the credit is of the period that was paid.
  await settle(ctx, reached, provider);
  const renewed = await liveTerms(ctx.db, ctx.actor.id);
  return renewed?.subscription_id === live.subscription_id ? { ...renewed, provider } : null;
}

/** What the person may buy by a price, at whichever provider. */
async function offeredAt(
  ctx: SignedInCtx,
  price_id: string,
): Promise<{ readonly price: Price; readonly provider: Provider } | null> {
  const { cohort } = await entitlements(ctx.db, ctx.actor.id, ctx.now);
  for (const [provider, at] of [['stripe', stripeAt(ctx)] as const, ['paypal', paypalAt(ctx)] as const]) {
    if (at === null) continue;
    const price = await offerToBuy(ctx, { provider, mode: at.mode }, cohort, { price_id });
    if (price !== null) return { price, provider };
  }
  return null;
}
