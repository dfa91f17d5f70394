import type { Buyer, Cohort } from '../catalogue/rules.ts';

/** What a membership's status means for booking (part 1 section 3; decisions 3, 4 and 8). */
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

/** A status from wherever it comes: wix_user is the same as wix-user; null when it is none of them. */
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

/** The cohort by the table of part 1 section 3; trial and wix-user are `legacy`, "any other status". */
export function cohortOf({ status, legacy }: Pick<Membership, 'status' | 'legacy'>): Cohort {
  if (status === 'signup') return 'public';
  if (status === 'ondemand' || status === 'cancelled') return status;
  const paying = status === 'subscriber' || status === 'pending_cancellation';
  return paying && !legacy ? 'member' : 'legacy';
}

/** Whether the studio's limitations hold for a status: on demand and cancelled (decisions 3). */
export function hasLimitations(status: UserStatus): boolean {
  return status === 'ondemand' || status === 'cancelled';
}

/** What booking asks of a membership. */
export interface Entitlements extends Buyer {
  readonly status: UserStatus;
  readonly has_limitations: boolean;
  /** How many upcoming sessions the plan holds at once; 30 unless the plan says otherwise. */
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

/** What time alone may change about a membership. */
export interface Lasting {
  readonly status: UserStatus;
  readonly next_billing_at: Temporal.Instant | null;
  /** When a trial without a card ends; null for one that the payment provider keeps. */
  readonly trial_ends_at?: Temporal.Instant | null;
}

/** When a membership ends by itself: an imported one on its paid-through date, a trial without a card after its 14 days; null: never by time (decisions 8). */
export function endsAt({ status, next_billing_at, trial_ends_at }: Lasting): Temporal.Instant | null {
  if (status === 'wix-user') return next_billing_at;
  return status === 'trial' ? (trial_ends_at ?? null) : null;
}

/**
 * The status at `now`: an imported membership (wix-user) and a trial without a card are cancelled from the instant on
 * at which they end (decisions 8); every other status is as the provider left it.
 */
export function statusAt(membership: Lasting, now: Temporal.Instant): UserStatus {
  const end = endsAt(membership);
  return end !== null && Temporal.Instant.compare(end, now) <= 0 ? 'cancelled' : membership.status;
}

/** "Credits bank limit: 6 times the plan's credits" (part 1 section 9); a plan without rollover has no bank (decisions 7). */
export function bankMaxOf(plan: { readonly credits: number; readonly has_rollover: boolean }): number {
  return plan.has_rollover ? 6 * plan.credits : 0;
}

/** The free trial: 14 days, one credit (part 1 section 9; decisions 8). */
export const TRIAL_DAYS = 14;
export const TRIAL_CREDITS = 1;

/** When a trial that begins at `now` ends, and its credit with it. */
export function trialEnd(now: Temporal.Instant): Temporal.Instant {
  return now.add({ hours: TRIAL_DAYS * 24 });
}

/**
 * Why somebody cannot join a bundle without paying, or null: it has a price, or their plan is running. Signup and
 * cancelled become ondemand by it, and ondemand stays (decisions 8).
 */
export function joinRefusal(price: number, status: UserStatus): 'not_free' | 'not_for_you' | null {
  if (price > 0) return 'not_free';
  return status === 'signup' || status === 'cancelled' || status === 'ondemand' ? null : 'not_for_you';
}
