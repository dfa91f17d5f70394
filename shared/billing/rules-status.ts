import { DEFAULT_CONCURRENCY, endsAt, statusAt, type MembershipDates, type UserStatus } from './rules.ts';
import type { Mode, Provider, SubscriptionState, SubscriptionStatus } from './rules-provider.ts';

const LIVE: ReadonlySet<SubscriptionStatus> = new Set(['trialing', 'active', 'past_due']);

/** Whether a subscription gives a membership now (docs/product/billing.md#status-of-a-subscription). */
export function isLive({ status }: Pick<SubscriptionState, 'status'>): boolean {
  return LIVE.has(status);
}

const compare = (a: Temporal.Instant, b: Temporal.Instant) => Temporal.Instant.compare(a, b);

/** A subscription and when it was first paid or began its trial; null: it never became active. */
export interface KnownSubscription extends Pick<
  SubscriptionState,
  'id' | 'status' | 'created_at' | 'ended_at' | 'period_start'
> {
  readonly active_from: Temporal.Instant | null;
  /** It was found to be a second one before. */
  readonly is_second: boolean;
  /** The one that was found to take its place before. */
  readonly replaced_by: string | null;
  /** The one whose place it was bought to take, and when the credit for it was counted. */
  readonly replaces: Replaces | null;
}

interface Replaces {
  readonly id: string;
  readonly counted_at: Temporal.Instant;
  /** Unspent credits of the running plan were counted in money. */
  readonly is_credited: boolean;
}

/** A subscription whose place another one took. */
export interface Replaced {
  readonly by: string;
  readonly at: Temporal.Instant;
}

/**
 * The one live subscription of a person, those that became active beside another one, and those whose place another one
 * took (docs/product/billing.md#two-subscriptions).
 */
export function chooseLive(subscriptions: readonly KnownSubscription[]): {
  readonly live: string | null;
  readonly seconds: ReadonlySet<string>;
  readonly replaced: ReadonlyMap<string, Replaced>;
} {
  const began = subscriptions.flatMap((one) =>
    one.active_from === null ? [] : [{ ...one, active_from: one.active_from }],
  );
  // What was decided of two of one second stays, however their ids compare.
  const took = new Set(began.map(({ replaced_by }) => replaced_by));
  const inOrder = began
    .map((one) => ({ ...one, steps: stepsTo(one, began) }))
    .toSorted(
      (a, b) =>
        compare(a.active_from, b.active_from) ||
        a.steps - b.steps ||
        Number(took.has(b.id)) - Number(took.has(a.id)) ||
        compare(a.created_at, b.created_at) ||
        (a.id < b.id ? -1 : 1),
    );
  const accepted: (typeof inOrder)[number][] = [];
  const seconds = new Set<string>();
  const replaced = new Map<string, Replaced>();
  for (const one of inOrder) {
    const beside = accepted.filter(
      (other) =>
        !replaced.has(other.id) &&
        (isLive(other) ||
          other.replaced_by === one.id ||
          (other.ended_at !== null && compare(other.ended_at, one.active_from) > 0)),
    );
    if (one.is_second || !beside.every((other) => takesPlace(one, other))) {
      seconds.add(one.id);
      continue;
    }
    for (const { id } of beside) replaced.set(id, { by: one.id, at: one.active_from });
    accepted.push(one);
  }
  const live = accepted.find((one) => isLive(one) && !replaced.has(one.id));
  return { live: live?.id ?? null, seconds, replaced };
}

/** How many others of the same second one stands behind: each takes the place of the next. */
function stepsTo<T extends Pick<KnownSubscription, 'id' | 'active_from' | 'replaces'>>(
  one: T,
  all: readonly T[],
): number {
  const passed = new Set([one.id]);
  for (let last: T | undefined = one; last !== undefined;) {
    const { replaces, active_from }: T = last;
    last = all.find(
      ({ id, active_from: other }) =>
        id === replaces?.id &&
        !passed.has(id) &&
        active_from !== null &&
        other !== null &&
        compare(other, active_from) === 0,
    );
    if (last !== undefined) passed.add(last.id);
  }
  return passed.size - 1;
}

/** Whether a subscription was charged although another one had taken its place: that is paid back. */
export function isChargedInVain(paidAt: Temporal.Instant, replaced: Replaced | undefined): boolean {
  return replaced !== undefined && compare(paidAt, replaced.at) > 0;
}

/** A counted credit is good for that long; a purchase is open for at most a day. */
const CREDIT_HOURS = 24;

/** One that has renewed since the count, or whose credit is old, stays: the credit is no longer what it is worth. */
function takesPlace(
  {
    id,
    replaces,
    active_from,
  }: Pick<KnownSubscription, 'id' | 'replaces'> & { readonly active_from: Temporal.Instant },
  other: KnownSubscription,
): boolean {
  if (other.replaced_by !== null) return other.replaced_by === id;
  if (replaces?.id !== other.id || compare(other.period_start, replaces.counted_at) > 0) return false;
  return !replaces.is_credited || compare(active_from, replaces.counted_at.add({ hours: CREDIT_HOURS })) <= 0;
}

/** What a price gives, for ever (docs/product/billing.md#prices). */
export interface PriceTerms {
  readonly price_id: string;
  readonly product_id: string;
  readonly name: string;
  readonly kind: 'plan' | 'bundle' | 'top-up';
  readonly credits: number;
  readonly tier: number | null;
  readonly is_annual: boolean | null;
  readonly has_rollover: boolean | null;
  readonly concurrency: number | null;
}

export interface StoredMembership extends MembershipDates {
  readonly legacy: boolean;
  readonly subscription_id: string | null;
  readonly ended_at: Temporal.Instant | null;
}

/** Something that moves a status once. */
export interface StatusEvent {
  readonly what: 'ended' | 'bundle';
  readonly at: Temporal.Instant;
}

export interface LiveMembership {
  readonly provider: Provider;
  readonly mode: Mode;
  readonly subscription: SubscriptionState;
  readonly price: PriceTerms;
}

/** The columns of a membership that a provider's state decides. */
export interface MembershipChange {
  readonly status: UserStatus;
  readonly ended_at: Temporal.Instant | null;
  readonly legacy?: boolean;
  readonly plan_name?: string | null;
  readonly is_annual?: boolean;
  readonly concurrency?: number;
  readonly next_billing_at?: Temporal.Instant | null;
  readonly trial_ends_at?: null;
  readonly provider?: Provider | null;
  readonly mode?: Mode | null;
  readonly subscription_id?: string | null;
  readonly price_id?: string | null;
  readonly product_id?: string | null;
  readonly tier?: number | null;
  readonly plan_credits?: number | null;
  readonly has_rollover?: boolean | null;
  readonly last_payment_status?: 'success' | 'failed' | null;
}

const NO_PLAN = {
  legacy: false,
  plan_name: null,
  is_annual: false,
  concurrency: DEFAULT_CONCURRENCY,
  next_billing_at: null,
  trial_ends_at: null,
  provider: null,
  mode: null,
  subscription_id: null,
  price_id: null,
  product_id: null,
  tier: null,
  plan_credits: null,
  has_rollover: null,
  last_payment_status: null,
} as const satisfies Partial<MembershipChange>;

/** The status that a live subscription gives (docs/product/billing.md#status-of-a-subscription). */
export function liveStatus(
  subscription: Pick<SubscriptionState, 'status' | 'cancel_at_period_end' | 'cancel_at'>,
): UserStatus {
  if (subscription.cancel_at_period_end || subscription.cancel_at !== null) return 'pending_cancellation';
  return subscription.status === 'trialing' ? 'trial' : 'subscriber';
}

function ofLive(stored: StoredMembership, live: LiveMembership): MembershipChange {
  const { subscription, price } = live;
  const status = liveStatus(subscription);
  const next = subscription.status === 'trialing' ? subscription.trial_end : subscription.period_end;
  return {
    status,
    ended_at: null,
    // A mark of an imported subscription does not pass to another one.
    legacy: stored.legacy && stored.subscription_id === subscription.id,
    plan_name: price.name,
    is_annual: price.is_annual ?? false,
    concurrency: price.concurrency ?? DEFAULT_CONCURRENCY,
    next_billing_at: status === 'pending_cancellation' ? null : next,
    trial_ends_at: null,
    provider: live.provider,
    mode: live.mode,
    subscription_id: subscription.id,
    price_id: price.price_id,
    product_id: price.product_id,
    tier: price.tier,
    plan_credits: price.credits,
    has_rollover: price.has_rollover,
    last_payment_status: subscription.status === 'past_due' ? 'failed' : subscription.last_payment,
  };
}

/**
 * What becomes of a membership (docs/product/billing.md#status-of-a-subscription): `live` decides where there is one,
 * else what has `happened` since it was stored, in order. Null: it stays as it is.
 */
export function membershipAfter(
  stored: StoredMembership,
  now: Temporal.Instant,
  { live, happened }: { readonly live: LiveMembership | null; readonly happened: readonly StatusEvent[] },
): MembershipChange | null {
  if (live !== null) return ofLive(stored, live);
  if (happened.length === 0) return null;
  const before = statusAt(stored, now);
  let status = before;
  let ended_at = before === stored.status ? stored.ended_at : endsAt(stored);
  for (const { what, at } of happened) {
    if (what === 'ended') {
      status = 'cancelled';
      ended_at = compare(at, now) < 0 ? at : now;
    } else if (status === 'signup' || status === 'cancelled') status = 'ondemand';
  }
  const hasEnded = happened.some(({ what }) => what === 'ended');
  return { ...(hasEnded ? NO_PLAN : {}), status, ended_at };
}

/** Hours before a trial's end at which its person hears of it. */
export const TRIAL_NOTICE_HOURS = 72;

/** Whether a trial's end is near (docs/product/billing.md#trial). */
export function isTrialEndingSoon(
  { trial_end }: Pick<SubscriptionState, 'trial_end'>,
  now: Temporal.Instant,
): boolean {
  return trial_end !== null && compare(trial_end, now.add({ hours: TRIAL_NOTICE_HOURS })) <= 0;
}
