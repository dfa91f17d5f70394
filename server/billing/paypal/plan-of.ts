import type { SubscriptionState } from '#shared/billing/rules-provider.ts';
import { toBasisPoints } from '#shared/lib/money.ts';
import { isApproved, type FetchedSubscription } from './fetch-customer.ts';
import { instantOf, ownerOf } from './objects.ts';
import type * as objects from './objects.ts';
import type { Cycles } from './periods.ts';
import type { Revision, Sold, Terms } from './queries-paypal.ts';
import { agreedRevisions, priceAt } from './revisions.ts';

/** A subscription with what is known here of its purchase and its changes of plan. */
export interface Plan extends FetchedSubscription {
  /** null: the purchase's row is lost; then it is what PayPal says. */
  readonly sold: Sold | null;
  readonly cycles: Cycles;
  /** When its payer agreed to it; null: not yet. */
  readonly began_at: Temporal.Instant | null;
  readonly terms: ReadonlyMap<string, Terms>;
  /** Of its next charge. */
  readonly vat_basis_points: number;
  /** The VATs that its charges may have. */
  readonly rates: readonly number[];
  /** Changes of plan that its payer has agreed to. */
  readonly agreed: readonly Revision[];
  readonly priceAt: (at: Temporal.Instant) => string;
  /** A plan that follows the one of that instant. */
  readonly pendingAfter: (at: Temporal.Instant) => SubscriptionState['pending'];
}

/** What the studio stored about a person at PayPal. */
export interface Stored {
  readonly sold: readonly Sold[];
  readonly revisions: readonly Revision[];
  readonly terms: ReadonlyMap<string, Terms>;
}

const compare = (a: Temporal.Instant, b: Temporal.Instant) => Temporal.Instant.compare(a, b);

/** Puts a subscription together with its purchase's row and its changes of plan. */
export function planOf(fetched: FetchedSubscription, { sold: all, revisions, terms }: Stored): Plan {
  const { subscription } = fetched;
  const owner = ownerOf(subscription.custom_id);
  const sold = all.find(({ id }) => id === owner?.checkout_id) ?? null;
  const first = sold?.price_id ?? subscription.plan_id;
  const cycles = {
    from: sold?.cycles_from ?? instantOf(subscription.start_time),
    is_annual: terms.get(first)?.is_annual ?? false,
  };
  const vat_basis_points = ratesOf(subscription) ?? sold?.vat_basis_points ?? 0;
  const rates = [...new Set([0, vat_basis_points, sold?.vat_basis_points ?? 0])];
  const subject = { ...fetched, first, cycles, terms, rates };
  const agreed = agreedRevisions(revisions, subject);
  const at = (instant: Temporal.Instant): string => priceAt(agreed, subject, instant);
  return {
    ...fetched,
    sold,
    terms,
    cycles,
    began_at: beganAt(subscription),
    vat_basis_points,
    rates,
    agreed,
    priceAt: at,
    pendingAfter: (instant) => {
      const last = agreed.findLast(({ effective_from }) => compare(effective_from, instant) > 0);
      if (last === undefined || last.to_price_id === at(instant)) return null;
      return { price_id: last.to_price_id, from: last.effective_from };
    },
  };
}

/** Its status has changed since: then nobody knows better than that it began when it was made. */
function beganAt(subscription: objects.Subscription): Temporal.Instant | null {
  const { status, status_update_time, create_time } = subscription;
  if (!isApproved(subscription)) return null;
  return instantOf((status === 'ACTIVE' ? status_update_time : undefined) ?? create_time);
}

/** The VAT that PayPal adds to the cycles, in basis points; null: it does not say. */
export function ratesOf({ plan }: objects.Subscription): number | null {
  const percentage = plan?.taxes?.percentage;
  return percentage === undefined ? null : toBasisPoints(Number(percentage));
}
