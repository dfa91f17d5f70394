import { cohortOf, DEFAULT_CONCURRENCY, hasLimitations, type UserStatus } from '#shared/billing/rules.ts';
import type { Me } from '#shared/me/contract.ts';
import type { Viewer } from '../../operator/content/preview/previews.ts';

const STATUSES: Readonly<Partial<Record<Viewer, UserStatus>>> = {
  signup: 'signup',
  trial: 'trial',
  ondemand: 'ondemand',
  cancelled: 'cancelled',
};

/** An invented person of a kind, in the operator's time zone. */
export function personOf(viewer: Viewer, timezone: string): Me {
  const role = viewer === 'partner' || viewer === 'managed' ? viewer : 'client';
  const status = role === 'client' ? (STATUSES[viewer] ?? 'subscriber') : null;
  const legacy = viewer === 'legacy';
  return {
    id: 'preview',
    name: 'Robin Example',
    email: 'robin@example.com',
    email_proved: true,
    role,
    avatar: null,
    status,
    timezone,
    country: 'US',
    provider: 'manual',
    cohort: status === null ? null : cohortOf({ status, legacy }),
    cohorts: { hasExclusivePrices: false, isPrePivot: false },
    has_limitations: status !== null && hasLimitations(status),
    sessions_left: 3,
    credits_bank: 3,
    credits_before_trial: null,
    topup_price: 99,
    sessions_limit: DEFAULT_CONCURRENCY,
    isOnboardingCompleted: true,
    service_update: null,
    erasure_due: null,
    billing_address: {
      address: '',
      city: '',
      company_name: '',
      country: null,
      vat_number: '',
      zipcode: '',
    },
    notification_settings: { booking: true, cancellation: true, files: true, marketing: true },
    subscription: {
      concurrency: DEFAULT_CONCURRENCY,
      currentSessions: 0,
      isAnnual: false,
      legacy,
      isSubscribed: status === 'subscriber',
      isTrial: status === 'trial',
      paymentsProvider: null,
      lastPaymentStatus: null,
      currentPrice: null,
      currentProduct: null,
      subscriptionId: null,
      planName: null,
      tierNumber: null,
      creditsBankMax: null,
      creditsBank: 3,
      nextBillingDate: null,
    },
  };
}
