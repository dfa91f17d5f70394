/** How the server reaches Stripe, or the sandbox that stands in for it. */
export interface StripeAccess {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** null: Stripe's own address. */
  readonly api: {
    readonly protocol: 'http' | 'https';
    readonly host: string;
    readonly port: number;
  } | null;
  readonly sandbox: boolean;
  /** Whether real money moves. */
  readonly livemode: boolean;
}

/** The payment providers of this installation (docs/operating.md#paying). */
export interface Payments {
  /** null: no purchases by card. */
  readonly stripe: StripeAccess | null;
  /** The sandbox's origin as browsers reach it, for its hosted pages and its card form; null without a sandbox. */
  readonly pagesOrigin: string | null;
}

/** An installation that sells nothing. */
export const NO_PAYMENTS: Payments = { stripe: null, pagesOrigin: null };
