import type { Me } from '#shared/me/contract.ts';
import type { Billing } from '../area-api.ts';

type Card = Billing['payment_method'];

/** What a payment may change of a person. */
export interface Snapshot {
  readonly status: Me['status'];
  readonly price: string | null;
  readonly credits: number;
  readonly payment: Me['subscription']['lastPaymentStatus'];
  /** Last digits and expiry; null where unknown. */
  readonly card: string | null;
  /** The plan that follows at the period's end, null for none; not known before a purchase. */
  readonly pending?: string | null;
}

/** A way to the payment provider and back. */
export interface Trip {
  readonly kind: 'purchase' | 'portal' | 'change';
  readonly personId: string;
  readonly before: Snapshot;
  /** The session whose files wait for the membership. */
  readonly files?: number | undefined;
  /** What came has been said already. */
  readonly isSaid?: boolean;
}

type Person = Pick<Me, 'id' | 'status' | 'sessions_left' | 'credits_bank' | 'subscription'>;

interface Known {
  readonly payment_method: Card;
  readonly plan: { readonly pending: { readonly name: string } | null } | null;
}

/** A person as they are now; `billing` where the payment method or a planned change matters. */
export function snapshotOf(me: Omit<Person, 'id'>, billing: Known | null = null): Snapshot {
  const card = billing?.payment_method ?? null;
  return {
    ...(billing === null ? {} : { pending: billing.plan?.pending?.name ?? null }),
    status: me.status,
    price: me.subscription.currentPrice,
    credits: (me.sessions_left ?? 0) + (me.credits_bank ?? 0),
    payment: me.subscription.lastPaymentStatus,
    card: card && `${card.last4} ${card.exp_month}/${card.exp_year}`,
  };
}

const KEY = 'payment-trip';
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Stores what was before the browser leaves for the provider. Without storage the first look after the return counts. */
export function storeTrip(trip: Trip, storage: () => Store = () => sessionStorage): void {
  try {
    storage().setItem(KEY, JSON.stringify(trip));
  } catch {
    // Storage is denied.
  }
}

/** The stored trip of a person; null for none, or somebody else's. */
export function readTrip(personId: string, storage: () => Store = () => sessionStorage): Trip | null {
  try {
    const trip = JSON.parse(storage().getItem(KEY) ?? 'null') as Trip | null;
    return trip?.personId === personId && typeof trip.before === 'object' ? trip : null;
  } catch {
    return null;
  }
}

export function clearTrip(storage: () => Store = () => sessionStorage): void {
  try {
    storage().removeItem(KEY);
  } catch {
    // Storage is denied.
  }
}
