import type { Purchase } from '../../app/analytics.ts';

/**
 * The purchase that the address of /thank-you tells of (part 1 "Thank-you screen"), or null: without a product and a
 * price there is none. What was not paid has no session_id; its product then names it. All of it is text from an
 * address, that is anybody's: it is passed on as such, and cut.
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
    transaction_id: text('session_id') || `${text('product_type')}:${text('product_name')}`,
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

const TOLD = 'purchases-told';
/** As many as one login session could make. */
const MOST = 50;

/** True once for each purchase: a reload, or coming back, is no second one. A closed storage tells it each time. */
export function firstTime(id: string, storage: () => Pick<Storage, 'getItem' | 'setItem'>): boolean {
  try {
    const kept: unknown = JSON.parse(storage().getItem(TOLD) ?? '[]');
    const told = Array.isArray(kept) ? kept : [];
    if (told.includes(id)) return false;
    storage().setItem(TOLD, JSON.stringify([...told, id].slice(-MOST)));
  } catch {
    // It is then as if this were the first.
  }
  return true;
}
