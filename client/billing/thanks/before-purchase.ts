import type { Me } from '#shared/me/contract.ts';

/** What a purchase changes of a person. */
interface Standing {
  readonly person: string;
  readonly status: string | null;
  readonly price: string | null;
  readonly credits: number;
}

const KEY = 'before-purchase';
type Person = Pick<Me, 'id' | 'status' | 'sessions_left' | 'credits_bank'> & {
  readonly subscription: Pick<Me['subscription'], 'currentPrice'>;
};
type Storages = () => Pick<Storage, 'getItem' | 'setItem'>;

const standingOf = (me: Person): Standing => ({
  person: me.id,
  status: me.status,
  price: me.subscription.currentPrice,
  credits: (me.sessions_left ?? 0) + (me.credits_bank ?? 0),
});

/** Stores how a person stands when a purchase begins. */
export function storeBeforePurchase(me: Person, storage: Storages): void {
  try {
    storage().setItem(KEY, JSON.stringify(standingOf(me)));
  } catch {
    // Without storage the thank-you screen only waits for a first plan.
  }
}

/**
 * Whether a purchase has arrived: status, price or credits differ from those before it. Without a stored beginning
 * everybody but a `signup` counts as arrived (docs/product/billing.md#thank-you).
 */
export function hasArrived(me: Person, storage: Storages): boolean {
  if (me.status === 'signup') return false;
  try {
    const stored = storage().getItem(KEY);
    return stored === null || stored !== JSON.stringify(standingOf(me));
  } catch {
    return true;
  }
}
