import { toDollars } from '#shared/lib/money.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { Me } from '#shared/me/contract.ts';
import { dueServiceUpdate } from '#shared/billing/rules-leaving.ts';
import { bankMaxOf } from '#shared/billing/rules.ts';
import { CREDIT_CENTS } from '#shared/billing/rules-prices.ts';
import { entitlements } from '../billing/service.ts';
import { currentSessions } from '../booking/service.ts';
import { catalogue, serviceUpdateVersion } from '../content/service.ts';
import { balance } from '../credits/service.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { MAX_UPCOMING_SESSIONS } from '#shared/booking/rules.ts';
import { erasureOf } from '../privacy/service.ts';
import * as queries from './queries.ts';

const SUBSCRIBED: ReadonlySet<string> = new Set(['subscriber', 'pending_cancellation', 'wix-user']);

/**
 * The signed-in person; status, cohort and credits are null for everybody but clients
 * (docs/product/me.md#user).
 */
export async function me({ db, actor, now, flags }: SignedInCtx): Promise<Result<{ user: Me }, never>> {
  const isClient = actor.role === 'client';
  const [profile, membership, credits, upcoming, offers, version, erasure] = await Promise.all([
    queries.profileOf(db, actor.id),
    entitlements(db, actor.id, now),
    balance(db, actor.id, now),
    currentSessions(db, actor.id, now),
    catalogue({ db }),
    serviceUpdateVersion({ db }),
    erasureOf(db, actor.id),
  ]);
  const isSubscribed = isClient && SUBSCRIBED.has(membership.status) && !membership.isTrial;
  const { subscription } = membership;
  // Older rows have no provider: their plan is known by its name.
  const plan =
    isSubscribed && subscription === null
      ? offers.plans.find(
          ({ name, isAnnual }) => name === membership.planName && isAnnual === membership.isAnnual,
        )
      : undefined;
  return ok({
    user: {
      id: profile.id,
      name: profile.name,
      email: profile.email,
      email_proved: profile.email_proved,
      role: profile.role,
      avatar: profile.avatar,
      timezone: profile.zone,
      country: profile.country,
      provider: profile.has_password ? 'manual' : 'other',
      status: isClient ? membership.status : null,
      cohort: isClient ? membership.cohort : null,
      cohorts: membership.cohorts,
      has_limitations: isClient && membership.has_limitations,
      sessions_left: isClient ? credits.sessions_left : null,
      credits_bank: isClient ? credits.credits_bank : null,
      credits_before_trial: isClient ? credits.before_trial : null,
      topup_price: isClient ? toDollars(CREDIT_CENTS) : null,
      sessions_limit: MAX_UPCOMING_SESSIONS,
      isOnboardingCompleted: profile.is_onboarded,
      service_update: dueServiceUpdate(
        { status: isClient ? membership.status : null, seen: membership.serviceUpdateSeen },
        { version, isOn: flags['restart-billing-cycle'] },
      ),
      erasure_due: erasure.asked?.due_at ?? null,
      billing_address: {
        address: profile.address ?? '',
        city: profile.city ?? '',
        company_name: profile.company_name ?? '',
        country: profile.billing_country ?? null,
        vat_number: profile.vat_number ?? '',
        zipcode: profile.zipcode ?? '',
      },
      notification_settings: {
        booking: profile.booking ?? true,
        cancellation: profile.cancellation ?? true,
        files: profile.files ?? true,
        marketing: profile.marketing ?? true,
      },
      subscription: {
        isSubscribed,
        isTrial: isClient && membership.isTrial,
        paymentsProvider: subscription?.provider ?? null,
        lastPaymentStatus: subscription?.lastPayment ?? null,
        currentPrice: subscription?.priceId ?? null,
        currentProduct: subscription?.productId ?? null,
        concurrency: membership.concurrency,
        currentSessions: upcoming,
        isAnnual: membership.isAnnual,
        legacy: membership.legacy,
        subscriptionId: subscription?.id ?? null,
        planName: membership.planName,
        tierNumber: subscription?.tier ?? plan?.tier ?? null,
        creditsBank: isClient ? credits.credits_bank : null,
        creditsBankMax: subscription?.creditsBankMax ?? (plan === undefined ? null : bankMaxOf(plan)),
        nextBillingDate: membership.nextBillingDate?.toString() ?? null,
      },
    },
  });
}
