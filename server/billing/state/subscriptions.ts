import type { CustomerState, SubscriptionState } from '#shared/billing/rules-provider.ts';
import { LAST } from '#shared/billing/rules-events.ts';
import { chooseLive, isLive, type PriceTerms } from '#shared/billing/rules-status.ts';
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
  /** Memberships that ended since the last read. */
  readonly ended: readonly { readonly id: string; readonly at: Temporal.Instant }[];
  readonly trialing: ReadonlySet<string>;
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
  const own = known.map((subscription) => {
    const before = storedById.get(subscription.id);
    return {
      ...subscription,
      active_from: before?.active_from ?? activeFrom(state, subscription),
      is_second: before?.is_second ?? false,
    };
  });
  const ownIds = new Set(own.map(({ id }) => id));
  const others = stored
    .filter(({ mode, subscription_id }) => mode === state.mode && !ownIds.has(subscription_id))
    .map((row) => ({ ...row, id: row.subscription_id, status: row.status as SubscriptionState['status'] }));
  const { live, seconds } = chooseLive([...own, ...others]);

  await queries.clearLive(tx, state.person_id, live);
  for (const { active_from, is_second: _, ...subscription } of own) {
    const is_live = subscription.id === live;
    const is_second = seconds.has(subscription.id);
    await queries.putSubscription(tx, { state, subscription, active_from, is_live, is_second, now });
  }
  const ended = own
    .filter(({ id, active_from, status }) => {
      const before = storedById.get(id);
      const wasLive = before === undefined ? active_from !== null : before.is_live;
      return wasLive && !isLive({ status }) && !seconds.has(id);
    })
    .map(({ id, ended_at }) => ({ id, at: ended_at ?? LAST }));
  const trialing = [...own, ...others].filter(({ status }) => status === 'trialing').map(({ id }) => id);
  return {
    prices,
    live: own.find(({ id }) => id === live) ?? null,
    isLiveElsewhere: others.some(({ id }) => id === live),
    seconds,
    ended,
    trialing: new Set(trialing),
  };
}
