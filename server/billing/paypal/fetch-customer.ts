import { PayPalRefused, type PayPal } from './client.ts';
import * as objects from './objects.ts';
import type { ObjectKind } from './queries-paypal.ts';

/** Everything that PayPal says of one person, as it says it. */
export interface FetchedPerson {
  readonly subscriptions: readonly FetchedSubscription[];
  readonly orders: readonly objects.Order[];
  readonly refunds: readonly objects.Refund[];
  readonly disputes: readonly objects.Dispute[];
}

export interface FetchedSubscription {
  readonly subscription: objects.Subscription;
  /** Those that brought money, the oldest first. */
  readonly transactions: readonly objects.Transaction[];
}

export interface Known {
  readonly object_id: string;
  readonly kind: ObjectKind;
}

const PATHS: Readonly<Record<ObjectKind, (id: string) => string>> = {
  subscription: (id) => `/v1/billing/subscriptions/${id}?fields=last_failed_payment,plan`,
  order: (id) => `/v2/checkout/orders/${id}`,
  refund: (id) => `/v2/payments/refunds/${id}`,
  dispute: (id) => `/v1/customer/disputes/${id}`,
};

/** Re-fetches all that is known of a person at PayPal; what PayPal no longer has is left out. */
export async function fetchPerson(
  paypal: PayPal,
  known: readonly Known[],
  until: Temporal.Instant,
): Promise<FetchedPerson> {
  const all = async <T>(kind: ObjectKind): Promise<T[]> => {
    const ids = known.filter((one) => one.kind === kind).map(({ object_id }) => object_id);
    const found = await Promise.all(ids.map((id) => find<T>(paypal, PATHS[kind](id))));
    return found.filter((one) => one !== null);
  };
  const [subscriptions, orders, refunds, disputes] = await Promise.all([
    all<objects.Subscription>('subscription'),
    all<objects.Order>('order'),
    all<objects.Refund>('refund'),
    all<objects.Dispute>('dispute'),
  ]);
  return {
    subscriptions: await Promise.all(
      subscriptions.map(async (subscription) => ({
        subscription,
        transactions: isApproved(subscription) ? await transactionsOf(paypal, subscription, until) : [],
      })),
    ),
    orders,
    refunds,
    disputes,
  };
}

/** Whether its payer has agreed to it. */
export const isApproved = ({ status }: objects.Subscription): boolean =>
  status !== 'APPROVAL_PENDING' && status !== 'APPROVED';

/** null: PayPal does not know it, or no longer. */
export async function find<T>(paypal: PayPal, path: string): Promise<T | null> {
  try {
    return await paypal.call<T>({ path });
  } catch (error) {
    if (error instanceof PayPalRefused && error.status === 404) return null;
    throw error;
  }
}

const RECEIVED: ReadonlySet<string> = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED']);

async function transactionsOf(
  paypal: PayPal,
  { id, create_time }: objects.Subscription,
  until: Temporal.Instant,
): Promise<objects.Transaction[]> {
  // Its clock and ours may differ by some minutes.
  const end = until.add({ hours: 24 }).toString();
  const query = new URLSearchParams({ start_time: create_time, end_time: end });
  const path = `/v1/billing/subscriptions/${id}/transactions?${query.toString()}`;
  const { transactions = [] } = await paypal.call<{ transactions?: objects.Transaction[] }>({ path });
  return transactions
    .filter(
      ({ status = '', amount_with_breakdown: { gross_amount } }) =>
        RECEIVED.has(status) && Number(gross_amount.value) > 0,
    )
    .toSorted((a, b) => Temporal.Instant.compare(a.time, b.time) || (a.id < b.id ? -1 : 1));
}

/** What is known of a person in a mode, their purchases' own objects included. */
export function withPurchases(
  known: readonly Known[],
  sold: readonly { readonly kind: 'plan' | 'bundle' | 'top-up'; readonly provider_id: string | null }[],
): Known[] {
  const ids = new Set(known.map(({ object_id }) => object_id));
  const more = sold.flatMap(({ kind, provider_id }): Known[] =>
    provider_id === null || ids.has(provider_id)
      ? []
      : [{ object_id: provider_id, kind: kind === 'plan' ? 'subscription' : 'order' }],
  );
  return [...known, ...more];
}
