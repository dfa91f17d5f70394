import type { Provider } from '#shared/billing/rules-provider.ts';

/** What was chosen at the payment, beside the card; a reload and a way to PayPal keep it, a logout clears it. */
export interface PaymentDraft {
  readonly method: Provider;
  readonly country: string | null;
  readonly zipcode: string;
  /** The coupon that was applied; empty for none. */
  readonly coupon: string;
}

const KEY = 'payment-draft';
type Reader = () => Pick<Storage, 'getItem' | 'setItem'>;

/** The stored draft; what is strange or denied is left out. */
export function readDraft(storage: Reader): Partial<PaymentDraft> {
  try {
    const stored: unknown = JSON.parse(storage().getItem(KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const { method, country, zipcode, coupon } = stored as Record<string, unknown>;
    return {
      ...(method === 'stripe' || method === 'paypal' ? { method } : {}),
      ...(typeof country === 'string' && /^[A-Z]{2}$/.test(country) ? { country } : {}),
      ...(typeof zipcode === 'string' ? { zipcode: zipcode.slice(0, 32) } : {}),
      ...(typeof coupon === 'string' ? { coupon: coupon.slice(0, 64) } : {}),
    };
  } catch {
    return {};
  }
}

export function storeDraft(draft: PaymentDraft, storage: Reader): void {
  try {
    storage().setItem(KEY, JSON.stringify(draft));
  } catch {
    // Without storage a reload starts anew.
  }
}
