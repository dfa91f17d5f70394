import {
  PROVIDERS,
  type CustomerState,
  type Provider,
  type SubscriptionState,
} from '#shared/billing/rules-provider.ts';
import { nextDates } from '#shared/billing/rules-area.ts';
import { LAST } from '#shared/billing/rules-events.ts';
import {
  chooseLive,
  isLive,
  type KnownSubscription,
  type PriceTerms,
  type Replaced,
} from '#shared/billing/rules-status.ts';
import type { Tx } from '../../db/transaction.ts';
import type { ApplyCtx } from './context.ts';
import * as queries from './queries-state.ts';

/** What a state says of a person's subscriptions, after it is stored. */
export interface Subscriptions {
  readonly prices: ReadonlyMap<string, PriceTerms>;
  readonly live: SubscriptionState | null;
  /** Another customer's subscription of the person is the live one. */
  readonly isLiveElsewhere: boolean;
  readonly seconds: ReadonlySet<string>;
  readonly replaced: ReadonlyMap<string, Replaced>;
  /** Those that another provider still runs though another one took their place. */
  readonly toEndElsewhere: readonly { readonly id: string; readonly provider: Provider }[];
  /** Memberships that ended since the last read, each with those whose place it took. */
  readonly ended: readonly {
    readonly id: string;
    readonly at: Temporal.Instant;
    readonly line: ReadonlySet<string>;
  }[];
  /** When the live one ends, where that is new since the last read; null: it goes on, or its end was known. */
  readonly newEnd: Temporal.Instant | null;
  readonly trialing: ReadonlySet<string>;
  /** The live one and those whose place it took, one after the other. */
  readonly line: ReadonlySet<string>;
}

const earliest = (instants: readonly Temporal.Instant[]): Temporal.Instant | null =>
  instants.toSorted((a, b) => Temporal.Instant.compare(a, b))[0] ?? null;

/** When a subscription became active: its first payment, the trial's $0 invoice included. */
function activeFrom(state: CustomerState, subscription: SubscriptionState): Temporal.Instant | null {
  const paid = state.payments.filter(({ subscription_id }) => subscription_id === subscription.id);
  return (
    earliest(paid.map(({ paid_at }) => paid_at)) ?? (isLive(subscription) ? subscription.created_at : null)
  );
}

function lineOf(last: string | null, replaced: ReadonlyMap<string, Replaced>): ReadonlySet<string> {
  const line = new Set(last === null ? [] : [last]);
  // Whoever was replaced first stands first.
  for (const [id, { by }] of [...replaced].toReversed()) if (line.has(by)) line.add(id);
  return line;
}

/** The subscription whose place one was bought to take. */
function replacesOf(
  { id, checkout_id }: Pick<SubscriptionState, 'id' | 'checkout_id'>,
  bought: Awaited<ReturnType<typeof queries.replacementsOf>>,
): KnownSubscription['replaces'] {
  const row = bought.find((one) => one.id === checkout_id || one.provider_id === id);
  if (row === undefined || row.replaces_subscription === null) return null;
  return {
    id: row.replaces_subscription,
    counted_at: row.counted_at ?? row.started_at,
    is_credited: (row.credited_unspent ?? 0) > 0,
  };
}

function newEndOf(
  running: SubscriptionState,
  before: Awaited<ReturnType<typeof queries.subscriptionsOf>>[number] | undefined,
): Temporal.Instant | null {
  const wentOn = before?.is_live === true && nextDates(before).endsAt === null;
  return wentOn && isLive(running) ? nextDates(running).endsAt : null;
}

/** Stores a customer's subscriptions and decides which one is live (docs/product/billing.md#two-subscriptions). */
export async function storeSubscriptions(
  tx: Tx,
  { now, log }: ApplyCtx,
  state: CustomerState,
): Promise<Subscriptions> {
  const ids = [...state.subscriptions, ...state.payments].map(({ price_id }) => price_id);
  const found = await queries.pricesOf(tx, state.provider, state.mode, [...new Set(ids)]);
  const prices = new Map(found.map((price) => [price.price_id, price]));
  const known = state.subscriptions.filter(({ price_id }) => prices.has(price_id));
  const unknown = state.subscriptions.filter(({ price_id }) => !prices.has(price_id));
  const fresh = await queries.putUnknown(tx, state, {
    known: known.map(({ id }) => id),
    unknown: unknown.map(({ id, price_id }) => ({ provider_id: id, price_id, total_cents: 0 })),
    now,
  });
  for (const id of fresh) log.error({ subscription: id }, 'a subscription has a price that is not known');

  const stored = await queries.subscriptionsOf(tx, state.person_id);
  const storedById = new Map(stored.map((row) => [row.subscription_id, row]));
  const bought = await queries.replacementsOf(tx, state.person_id);
  const own = known.map((subscription) => {
    const before = storedById.get(subscription.id);
    return {
      ...subscription,
      active_from: before?.active_from ?? activeFrom(state, subscription),
      is_second: before?.is_second ?? false,
      replaced_by: before?.replaced_by ?? null,
      replaces: replacesOf(subscription, bought),
    };
  });
  const ownIds = new Set(own.map(({ id }) => id));
  const others = stored
    .filter(({ mode, subscription_id }) => mode === state.mode && !ownIds.has(subscription_id))
    .map((row) => {
      const id = row.subscription_id;
      const replaces = replacesOf({ id, checkout_id: null }, bought);
      return { ...row, id, status: row.status as SubscriptionState['status'], replaces };
    });
  const { live, seconds, replaced } = chooseLive([...own, ...others]);

  await queries.clearLive(tx, state.person_id, live);
  for (const { active_from, ...subscription } of own) {
    const is_live = subscription.id === live;
    const is_second = seconds.has(subscription.id);
    await queries.putSubscription(tx, { state, subscription, active_from, is_live, is_second, now });
  }
  for (const [id, by] of replaced) await queries.setReplaced(tx, state, id, by);
  const ended = own
    .filter(({ id, active_from, status }) => {
      const before = storedById.get(id);
      const wasLive = before === undefined ? active_from !== null : before.is_live;
      // Its credits and the membership go on with the one that took its place.
      return wasLive && !isLive({ status }) && !seconds.has(id) && !replaced.has(id);
    })
    .map((one) => ({
      id: one.id,
      at: one.ended_at ?? nextBegin(one, own, seconds),
      line: lineOf(one.id, replaced),
    }));
  const trialing = [...own, ...others].filter(({ status }) => status === 'trialing').map(({ id }) => id);
  const line = lineOf(live, replaced);
  const running = own.find(({ id }) => id === live) ?? null;
  return {
    prices,
    live: running,
    isLiveElsewhere: others.some(({ id }) => id === live),
    seconds,
    replaced,
    toEndElsewhere: others.flatMap((one) => {
      const provider = PROVIDERS.find((name) => name === one.provider);
      return provider !== undefined && replaced.has(one.id) && isLive(one) ? [{ id: one.id, provider }] : [];
    }),
    ended,
    newEnd: running === null ? null : newEndOf(running, storedById.get(running.id)),
    // A trial whose plan was changed goes on under the subscription that took its place.
    trialing: new Set([...trialing, ...(trialing.some((id) => id === live) ? line : [])]),
    line,
  };
}

type Begun = Pick<SubscriptionState, 'id' | 'created_at'> & { readonly active_from: Temporal.Instant | null };

/**
 * When the next subscription began, for one that is over and of which the provider does not say since when, as an unpaid
 * one: it was over by then, and closes nothing of what came after it.
 */
function nextBegin(over: Begun, all: readonly Begun[], seconds: ReadonlySet<string>): Temporal.Instant {
  const later = all.flatMap(({ id, created_at, active_from }) =>
    active_from !== null && !seconds.has(id) && Temporal.Instant.compare(created_at, over.created_at) > 0
      ? [created_at]
      : [],
  );
  return earliest(later) ?? LAST;
}
