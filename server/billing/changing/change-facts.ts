import type { Stripe } from 'stripe';
import { changeCredit, changeKind, unableReason, type ChangeKind } from '#shared/billing/rules-change.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { offerToBuy } from '../buying/offer-to-buy.ts';
import type { Price } from '../prices/queries-prices.ts';
import { entitlements } from '../service.ts';
import { askStripe, type StripeAt } from '../stripe/ask-stripe.ts';
import { objectOf } from '../stripe/fetch-customer.ts';
import { instantOf, pendingOf } from '../stripe/to-subscription.ts';
import { liveTerms, paidPeriod, type LiveTerms } from './queries-changing.ts';

/** A running plan and the one that it is to become. */
export interface Change {
  readonly live: LiveTerms;
  readonly price: Price;
  readonly kind: ChangeKind;
  /** The membership was ending; it goes on with the new plan. */
  readonly resumes: boolean;
}

export type Unchangeable =
  | 'not_found'
  | 'no_subscription'
  | 'same_plan'
  | 'last_payment_failed'
  | 'change_pending';

/** What changing to a price would be, or why it cannot be (docs/product/plan-changes.md#unable-to-switch). */
export async function changeTo(
  ctx: SignedInCtx,
  at: StripeAt,
  priceId: string,
): Promise<Result<Change, Unchangeable>> {
  const live = await liveTerms(ctx.db, ctx.actor.id);
  if (live === undefined || live.provider !== 'stripe' || live.mode !== at.mode)
    return fail('no_subscription');
  // A trial's plan is changed without a charge, by buying the other one.
  if (live.status !== 'active' && live.status !== 'past_due') return fail('no_subscription');
  if (live.price_id === priceId) return fail('same_plan');
  const { cohort } = await entitlements(ctx.db, ctx.actor.id, ctx.now);
  const price = await offerToBuy(ctx, at, cohort, { price_id: priceId });
  if (price === null || price.kind !== 'plan') return fail('not_found');
  const reason = unableReason({
    lastPayment: live.last_payment_status,
    hasPendingChange: live.pending_price_id !== null,
    priceId,
  });
  if (reason === 'last_payment_failed' || reason === 'change_pending') return fail(reason);
  const resumes = live.cancel_at_period_end || live.cancel_at !== null;
  const kind = changeKind(live, price);
  // Who was leaving has no next period that a smaller plan could begin with.
  return ok({ live, price, resumes, kind: resumes && kind === 'downgrade' ? 'switch' : kind });
}

/** What a change at once gives back, counted at an instant. */
export interface Credit {
  readonly at: Temporal.Instant;
  readonly cents: number;
  /** Plan credits that end with the change. */
  readonly unspent: number;
}

const floorToSecond = (at: Temporal.Instant): Temporal.Instant =>
  at.round({ smallestUnit: 'second', roundingMode: 'floor' });

/** How long a preview may be acted on. */
const PREVIEW_MINUTES = 15;

/**
 * The credit of a change at once, counted now or, for a preview that is acted on, at the preview's instant
 * (docs/product/plan-changes.md#upgrade-and-switch).
 */
export async function creditOf(
  ctx: SignedInCtx,
  { stripe }: StripeAt,
  { live }: Change,
  previewedAt: Temporal.Instant | null = null,
): Promise<Result<Credit, 'preview_over' | 'provider_unavailable'>> {
  const period = await paidPeriod(ctx.db, live.subscription_id);
  const asked = await askStripe(ctx, () =>
    Promise.all([
      stripe.subscriptions.retrieve(live.subscription_id, { expand: ['test_clock', 'schedule'] }),
      period?.invoice_id == null ? null : stripe.invoices.retrieve(period.invoice_id),
    ]),
  );
  if (!asked.ok) return asked;
  const [subscription, invoice] = asked.value;
  // Changed at the provider, and not taken in yet.
  const [item] = subscription.items.data;
  if (item === undefined || item.price.id !== live.price_id || pendingOf(subscription, item) !== null)
    return fail('preview_over');
  // In the sandbox a customer's time is that of their clock.
  const clock = objectOf(subscription.test_clock);
  const now = floorToSecond(clock === null ? ctx.now : instantOf(clock.frozen_time));
  const at = previewedAt ?? now;
  const isOver =
    Temporal.Instant.compare(at, now) > 0 ||
    Temporal.Instant.compare(at.add({ minutes: PREVIEW_MINUTES }), now) < 0;
  if (isOver) return fail('preview_over');
  if (invoice === null || period?.period_start == null || period.period_end === null)
    return ok({ at, cents: 0, unspent: 0 });
  const { total_cents, refunded_cents, period_start: start, period_end: end } = period;
  const [granted, unspent] = [period.amount ?? 0, period.remaining ?? 0];
  const net_cents = planNet(invoice);
  const cents = changeCredit({ net_cents, total_cents, refunded_cents, start, end, granted, unspent }, at);
  return ok({ at, cents, unspent });
}

/** What the plan's period cost in an invoice, discounts taken off; credits of a former change are not. */
function planNet(invoice: Stripe.Invoice): number {
  const line = invoice.lines.data.find(
    ({ parent, amount }) => parent?.subscription_item_details?.proration === false && amount >= 0,
  );
  const discount = (line?.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  return Math.max(0, (line?.amount ?? 0) - discount);
}
