import type { Stripe } from 'stripe';
import { changeCredit } from '#shared/billing/rules-change.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { askPaypal, paypalReach } from '../paypal/ask-paypal.ts';
import { paypalNow } from '../paypal/clock.ts';
import { find } from '../paypal/fetch-customer.ts';
import type { Subscription } from '../paypal/objects.ts';
import { askStripe, stripeAt } from '../stripe/ask-stripe.ts';
import { objectOf } from '../stripe/fetch-customer.ts';
import { instantOf, pendingOf } from '../stripe/to-subscription.ts';
import type { Change } from './change-facts.ts';
import { paidPeriod } from './queries-changing.ts';

/** What a change at once gives back, counted at an instant. */
export interface Credit {
  readonly at: Temporal.Instant;
  readonly cents: number;
  /** Plan credits that end with the change. */
  readonly unspent: number;
}

/** What the running plan's provider says of it now. */
interface Said {
  /** By the provider's clock. */
  readonly now: Temporal.Instant;
  /** What the running period cost, without VAT; null: not known. */
  readonly net_cents: number | null;
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
  { live }: Change,
  previewedAt: Temporal.Instant | null = null,
): Promise<Result<Credit, 'preview_over' | 'provider_unavailable'>> {
  const period = await paidPeriod(ctx.db, ctx.actor.id, live);
  const said = await (live.provider === 'paypal'
    ? saidByPaypal(ctx, live, period?.unit_cents ?? null)
    : saidByStripe(ctx, live, period?.invoice_id ?? null));
  if (!said.ok) return said;
  const { now, net_cents } = said.value;
  const at = previewedAt ?? now;
  const isOver =
    Temporal.Instant.compare(at, now) > 0 ||
    Temporal.Instant.compare(at.add({ minutes: PREVIEW_MINUTES }), now) < 0;
  if (isOver) return fail('preview_over');
  if (net_cents === null || period?.period_start == null || period.period_end === null)
    return ok({ at, cents: 0, unspent: 0 });
  const { total_cents, refunded_cents, period_start: start, period_end: end } = period;
  const [granted, unspent] = [period.amount ?? 0, period.remaining ?? 0];
  const cents = changeCredit({ net_cents, total_cents, refunded_cents, start, end, granted, unspent }, at);
  return ok({ at, cents, unspent });
}

type Answer = Promise<Result<Said, 'preview_over' | 'provider_unavailable'>>;

/** `preview_over`: changed at the provider, and not taken in yet. */
async function saidByStripe(ctx: SignedInCtx, live: Change['live'], invoiceId: string | null): Answer {
  const at = stripeAt(ctx);
  if (at === null) return fail('preview_over');
  const { stripe } = at;
  const asked = await askStripe(ctx, () =>
    Promise.all([
      stripe.subscriptions.retrieve(live.subscription_id, { expand: ['test_clock', 'schedule'] }),
      invoiceId === null ? null : stripe.invoices.retrieve(invoiceId),
    ]),
  );
  if (!asked.ok) return asked;
  const [subscription, invoice] = asked.value;
  const [item] = subscription.items.data;
  if (item === undefined || item.price.id !== live.price_id || pendingOf(subscription, item) !== null)
    return fail('preview_over');
  // In the sandbox a customer's time is that of their clock.
  const clock = objectOf(subscription.test_clock);
  return ok({
    now: floorToSecond(clock === null ? ctx.now : instantOf(clock.frozen_time)),
    net_cents: invoice === null ? null : planNet(invoice),
  });
}

/** What the plan's period cost in an invoice, discounts taken off; credits of a former change are not. */
function planNet(invoice: Stripe.Invoice): number {
  const line = invoice.lines.data.find(
    ({ parent, amount }) => parent?.subscription_item_details?.proration === false && amount >= 0,
  );
  const discount = (line?.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  return Math.max(0, (line?.amount ?? 0) - discount);
}

/** Whoever pays by PayPal paid the plan's price: there is no coupon. */
async function saidByPaypal(ctx: SignedInCtx, live: Change['live'], net_cents: number | null): Answer {
  const at = paypalReach(ctx);
  if (at === null) return fail('preview_over');
  const path = `/v1/billing/subscriptions/${live.subscription_id}`;
  const asked = await askPaypal(ctx, () =>
    Promise.all([find<Subscription>(at.paypal, path), paypalNow(ctx, at, ctx.actor.id)]),
  );
  if (!asked.ok) return asked;
  const [subscription, now] = asked.value;
  const isEnding = live.cancel_at !== null;
  const isKnown = subscription?.plan_id === live.price_id && (subscription.status === 'ACTIVE') !== isEnding;
  return isKnown ? ok({ now, net_cents }) : fail('preview_over');
}
