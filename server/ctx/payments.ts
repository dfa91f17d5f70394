import type { Mode } from '#shared/billing/rules-provider.ts';

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

/** How the server reaches PayPal, or the sandbox that stands in for it. */
export interface PayPalAccess {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookId: string;
  /** Where its calls begin, without a slash at the end: `https://api-m.paypal.com`. */
  readonly api: string;
  readonly mode: Mode;
  /** Milliseconds before a call without an answer is first made again; 200 by default. */
  readonly repeatMs?: number;
}

/** The payment providers of this installation (docs/operating.md#paying). */
export interface Payments {
  /** null: no purchases by card. */
  readonly stripe: StripeAccess | null;
  /** null: no purchases through PayPal. */
  readonly paypal: PayPalAccess | null;
  /** The sandbox's origin as browsers reach it, for its hosted pages and its card form; null without a sandbox. */
  readonly pagesOrigin: string | null;
}

/** An installation that sells nothing. */
export const NO_PAYMENTS: Payments = { stripe: null, paypal: null, pagesOrigin: null };
