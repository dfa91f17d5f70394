import { fail, ok, type Result } from '#shared/lib/result.ts';
import { lockPerson } from '../../accounts/steps.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { transaction } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import type { Price } from '../prices/queries-prices.ts';
import type { StripeAt } from '../stripe/ask-stripe.ts';
import * as queries from './queries-buying.ts';
import type { Checkout } from './queries-buying.ts';

/** What somebody wants to buy. Two wishes that say the same are one purchase. */
export interface Wish {
  readonly price: Price;
  readonly quantity: number;
  readonly coupon: string | null;
  readonly country: string;
  readonly way: 'hosted' | 'card';
  readonly return_to: string | null;
  readonly hold_id: number | null;
  /** The card of the form in the studio. */
  readonly card?: string;
  /** What is sent to the provider for the purchase of this id. */
  request(checkoutId: string): object;
}

export interface Begun {
  readonly checkout: Checkout;
  /** It has to be ended first: the person has one purchase of a membership at a time. */
  readonly isOther: boolean;
}

/** A purchase is open at the provider for at most a day. */
const OPEN_HOURS = 24;
/** How long a repeat of a paid purchase by card is taken for a repeat. */
const REPEAT_MINUTES = 60;

const TERMS = ['coupon', 'country', 'way', 'return_to', 'hold_id', 'quantity'] as const;

/** The card in a stored request; undefined for a hosted page. */
const cardOf = ({ request }: Checkout): unknown =>
  (request as { readonly default_payment_method?: string }).default_payment_method;

function isSame(checkout: Checkout, wish: Wish, now: Temporal.Instant): boolean {
  return (
    checkout.price_id === wish.price.price_id &&
    TERMS.every((term) => checkout[term] === wish[term]) &&
    cardOf(checkout) === wish.card &&
    Temporal.Instant.compare(now, checkout.expires_at) < 0
  );
}

const isLive = ({ state }: Checkout): boolean => state === 'starting' || state === 'open';

/**
 * Writes down a purchase before the provider hears of it, or finds the one that was begun for the same
 * (docs/product/buying.md#purchases).
 */
export function beginCheckout(
  { db, now, actor }: SignedInCtx,
  { mode }: StripeAt,
  wish: Wish,
): Promise<Result<Begun, 'already_subscribed'>> {
  const { kind, price_id } = wish.price;
  // A verb's Idempotency-Key belongs to the transaction that has its answer.
  return transaction({ db, now }, async (tx): Promise<Result<Begun, 'already_subscribed'>> => {
    await lockPerson(tx, actor.id);
    const since = now.subtract({ minutes: REPEAT_MINUTES });
    const recent = await queries.recentCheckouts(tx, mode, { personId: actor.id, kind, since });
    const same = recent.find(
      (one) => (isLive(one) || (one.way === 'card' && one.state === 'completed')) && isSame(one, wish, now),
    );
    if (same !== undefined) return ok({ checkout: same, isOther: false });
    if (kind === 'plan') {
      if ((await queries.liveSubscription(tx, actor.id)) !== undefined) return fail('already_subscribed');
      const other = recent.find(isLive);
      if (other !== undefined) return ok({ checkout: other, isOther: true });
    }
    const id = newId();
    const { quantity, coupon, country, way, return_to, hold_id } = wish;
    const row = {
      id,
      kind,
      price_id,
      quantity,
      coupon,
      country,
      way,
      return_to,
      hold_id,
      request: wish.request(id),
      started_at: now,
      expires_at: now.add({ hours: OPEN_HOURS }),
    };
    await queries.insertCheckout(tx, mode, actor.id, row);
    return ok({ checkout: { ...row, state: 'starting', provider_id: null, url: null }, isOther: false });
  });
}
