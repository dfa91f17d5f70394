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

/**
 * The status at `now`: an imported membership (wix-user) is active until its imported paid-through date and cancelled
 * from that instant on (decisions 8); every other status is as the provider left it.
 */
export function statusAt(
  membership: { readonly status: UserStatus; readonly next_billing_at: Temporal.Instant | null },
  now: Temporal.Instant,
): UserStatus {
  const { status, next_billing_at: paidUntil } = membership;
  if (status !== 'wix-user' || paidUntil === null) return status;
  return Temporal.Instant.compare(paidUntil, now) > 0 ? status : 'cancelled';
}
