import { endsAt, statusAt, TRIAL_CREDITS, trialEnd } from '#shared/billing/rules.ts';
import type { StoredBundle } from '#shared/content/contract-documents.ts';
import { freeBundleOf } from '#shared/content/rules-documents.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { hadTrialBefore } from '../accounts/steps.ts';
import { offeredCatalogue } from '../content/service.ts';
import { grant } from '../credits/steps.ts';
import type { Tx } from '../db/transaction.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { trialStarted } from './events.ts';
import * as queries from './queries.ts';
import { tellProvider } from './tell-provider.ts';

export { paymentsOf } from './refunding/list-payments.ts';
export { planRefund } from './refunding/plan-refund.ts';
export { refundPayment } from './refunding/refund-payment.ts';
export { endCoupon } from './coupons/end-coupon.ts';
export { listCoupons } from './coupons/list-coupons.ts';
export { makeCoupon } from './coupons/make-coupon.ts';
export { makeShownPrices, showPrices, type ShownPrices } from './prices/shown-prices.ts';
export { readSubscriptions, type ToldSubscription } from './state/read-subscriptions.ts';

type StepCtx = Pick<Ctx, 'db' | 'flags' | 'events' | 'settings'>;

interface Opening {
  readonly personId: string;
  /** `free` joins the auto-selected free bundle, else starts the trial without a card. */
  readonly as: 'signup' | 'ondemand' | 'free';
  /** With `ondemand`: the bundle chosen at sign-up; one with a price is bought later. */
  readonly bundleId?: string | null | undefined;
  readonly now: Temporal.Instant;
}

/**
 * Opens the membership of a new account in its sign-up's transaction (docs/product/billing.md#opening-an-account).
 * Returns how many credits came with it; `no_such_bundle` when the studio does not offer the bundle.
 */
export async function openAccount(
  tx: Tx,
  ctx: StepCtx,
  { personId, as, bundleId, now }: Opening,
): Promise<Result<{ readonly credits: number }, 'no_such_bundle'>> {
  if (as === 'signup') {
    await queries.putMembership(tx, personId, { status: 'signup' });
    return ok({ credits: 0 });
  }
  const { bundles, cohorts } = await offeredCatalogue(ctx, tx);
  const bundle =
    as === 'free'
      ? freeBundleOf(bundles.filter(({ id }) => cohorts.public.bundles.includes(id)))
      : bundles.find(({ id }) => id === bundleId);
  if (as === 'ondemand' && bundleId && bundle === undefined) return fail('no_such_bundle');
  if (bundle?.price === 0) return ok({ credits: await joinBundle(tx, ctx, { personId, bundle, now }) });
  if (as === 'free' && ctx.flags['free-trial'] && !(await hadTrialBefore(tx, ctx.settings, personId))) {
    await queries.putMembership(tx, personId, { status: 'trial', trial_ends_at: trialEnd(now) });
    return ok({ credits: await grantTrial(tx, ctx, personId, now) });
  }
  await queries.putMembership(tx, personId, { status: 'ondemand' });
  return ok({ credits: 0 });
}

/** Opens the membership of a member of another system, who has paid until then (docs/product/operator.md#imported-members). */
export function importMembership(tx: Tx, personId: string, paidThrough: Temporal.Instant): Promise<void> {
  return queries.putMembership(tx, personId, { status: 'wix-user', next_billing_at: paidThrough });
}

interface Joining {
  readonly personId: string;
  /** A bundle of price 0. */
  readonly bundle: Pick<StoredBundle, 'id' | 'credits'>;
  readonly now: Temporal.Instant;
}

/**
 * Joins a free bundle and returns how many credits came (docs/product/billing.md#free-bundles). The caller holds the
 * person's lock and has checked the status.
 */
export async function joinBundle(tx: Tx, ctx: StepCtx, { personId, bundle, now }: Joining): Promise<number> {
  const row = await queries.membershipOf(tx, personId);
  const hasEnded = row !== undefined && statusAt(row, now) !== row.status;
  await queries.putMembership(tx, personId, {
    status: 'ondemand',
    ...(hasEnded ? { ended_at: endsAt(row) } : {}),
  });
  const grantKey = `bundle:${bundle.id}:${personId}`;
  const lot = { personId, source: 'bundle', amount: bundle.credits, expiresAt: null, grantKey, now } as const;
  if (await hadTrialBefore(tx, ctx.settings, personId)) return 0;
  const bundled = bundle.credits > 0 && (await grant(tx, lot)) !== null ? bundle.credits : 0;
  return bundled + (await grantTrial(tx, ctx, personId, now));
}

/** Grants the trial credit (docs/product/billing.md#trial-credit) and returns how many credits came: 0 or 1. */
async function grantTrial(tx: Tx, ctx: StepCtx, personId: string, now: Temporal.Instant): Promise<number> {
  if (!ctx.flags['free-trial']) return 0;
  const lot = await grant(tx, {
    personId,
    source: 'trial',
    amount: TRIAL_CREDITS,
    expiresAt: trialEnd(now),
    grantKey: `trial:${personId}`,
    now,
  });
  if (lot === null) return 0;
  await ctx.events.emit(tx, trialStarted, { person_id: personId });
  return TRIAL_CREDITS;
}

/** Has the provider told of a changed name, address or VAT number (docs/product/buying.md#customers). */
export function tellOfDetails(tx: Tx, { events }: Pick<Ctx, 'events'>, personId: string): Promise<void> {
  return events.enqueue(tx, tellProvider, { person_id: personId });
}
