import type { getBilling as endpoint } from '#shared/billing/contract-area.ts';
import { bankMaxOf } from '#shared/billing/rules.ts';
import { expiresSoon, nextDates, SETTLING_MINUTES } from '#shared/billing/rules-area.ts';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import { toCents } from '#shared/lib/money.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { catalogue } from '../content/service.ts';
import { balance } from '../credits/service.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import type { Db } from '../db/transaction.ts';
import { paypalAt } from './paypal/ask-paypal.ts';
import * as queries from './queries-area.ts';
import { entitlements, type Membership } from './service.ts';
import { modeOf } from './stripe/client.ts';

type Billing = ResponseOf<typeof endpoint>;

/** What the billing area shows of the caller (docs/product/buying.md#billing-area). */
export async function getBilling(ctx: SignedInCtx): Promise<Result<Billing, never>> {
  const { db, actor, now, payments } = ctx;
  const since = now.subtract({ minutes: SETTLING_MINUTES });
  const access = payments.stripe;
  const [membership, subscription, credits, customer, isSettling] = await Promise.all([
    entitlements(db, actor.id, now),
    queries.liveSubscription(db, actor.id),
    balance(db, actor.id, now),
    access === null ? undefined : queries.customerOf(db, actor.id, 'stripe', modeOf(access)),
    queries.isSettling(db, actor.id, since),
  ]);
  const plan = subscription === undefined ? await planOf(ctx, db, membership) : subscribedPlan(subscription);
  const isPaypal = subscription?.provider === 'paypal';
  const nextChargeAt = subscription === undefined ? null : nextDates(subscription).nextAt;
  return ok({
    plan,
    bank: {
      credits: credits.credits_bank,
      max: plan === null || plan.credits === null ? null : bankMaxOf({ ...plan, credits: plan.credits }),
    },
    payment_method: isPaypal ? null : cardOf(customer, { now, nextChargeAt }),
    paypal: isPaypal ? await payerOf(ctx) : null,
    has_portal: customer !== undefined && !isPaypal,
    can_buy: access !== null || paypalAt(ctx) !== null,
    is_settling: isSettling,
  });
}

type Subscription = NonNullable<Awaited<ReturnType<typeof queries.liveSubscription>>>;

function subscribedPlan(subscription: Subscription): Billing['plan'] {
  const { nextAt, endsAt } = nextDates(subscription);
  const { pending_from: from, pending_name, pending_cents, pending_is_annual } = subscription;
  const pending =
    from === null || pending_name === null || pending_cents === null
      ? null
      : { name: pending_name, price_cents: pending_cents, is_annual: pending_is_annual === true, from };
  const changesBefore = nextAt !== null && from !== null && Temporal.Instant.compare(from, nextAt) <= 0;
  const { next_net_cents: net, next_vat_cents: vat, next_total_cents: total } = subscription;
  const isTrial = subscription.status === 'trialing';
  return {
    name: subscription.name,
    price_cents: subscription.unit_cents,
    is_annual: subscription.is_annual === true,
    credits: subscription.credits,
    has_rollover: subscription.has_rollover === true,
    next: nextAt && {
      at: nextAt.toString(),
      credits: (changesBefore ? subscription.pending_credits : null) ?? subscription.credits,
      amount:
        net === null || vat === null || total === null
          ? null
          : { net_cents: net, vat_cents: vat, total_cents: total },
    },
    ends_at: endsAt?.toString() ?? null,
    trial_ends_at: isTrial ? (subscription.trial_end?.toString() ?? null) : null,
    pending: pending && { ...pending, from: pending.from.toString() },
  };
}

/** Where a payer ends or changes what they have agreed to; the sandbox's is at its own origin. */
const ACCOUNT_PAGES = {
  live: 'https://www.paypal.com/myaccount/autopay/',
  test: 'https://www.sandbox.paypal.com/myaccount/autopay/',
} as const;

/** The PayPal account that is charged. */
async function payerOf({ db, actor, payments }: SignedInCtx): Promise<NonNullable<Billing['paypal']>> {
  const mode = payments.paypal?.mode ?? 'live';
  const payer = await queries.customerOf(db, actor.id, 'paypal', mode);
  const manage_url =
    mode === 'sandbox' ? `${payments.pagesOrigin ?? ''}/paypal/account` : ACCOUNT_PAGES[mode];
  return { email: payer?.payer_email ?? null, manage_url };
}

const WITHOUT_PLAN: ReadonlySet<Membership['status']> = new Set(['signup', 'ondemand', 'cancelled']);

/** The plan of a membership that no provider keeps: an imported one, or a trial without a card. */
async function planOf(
  ctx: Pick<SignedInCtx, 'db'>,
  db: Db,
  membership: Membership,
): Promise<Billing['plan']> {
  const { status, planName, isAnnual, nextBillingDate } = membership;
  if (planName === null || WITHOUT_PLAN.has(status)) return null;
  const { plans } = await catalogue(ctx, db);
  const known = plans.find((plan) => plan.name === planName && plan.isAnnual === isAnnual);
  const ends = status === 'wix-user' || status === 'pending_cancellation';
  return {
    name: planName,
    price_cents: known === undefined ? null : toCents(known.price),
    is_annual: isAnnual,
    credits: known?.credits ?? null,
    has_rollover: known?.has_rollover ?? false,
    next: null,
    ends_at: ends ? (nextBillingDate?.toString() ?? null) : null,
    trial_ends_at: null,
    pending: null,
  };
}

function cardOf(
  customer: Awaited<ReturnType<typeof queries.customerOf>>,
  dates: Parameters<typeof expiresSoon>[1],
): Billing['payment_method'] {
  const {
    card_brand: brand,
    card_last4: last4,
    card_exp_month: exp_month,
    card_exp_year: exp_year,
  } = customer ?? {};
  if (!brand || !last4 || !exp_month || !exp_year) return null;
  return { brand, last4, exp_month, exp_year, expires_soon: expiresSoon({ exp_month, exp_year }, dates) };
}
