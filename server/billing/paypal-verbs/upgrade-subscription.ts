import type { upgradePaypalSubscription as endpoint } from '#shared/billing/contract-paypal.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { replayAnswer, storeAnswer } from '../../db/transaction.ts';
import type { Exchange } from '../../http/bind.ts';
import { placeOf } from '../buying/place.ts';
import { billedByPaypal } from '../changing/billed-elsewhere.ts';
import { creditOf } from '../changing/change-credit.ts';
import { changeTo } from '../changing/change-facts.ts';
import { openChange } from '../changing/queries-changing.ts';
import { endOpenChange } from '../changing/run-change.ts';
import { entitlements } from '../service.ts';
import { stripeAt } from '../stripe/ask-stripe.ts';
import { paypalAt } from '../paypal/ask-paypal.ts';
import { buyMembership, grossOf } from './buy-membership.ts';
import { overMembership } from './run-approval.ts';

type Refused = ProblemOf<typeof endpoint>;

/**
 * Changes to another plan at once, also from a membership by card: a new subscription whose first payment is what the
 * preview said, and that takes the place of the running one when it is approved (docs/product/paypal.md#changing).
 */
export async function upgradePaypalSubscription(
  ctx: SignedInCtx,
  { body }: InputOf<typeof endpoint>,
  { request }: Exchange,
): Promise<Result<ResponseOf<typeof endpoint>, Refused>> {
  const at = paypalAt(ctx);
  if (at === null) return fail('payments_not_configured');
  await replayAnswer(ctx);
  const ended = await endCardChange(ctx);
  if (!ended.ok) return ended;
  const change = await changeTo(ctx, body.priceId, { to: 'paypal' });
  if (!change.ok) return change;
  const { live, price, kind } = change.value;
  if (kind === 'downgrade') return fail('is_downgrade');
  const previewedAt = body.at === undefined ? null : Temporal.Instant.from(body.at);
  const credit = await creditOf(ctx, change.value, previewedAt);
  if (!credit.ok) return credit;
  const billed = await billedByPaypal(ctx, change.value, credit.value);
  if (!billed.ok) return billed;
  const { breakdown, due_today_cents, renews_at } = billed.value;
  if ((body.due_today_cents ?? due_today_cents) !== due_today_cents) return fail('preview_over');
  const place = await placeOf(ctx, {});
  if (!place.ok) return place;
  const { at: counted_at, unspent } = credit.value;
  const { provider, subscription_id, price_id } = live;
  const bought = await buyMembership(ctx, at, {
    price,
    membership: await entitlements(ctx.db, ctx.actor.id, ctx.now),
    country: place.value.country,
    terms: {
      ...(await grossOf(ctx, place.value, breakdown.net_cents)),
      cycles_from: Temporal.Instant.from(renews_at),
      is_trial: false,
    },
    replaces: { provider, subscription_id, price_id, counted_at, unspent },
    referer: request.headers.referer,
  });
  // Changed in another tab since the preview.
  const page = overMembership(bought, 'preview_over');
  return page.ok ? storeAnswer(ctx, page.value) : page;
}

/** A change by card that waits for its bank would be paid beside this one. */
async function endCardChange(
  ctx: SignedInCtx,
): Promise<Result<null, 'in_progress' | 'preview_over' | 'provider_unavailable'>> {
  const at = stripeAt(ctx);
  const open = at === null ? undefined : await openChange(ctx.db, ctx.actor.id);
  return at === null || open === undefined ? ok(null) : endOpenChange(ctx, at, open);
}
