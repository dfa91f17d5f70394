import type { Hidden } from '../../lib/store/save.ts';
import type { Link, Money, PayerName, PaymentStatus } from './basics.ts';
import type { Capture, Dispute, Order, Refund } from './orders.ts';

// What PayPal answers, as its OpenAPI documents name it. Times are like `2026-11-23T10:00:00Z`.

export interface Product {
  id: string;
  name: string;
  description?: string;
  type: 'PHYSICAL' | 'DIGITAL' | 'SERVICE';
  category?: string;
  create_time: string;
  update_time: string;
  links: Link[];
}

export interface Plan {
  id: string;
  product_id: string;
  name: string;
  status: 'CREATED' | 'INACTIVE' | 'ACTIVE';
  description?: string;
  billing_cycles: BillingCycle[];
  payment_preferences: PaymentPreferences;
  taxes?: Taxes;
  quantity_supported: boolean;
  create_time: string;
  update_time: string;
  links: Link[];
}

export interface BillingCycle {
  pricing_scheme: { version: number; fixed_price: Money; create_time: string; update_time: string };
  frequency: { interval_unit: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR'; interval_count: number };
  tenure_type: 'REGULAR';
  sequence: number;
  /** 0: for ever. */
  total_cycles: number;
}

export interface PaymentPreferences {
  auto_bill_outstanding: boolean;
  setup_fee?: Money;
  setup_fee_failure_action: 'CONTINUE' | 'CANCEL';
  payment_failure_threshold: number;
}

export interface Taxes {
  percentage: string;
  inclusive: boolean;
}

export type SubscriptionStatus =
  | 'APPROVAL_PENDING'
  | 'APPROVED'
  | 'ACTIVE'
  | 'SUSPENDED'
  | 'CANCELLED'
  | 'EXPIRED';

export interface Subscription {
  id: string;
  status: SubscriptionStatus;
  status_change_note?: string;
  status_update_time: string;
  plan_id: string;
  plan_overridden: boolean;
  start_time: string;
  quantity: string;
  shipping_amount: Money;
  /** Before the approval what the caller said of the person, then the payer's account. */
  subscriber?: { email_address?: string; payer_id?: string; name?: Partial<PayerName> };
  /** From the approval on. */
  billing_info?: BillingInfo;
  custom_id?: string;
  create_time: string;
  update_time: string;
  /** `approve` while the approval is awaited. */
  links: Link[];
}

export interface BillingInfo {
  outstanding_balance: Money;
  cycle_executions: {
    tenure_type: 'REGULAR';
    sequence: number;
    cycles_completed: number;
    cycles_remaining: number;
    current_pricing_scheme_version: number;
    total_cycles: number;
  }[];
  last_payment?: { amount: Money; time: string };
  /** Absent once the subscription has ended. */
  next_billing_time?: string;
  /** In a row; a payment sets it to 0. */
  failed_payments_count: number;
  last_failed_payment?: {
    amount: Money;
    time: string;
    reason_code: 'PAYMENT_DENIED';
    next_payment_retry_time?: string;
  };
}

/** A payment within a subscription: the setup fee or a cycle. Its id is the sale's. */
export interface Transaction {
  id: string;
  status: PaymentStatus;
  amount_with_breakdown: { gross_amount: Money; fee_amount: Money; tax_amount?: Money; net_amount: Money };
  payer_name: PayerName;
  payer_email: string;
  time: string;
}

/** A webhook's body, and what the list of events has. */
export interface Event {
  id: string;
  event_version: '1.0';
  create_time: string;
  resource_type: string;
  resource_version?: '2.0';
  event_type: string;
  summary: string;
  resource: object;
  links: Link[];
}

/** A person's time: the wall clock's and seconds more. */
export interface Clock {
  id: string;
  person: string;
  offset: number;
}

export interface Endpoint {
  id: string;
  url: string;
  status: 'enabled';
  enabled_events: string[];
}

/** What the sandbox knows, by kind. */
export interface Kinds {
  product: Product;
  plan: Plan;
  subscription: Subscription;
  transaction: Transaction;
  order: Order;
  capture: Capture;
  refund: Refund;
  dispute: Dispute;
  event: Event;
  clock: Clock;
  webhook_endpoint: Endpoint;
}

export type Kind = keyof Kinds;

interface Owned extends Hidden {
  /** The part of custom_id before its colon. */
  person?: string;
}

/** An approval link, and where the browser goes from it. */
export interface Approval {
  token: string;
  /** Seconds of the person's clock. */
  expires: number;
  returnUrl: string;
  cancelUrl: string;
  brand: string;
}

export interface HiddenOfSubscription extends Owned {
  approval: Approval;
  /** What a revision that awaits its approval changes. */
  revision?: { approval: Approval; plan: string; terms: Terms } | undefined;
  terms: Terms;
  /** The e-mail address that the caller gave. */
  email?: string | undefined;
  payer?: string | undefined;
  /** Cycles are counted from here, in seconds. */
  anchor: number;
  /** Cycles since the anchor whose time has come. */
  cycles: number;
  /** Cycles paid in all. */
  paid: number;
  /** Scheduled payments are declined. */
  fails: boolean;
  /** When a failed payment is tried again. */
  retry?: number | undefined;
}

/** What a subscription costs, apart from its setup fee; cents. */
export interface Terms {
  price: number;
  currency: string;
  /** `23`; null: no tax. */
  tax: string | null;
  inclusive: boolean;
  setupFee: number;
  setupFeeContinues: boolean;
  unit: BillingCycle['frequency']['interval_unit'];
  count: number;
  /** 0: for ever. */
  total: number;
  threshold: number;
}

export interface HiddenOf {
  subscription: HiddenOfSubscription;
  transaction: Owned & { subscription: string; kind: 'setup' | 'cycle'; refunded: number };
  order: Owned & { approval: Approval; email?: string | undefined; payer?: string | undefined };
  capture: Owned & { order: string; refunded: number };
  refund: Owned & { payment: string };
  dispute: Owned & { payment: string };
  event: Hidden & { customer?: string | null };
  webhook_endpoint: Hidden & { secret: string };
}

export type HiddenFor<K extends Kind> = K extends keyof HiddenOf ? HiddenOf[K] : Hidden;
