import type { Mode, Provider } from '#shared/billing/rules-provider.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { lockPerson } from '../../accounts/steps.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { transaction } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import type { Price } from '../prices/queries-prices.ts';
import * as queries from './queries-buying.ts';
import type { Checkout } from './queries-buying.ts';

/** The running subscription, at whichever provider, that a purchase is to take the place of. */
export interface Replaced {
  readonly provider: string;
  readonly subscription_id: string;
  /** The plan that it has; another one by now is another purchase. */
  readonly price_id: string;
  /** When its credit was counted, and by how many plan credits. */
  readonly counted_at: Temporal.Instant;
  readonly unspent: number | null;
}

/** What PayPal is told to charge, and when. */
export interface Terms extends Pick<Checkout, 'cycles_from' | 'is_trial'> {
  readonly net_cents: number;
  readonly vat_cents: number;
  readonly vat_basis_points: number;
  readonly reverse_charge: boolean;
}

/** What somebody wants to buy. Two wishes that say the same are one purchase. */
export interface Wish {
  readonly provider: Provider;
  readonly price: Price;
  readonly quantity: number;
  readonly coupon: string | null;
  readonly country: string;
  readonly way: 'hosted' | 'card';
  readonly return_to: string | null;
  readonly hold_id: number | null;
  /** The card of the form in the studio. */
  readonly card?: string;
  readonly replaces?: Replaced | null;
  /** At PayPal. */
  readonly terms?: Terms;
  /** What is sent to the provider for the purchase of this id. */
  request(checkoutId: string): object;
}

export interface Begun {
  readonly checkout: Checkout;
  /** It has to be ended first: the person has one purchase of a membership at a time. */
  readonly isOther: boolean;
}

/** How long a purchase is open at its provider. */
const OPEN_HOURS = { stripe: 24, paypal: 3 } as const;
/** How long a repeat of a paid purchase by card is taken for a repeat. */
const REPEAT_MINUTES = 60;

const NO_TERMS = {
  net_cents: null,
  vat_cents: null,
  vat_basis_points: null,
  reverse_charge: null,
  cycles_from: null,
  is_trial: false,
} as const;

/** The columns of a purchase that the wish decides. */
function columnsOf(wish: Wish) {
  const { provider, price, quantity, coupon, country, way, return_to, hold_id, replaces, terms } = wish;
  return {
    provider,
    kind: price.kind,
    price_id: price.price_id,
    quantity,
    coupon,
    country,
    way,
    return_to,
    hold_id,
    replaces_provider: replaces?.provider ?? null,
    replaces_subscription: replaces?.subscription_id ?? null,
    counted_at: replaces?.counted_at ?? null,
    credited_unspent: replaces?.unspent ?? null,
    ...(terms ?? NO_TERMS),
  };
}

const TERMS = [
  'provider',
  'price_id',
  'quantity',
  'coupon',
  'country',
  'way',
  'return_to',
  'hold_id',
  'replaces_subscription',
  'credited_unspent',
  'net_cents',
  'vat_cents',
  'is_trial',
] as const;

/** The card in a stored request; undefined for a hosted page. */
const cardOf = ({ request }: Checkout): unknown =>
  (request as { readonly default_payment_method?: string }).default_payment_method;

function isSame(checkout: Checkout, wish: Wish, now: Temporal.Instant): boolean {
  const wanted = columnsOf(wish);
  return (
    TERMS.every((term) => checkout[term] === wanted[term]) &&
    cardOf(checkout) === wish.card &&
    Temporal.Instant.compare(now, checkout.expires_at) < 0
  );
}

const isLive = ({ state }: Checkout): boolean => state === 'starting' || state === 'open';

/**
 * Writes down a purchase before the provider hears of it, or finds the one that was begun for the same
 * (docs/product/buying.md#purchases). `already_subscribed` where another subscription runs than the wish replaces.
 */
export function beginCheckout(
  { db, now, actor }: SignedInCtx,
  { mode }: { readonly mode: Mode },
  wish: Wish,
): Promise<Result<Begun, 'already_subscribed'>> {
  const { kind } = wish.price;
  // A verb's Idempotency-Key belongs to the transaction that has its answer.
  return transaction({ db, now }, async (tx): Promise<Result<Begun, 'already_subscribed'>> => {
    await lockPerson(tx, actor.id);
    const since = now.subtract({ minutes: REPEAT_MINUTES });
    const recent = await queries.recentCheckouts(tx, { personId: actor.id, kind, since });
    const same = recent.find(
      (one) =>
        one.mode === mode &&
        (isLive(one) || (one.way === 'card' && one.state === 'completed')) &&
        isSame(one, wish, now),
    );
    // A card's repeat is answered also after it has become the running membership.
    if (same?.way === 'card') return ok({ checkout: same, isOther: false });
    if (kind === 'plan') {
      const live = await queries.liveSubscription(tx, actor.id);
      if (!isAsWished(live, wish.replaces ?? null)) return fail('already_subscribed');
      const other = same === undefined ? recent.find(isLive) : undefined;
      if (other !== undefined) return ok({ checkout: other, isOther: true });
    }
    if (same !== undefined) return ok({ checkout: same, isOther: false });
    const id = newId();
    const row = {
      id,
      mode,
      ...columnsOf(wish),
      request: wish.request(id),
      started_at: now,
      expires_at: now.add({ hours: OPEN_HOURS[wish.provider] }),
    };
    await queries.insertCheckout(tx, actor.id, row);
    return ok({ checkout: { ...row, state: 'starting', provider_id: null, url: null }, isOther: false });
  });
}

type Live = Awaited<ReturnType<typeof queries.liveSubscription>>;

const isAsWished = (live: Live, replaces: Replaced | null): boolean =>
  live?.subscription_id === replaces?.subscription_id && live?.price_id === replaces?.price_id;
