/** Events for analytics. No third party is loaded (docs/product/accounts.md#analytics). */
export type AnalyticsEvent =
  | { readonly event: 'login' | 'sign_up'; readonly method: 'email' | 'link' | 'google' | 'facebook' }
  | { readonly event: 'purchase'; readonly ecommerce: Purchase };

/** A purchase as tag managers expect it; money in dollars. */
export interface Purchase {
  readonly transaction_id: string;
  readonly value: number;
  readonly currency: 'USD';
  readonly payment_type: string | null;
  readonly credits: number;
  readonly items: readonly {
    readonly item_name: string;
    readonly item_category: string;
    readonly price: number;
    readonly quantity: 1;
  }[];
}

/** Pushes an event to `window.dataLayer`. */
export function trackEvent(event: AnalyticsEvent): void {
  const page = globalThis as { dataLayer?: AnalyticsEvent[] };
  page.dataLayer ??= [];
  page.dataLayer.push(event);
}
