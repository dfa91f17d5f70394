import type Stripe from 'stripe';
import type { Hidden } from '../../lib/store/save.ts';

/** What the sandbox knows, by the `object` of its answers. */
export interface Kinds {
  customer: Stripe.Customer;
  customer_balance_transaction: Stripe.CustomerBalanceTransaction;
  tax_id: Stripe.TaxId;
  product: Stripe.Product;
  price: Stripe.Price;
  payment_method: Stripe.PaymentMethod;
  setup_intent: Stripe.SetupIntent;
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  subscription: Stripe.Subscription;
  subscription_schedule: Stripe.SubscriptionSchedule;
  invoice: Stripe.Invoice;
  invoiceitem: Stripe.InvoiceItem;
  invoice_payment: Stripe.InvoicePayment;
  credit_note: Stripe.CreditNote;
  tax_rate: Stripe.TaxRate;
  coupon: Stripe.Coupon;
  promotion_code: Stripe.PromotionCode;
  discount: Stripe.Discount;
  'checkout.session': Stripe.Checkout.Session;
  'billing_portal.session': Stripe.BillingPortal.Session;
  'billing_portal.configuration': Stripe.BillingPortal.Configuration;
  'test_helpers.test_clock': Stripe.TestHelpers.TestClock;
  event: Stripe.EventBase;
  webhook_endpoint: Stripe.WebhookEndpoint;
}

export type Kind = keyof Kinds;

interface HiddenOfPaymentMethod extends Hidden {
  behavior?: string;
  /** Authenticated once for later payments without the customer. */
  prepared?: boolean;
}

interface HiddenOfIntent extends Hidden {
  /** The origin that 3-D Secure returns to, and hears of what came of it. */
  returnOrigin?: string;
  invoice?: string;
  checkout?: string;
  offSession?: boolean;
  /** The payment attempt that waits for the customer's authentication. */
  authenticates?: boolean;
}

interface HiddenOfSubscription extends Hidden {
  /** The 3-day notice has been sent. */
  noticed?: boolean;
  /** The subscription as it becomes when the pending update is paid. */
  pending?: { next: Stripe.Subscription; invoice: string };
  saveCard?: boolean;
  /** The day that 23 hours of waiting for the first payment end. */
  expires?: number;
}

interface HiddenOfInvoice extends Hidden {
  subscription?: string;
  /** Payment attempts by the schedule, the first included. */
  tries?: number;
  /** What is done at `due`. */
  next?: 'finalize' | 'retry';
}

interface HiddenOfCheckout extends Hidden {
  items?: Stripe.LineItem[];
  subscriptionData?: {
    trialDays: number | null;
    trialEnd: number | null;
    missingCard: 'cancel' | 'create_invoice' | 'pause';
    metadata: Record<string, string>;
    taxRates: string[];
    description: string | null;
  };
  paymentData?: { metadata: Record<string, string>; description: string | null; save: boolean };
  setupData?: { metadata: Record<string, string>; description: string | null };
  updatesName?: boolean;
  updatesAddress?: boolean;
}

interface HiddenOfClock extends Hidden {
  target?: number;
}

export interface HiddenOf {
  payment_method: HiddenOfPaymentMethod;
  payment_intent: HiddenOfIntent;
  setup_intent: HiddenOfIntent;
  subscription: HiddenOfSubscription;
  invoice: HiddenOfInvoice;
  'checkout.session': HiddenOfCheckout;
  'test_helpers.test_clock': HiddenOfClock;
  webhook_endpoint: Hidden & { secret?: string };
  coupon: Hidden & { products?: string[] };
  event: Hidden & { customer?: string | null };
}

export type HiddenFor<K extends Kind> = K extends keyof HiddenOf ? HiddenOf[K] : Hidden;

/** Prefixes of ids. */
export const PREFIXES: Readonly<Record<Kind, string>> = {
  customer: 'cus',
  customer_balance_transaction: 'cbtxn',
  tax_id: 'txi',
  product: 'prod',
  price: 'price',
  payment_method: 'pm',
  setup_intent: 'seti',
  payment_intent: 'pi',
  charge: 'ch',
  refund: 're',
  dispute: 'du',
  subscription: 'sub',
  subscription_schedule: 'sub_sched',
  invoice: 'in',
  invoiceitem: 'ii',
  invoice_payment: 'inpay',
  credit_note: 'cn',
  tax_rate: 'txr',
  coupon: 'co',
  promotion_code: 'promo',
  discount: 'di',
  'checkout.session': 'cs_test',
  'billing_portal.session': 'bps',
  'billing_portal.configuration': 'bpc',
  'test_helpers.test_clock': 'clock',
  event: 'evt',
  webhook_endpoint: 'we',
};
