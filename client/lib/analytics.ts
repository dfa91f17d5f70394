/** What analytics may hear of a person's way. No third party is loaded: whoever configures one reads the list. */
export type AnalyticsEvent =
  | { readonly event: 'login' | 'sign_up'; readonly method: 'email' | 'link' | 'google' | 'facebook' }
  | { readonly event: 'purchase'; readonly ecommerce: Purchase };

/** A purchase in the field's usual words; money in dollars. */
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

/** Notes an event on `window.dataLayer`, where tag managers look for them, also those that come later. */
export function note(event: AnalyticsEvent): void {
  const page = globalThis as { dataLayer?: AnalyticsEvent[] };
  page.dataLayer ??= [];
  page.dataLayer.push(event);
}
