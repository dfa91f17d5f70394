import {
  bankMaxOf,
  DEFAULT_CONCURRENCY,
  endsAt,
  entitlementsOf,
  statusAt,
  type Entitlements,
} from '#shared/billing/rules.ts';
import { PROVIDERS, type Provider } from '#shared/billing/rules-provider.ts';
import type { Db } from '../db/transaction.ts';
import * as queries from './queries.ts';

export { invoiceWithPdf as invoiceForMail } from './invoices/read-invoices.ts';
export { BILLING_INVARIANTS } from './queries-invariants.ts';
export { rewardEvidence } from './reward-evidence.ts';
export { PayPalRefused, paypalOf } from './paypal/client.ts';
export { stripeOf } from './stripe/client.ts';
export { SYNC_QUEUE } from './intake/sync-queue.ts';
export { creditsBeingBought } from './queries-area.ts';

/** A person's membership at an instant. */
export interface Membership extends Entitlements {
  readonly legacy: boolean;
  readonly planName: string | null;
  readonly nextBillingDate: Temporal.Instant | null;
  /** On a trial, also one that is cancelled and runs out. */
  readonly isTrial: boolean;
  /** What the payment provider says; null: no subscription there. */
  readonly subscription: ProviderSubscription | null;
  /** When the membership ended; null while it runs, and when there was none. */
  readonly ended_at: Temporal.Instant | null;
  /** The last service update that was shown; 0: none. */
  readonly serviceUpdateSeen: number;
}

/** A membership's subscription at its provider, with what its price gives. */
interface ProviderSubscription {
  readonly id: string;
  readonly provider: Provider;
  readonly priceId: string | null;
  readonly productId: string | null;
  readonly tier: number | null;
  readonly creditsBankMax: number | null;
  readonly lastPayment: 'success' | 'failed' | null;
}

/** The membership of a person without a row: signed up, at standard prices. */
export const SIGNED_UP = {
  status: 'signup',
  plan_name: null,
  is_annual: false,
  legacy: false,
  has_exclusive_prices: false,
  is_pre_pivot: false,
  concurrency: DEFAULT_CONCURRENCY,
  subscription_id: null,
  next_billing_at: null,
  trial_ends_at: null,
  ended_at: null,
  provider: null,
  price_id: null,
  product_id: null,
  tier: null,
  plan_credits: null,
  has_rollover: null,
  last_payment_status: null,
  provider_status: null,
  service_update_seen: 0,
} as const;

/** A person's status, cohort and entitlements at `now` (docs/product/billing.md#status-at-an-instant). */
export async function entitlements(db: Db, personId: string, now: Temporal.Instant): Promise<Membership> {
  const row = (await queries.membershipOf(db, personId)) ?? SIGNED_UP;
  const status = statusAt(row, now);
  const hasEnded = status !== row.status;
  return {
    ...entitlementsOf({ ...row, status }),
    legacy: row.legacy,
    planName: row.plan_name,
    isTrial: status === 'trial' || row.provider_status === 'trialing',
    subscription: subscriptionOf(row),
    nextBillingDate: hasEnded ? null : row.next_billing_at,
    ended_at: hasEnded ? endsAt(row) : row.ended_at,
    serviceUpdateSeen: row.service_update_seen,
  };
}

type Row = NonNullable<Awaited<ReturnType<typeof queries.membershipOf>>> | typeof SIGNED_UP;

function subscriptionOf(row: Row): ProviderSubscription | null {
  const provider = PROVIDERS.find((name) => name === row.provider);
  if (row.subscription_id === null || provider === undefined) return null;
  const { plan_credits: credits, has_rollover } = row;
  return {
    id: row.subscription_id,
    provider,
    priceId: row.price_id,
    productId: row.product_id,
    tier: row.tier,
    creditsBankMax: credits === null || has_rollover === null ? null : bankMaxOf({ credits, has_rollover }),
    lastPayment: row.last_payment_status,
  };
}
