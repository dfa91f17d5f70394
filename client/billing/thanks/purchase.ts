import type { Purchase } from '../../lib/analytics.ts';

/**
 * The purchase in the address of /thank-you (docs/product/buying.md#thank-you), or null without a product and a price.
 * Anybody can write an address: its values are passed on as text, cut to 255 characters.
 */
export function purchaseOf(search: Readonly<Record<string, unknown>>): Purchase | null {
  const text = (name: string): string => {
    const value = search[name];
    return typeof value === 'string' ? value.slice(0, 255) : '';
  };
  const price = text('product_price') === '' ? Number.NaN : Number(text('product_price'));
  const credits = Number(text('credits'));
  if (text('product_name') === '' || !(price >= 0 && price < 1_000_000)) return null;
  return {
    // PayPal adds its own ids.
    transaction_id:
      text('session_id') ||
      text('subscription_id') ||
      text('token') ||
      `${text('product_type')}:${text('product_name')}`,
    value: price,
    currency: 'USD',
    payment_type: text('payment_provider') || null,
    credits: Number.isInteger(credits) && credits > 0 ? credits : 0,
    items: [
      {
        item_name: text('product_name'),
        item_category: text('product_type'),
        price,
        quantity: 1,
      },
    ],
  };
}

const STORAGE_KEY = 'purchases-told';
/** Older ids are dropped. */
const MAX_STORED = 50;

/** True once for each purchase in this browser, so that a reload or a second tab reports none. Without storage it is always true. */
export function isFirstReport(id: string, storage: () => Pick<Storage, 'getItem' | 'setItem'>): boolean {
  try {
    const stored: unknown = JSON.parse(storage().getItem(STORAGE_KEY) ?? '[]');
    const reported = Array.isArray(stored) ? stored : [];
    if (reported.includes(id)) return false;
    storage().setItem(STORAGE_KEY, JSON.stringify([...reported, id].slice(-MAX_STORED)));
  } catch {
    // Storage that is denied or broken counts as empty.
  }
  return true;
}
