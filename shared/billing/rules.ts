import type { Buyer, Cohort } from '../catalogue/rules.ts';

/** The statuses of a membership (docs/product/billing.md#statuses). */
export const USER_STATUSES = [
  'signup',
  'trial',
  'subscriber',
  'cancelled',
  'ondemand',
  'pending_cancellation',
  'wix-user',
] as const;
export type UserStatus = (typeof USER_STATUSES)[number];
export const DEFAULT_CONCURRENCY = 30;

/**
 * Reads a status; wix_user means wix-user. Null for anything else.
 * @planned
 */
export function userStatus(text: string): UserStatus | null {
  const name = text === 'wix_user' ? 'wix-user' : text;
  return USER_STATUSES.find((status) => status === name) ?? null;
}

export interface Membership {
  readonly status: UserStatus;
  readonly legacy: boolean;
  readonly is_annual: boolean;
  readonly concurrency?: number | null;
  readonly has_exclusive_prices: boolean;
  readonly is_pre_pivot: boolean;
}

/** The cohort of a membership (docs/product/billing.md#cohorts). */
export function cohortOf({ status, legacy }: Pick<Membership, 'status' | 'legacy'>): Cohort {
  if (status === 'signup') return 'public';
  if (status === 'ondemand' || status === 'cancelled') return status;
  const paying = status === 'subscriber' || status === 'pending_cancellation';
  return paying && !legacy ? 'member' : 'legacy';
}

/** Whether a status has the studio's limitations (docs/product/billing.md#limitations). */
export function hasLimitations(status: UserStatus): boolean {
  return status === 'ondemand' || status === 'cancelled';
}

/** What a membership allows, as far as booking depends on it. */
export interface Entitlements extends Buyer {
  readonly status: UserStatus;
  readonly has_limitations: boolean;
  /** How many upcoming sessions the plan allows at once. */
  readonly concurrency: number;
}

/** The entitlements that follow from a membership. */
export function entitlementsOf(membership: Membership): Entitlements {
  return {
    status: membership.status,
    cohort: cohortOf(membership),
    cohorts: {
      hasExclusivePrices: membership.has_exclusive_prices,
      isPrePivot: membership.is_pre_pivot,
    },
    isAnnual: membership.is_annual,
    has_limitations: hasLimitations(membership.status),
    concurrency: membership.concurrency ?? DEFAULT_CONCURRENCY,
  };
}

/** The dates at which a membership may end by itself. */
export interface MembershipDates {
  readonly status: UserStatus;
  readonly next_billing_at: Temporal.Instant | null;
  /** When a trial without a card ends; null for one that the payment provider keeps. */
  readonly trial_ends_at?: Temporal.Instant | null;
}

/** When a membership ends by itself (docs/product/billing.md#status-at-an-instant); null: never. */
export function endsAt({ status, next_billing_at, trial_ends_at }: MembershipDates): Temporal.Instant | null {
  // Of a membership that the provider keeps neither date is stored: its end is the provider's.
  if (status === 'wix-user' || status === 'pending_cancellation') return next_billing_at;
  return status === 'trial' ? (trial_ends_at ?? null) : null;
}

/** The status at `now`: cancelled from the membership's own end on (docs/product/billing.md#status-at-an-instant). */
export function statusAt(membership: MembershipDates, now: Temporal.Instant): UserStatus {
  const end = endsAt(membership);
  return end !== null && Temporal.Instant.compare(end, now) <= 0 ? 'cancelled' : membership.status;
}

/** How many credits a plan's bank holds at most (docs/product/credits.md#bank). */
export function bankMaxOf(plan: { readonly credits: number; readonly has_rollover: boolean }): number {
  return plan.has_rollover ? 6 * plan.credits : 0;
}

/** The free trial (docs/product/billing.md#trial). */
export const TRIAL_DAYS = 14;
export const TRIAL_CREDITS = 1;

/** When a trial that begins at `now` ends, and its credit with it. */
export function trialEnd(now: Temporal.Instant): Temporal.Instant {
  return now.add({ hours: TRIAL_DAYS * 24 });
}

/** Why a person cannot join a bundle without paying; null when they can (docs/product/billing.md#free-bundles). */
export function joinRefusal(price: number, status: UserStatus): 'not_free' | 'not_for_you' | null {
  if (price > 0) return 'not_free';
  return status === 'signup' || status === 'cancelled' || status === 'ondemand' ? null : 'not_for_you';
}
