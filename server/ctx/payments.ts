/** How the server reaches Stripe, or the sandbox that stands in for it. */
export interface StripeAccess {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** null: Stripe's own. */
  readonly api: { readonly protocol: 'http' | 'https'; readonly host: string; readonly port: number } | null;
  readonly sandbox: boolean;
  readonly livemode: boolean;
}

/** The payment providers of this installation; null: not configured. */
export interface Payments {
  readonly stripe: StripeAccess | null;
  /** The origin of the hosted pages, where it is not the provider's own. */
  readonly pagesOrigin: string | null;
}
