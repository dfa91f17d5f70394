/** What a payment provider says of one customer, in our words: the input of every decision about money and credits. */

export const PROVIDERS = ['stripe', 'paypal'] as const;
export type Provider = (typeof PROVIDERS)[number];
/** Whose ids they are: the sandbox's, those of test keys or of live keys. */
export type Mode = 'sandbox' | 'test' | 'live';

/** Stripe's words for a subscription; PayPal's are mapped to them. */
export const SUBSCRIPTION_STATUSES = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export interface SubscriptionState {
  readonly id: string;
  readonly status: SubscriptionStatus;
  readonly item_id: string;
  readonly price_id: string;
  readonly created_at: Temporal.Instant;
  readonly period_start: Temporal.Instant;
  readonly period_end: Temporal.Instant;
  readonly trial_end: Temporal.Instant | null;
  readonly cancel_at_period_end: boolean;
  readonly cancel_at: Temporal.Instant | null;
  readonly ended_at: Temporal.Instant | null;
  /** A plan change that takes effect at the end of the period. */
  readonly pending: { readonly price_id: string; readonly from: Temporal.Instant } | null;
  readonly last_payment: 'success' | 'failed' | null;
  /** The invoice whose payment fails, how often it was tried, and when it is tried again; null: never. */
  readonly failing: {
    readonly invoice_id: string;
    readonly attempts: number;
    readonly next_attempt_at: Temporal.Instant | null;
    /** The card that is charged now, if the invoice was not tried with it yet. */
    readonly untried_card?: string;
  } | null;
  /** What is charged next, in cents; null: nothing or unknown. */
  readonly next: {
    readonly net_cents: number;
    readonly vat_cents: number;
    readonly total_cents: number;
  } | null;
  /** The row of billing_checkouts that made it. */
  readonly checkout_id: string | null;
}

export interface RefundState {
  readonly id: string;
  readonly cents: number;
  readonly at: Temporal.Instant;
}

export interface DisputeState {
  readonly id: string;
  readonly state: 'open' | 'won' | 'lost';
  readonly opened_at: Temporal.Instant;
  /** null while it is open, and where the provider does not say. */
  readonly closed_at: Temporal.Instant | null;
}

/** A paid item: one line of a paid invoice, or a payment of a bundle or top-up. */
export interface PaymentState {
  /** The payment at the provider; the invoice's id where nothing was charged. */
  readonly provider_id: string;
  readonly kind: 'plan' | 'bundle' | 'top-up';
  readonly price_id: string;
  readonly quantity: number;
  readonly subscription_id: string | null;
  readonly item_id: string | null;
  readonly invoice_id: string | null;
  /** Of a plan: the period that was paid. */
  readonly period_start: Temporal.Instant | null;
  readonly period_end: Temporal.Instant | null;
  /** The $0 invoice that begins a trial grants nothing by itself. */
  readonly is_trial: boolean;
  /** The first invoice of its subscription. */
  readonly is_first: boolean;
  readonly total_cents: number;
  readonly net_cents: number;
  /** Those that succeeded. */
  readonly refunds: readonly RefundState[];
  /** The oldest first. */
  readonly disputes: readonly DisputeState[];
  readonly paid_at: Temporal.Instant;
  /** Of a change at once: the plan credits whose worth the invoice gave back. */
  readonly credited_unspent?: number;
  /** Of the card that paid. */
  readonly fingerprint: string | null;
  readonly checkout_id: string | null;
}

/** What a payment of a bundle or of credits says of plans: nothing. */
export const OF_NO_PLAN = {
  subscription_id: null,
  item_id: null,
  invoice_id: null,
  period_start: null,
  period_end: null,
  is_trial: false,
  is_first: false,
} as const satisfies Partial<PaymentState>;

/** All that a provider says of one customer. */
export interface CustomerState {
  /** Taken from a counter before the provider was asked: a state never replaces that of a later read. */
  readonly read_number: number;
  readonly provider: Provider;
  readonly mode: Mode;
  readonly customer_id: string;
  readonly person_id: string;
  /** The default payment method. */
  readonly card: {
    readonly brand: string;
    readonly last4: string;
    readonly exp_month: number;
    readonly exp_year: number;
  } | null;
  /** Of the PayPal account that paid last. */
  readonly payer_email: string | null;
  /** Of all cards and payers that the customer has used. */
  readonly fingerprints: readonly string[];
  readonly subscriptions: readonly SubscriptionState[];
  readonly payments: readonly PaymentState[];
}

/** What the server has to do at a provider after it has stored a state; each is safe to repeat. */
export type ProviderAction = { readonly provider: Provider } & (
  | {
      readonly do: 'cancel';
      readonly subscription_id: string;
      readonly why: 'second' | 'unpaid' | 'trial-used' | 'replaced';
    }
  /** A membership that was ending goes on with the plan that it was changed to. */
  | { readonly do: 'resume'; readonly subscription_id: string }
  | { readonly do: 'refund'; readonly provider_id: string; readonly why: 'second' | 'replaced' }
  /** Tries an open invoice with a card that is new. */
  | { readonly do: 'pay'; readonly invoice_id: string; readonly card: string }
  /** Takes the money of an order that its payer has approved. */
  | { readonly do: 'capture'; readonly order_id: string }
);

/** A purchase begun here, as the provider says of its page or order. */
export interface CheckoutState {
  readonly checkout_id: string;
  /** The Checkout session or the order. */
  readonly provider_id: string;
  readonly state: 'open' | 'completed' | 'expired';
}

/** What one read of a provider brings. */
export interface ReadCustomer extends CustomerState {
  readonly checkouts: readonly CheckoutState[];
  /** Orders that are approved and not paid. */
  readonly to_capture: readonly string[];
  /** Planned changes of plan that their payer has approved: the rows of billing_revisions, and from when on each counts. */
  readonly revised: readonly { readonly id: string; readonly effective_from: Temporal.Instant }[];
}
