import type { Link, Money, Payer, PayerName, PaymentStatus } from './basics.ts';

// Orders, the money that they took, and what became of it: as PayPal's API for payments and disputes names it.

export interface Order {
  id: string;
  intent: 'CAPTURE';
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
  payment_source?: { paypal: { email_address?: string; account_id?: string; name?: PayerName } };
  payer?: Payer;
  purchase_units: PurchaseUnit[];
  create_time: string;
  update_time: string;
  /** `approve` or `payer-action` while the approval is awaited, then `capture`. */
  links: Link[];
}

export interface PurchaseUnit {
  reference_id: string;
  amount: Money & { breakdown?: object };
  payee: { email_address: string; merchant_id: string };
  description?: string;
  custom_id?: string;
  invoice_id?: string;
  items?: object[];
  payments?: { captures: Capture[]; refunds?: Refund[] };
}

export interface Capture {
  id: string;
  status: PaymentStatus;
  /** Of a payment that waits for the payer's bank. */
  status_details?: { reason: 'ECHECK' };
  amount: Money;
  final_capture: boolean;
  seller_protection: { status: 'ELIGIBLE'; dispute_categories: string[] };
  seller_receivable_breakdown: { gross_amount: Money; paypal_fee: Money; net_amount: Money };
  invoice_id?: string;
  custom_id?: string;
  create_time: string;
  update_time: string;
  /** `up` is the order; a sale of a subscription has none. */
  links: Link[];
}

export interface Refund {
  id: string;
  status: 'COMPLETED';
  amount: Money;
  note_to_payer?: string;
  seller_payable_breakdown: {
    gross_amount: Money;
    paypal_fee: Money;
    net_amount: Money;
    total_refunded_amount: Money;
  };
  create_time: string;
  update_time: string;
  /** `up` is the capture or the sale: `…/v2/payments/captures/<id>`. */
  links: Link[];
}

export interface Dispute {
  dispute_id: string;
  create_time: string;
  update_time: string;
  disputed_transactions: {
    buyer_transaction_id: string;
    /** The capture's or the sale's id. */
    seller_transaction_id: string;
    create_time: string;
    transaction_status: 'COMPLETED';
    gross_amount: Money;
    custom?: string;
    buyer: { name: string };
    seller: { merchant_id: string; name: string };
  }[];
  reason: string;
  status: 'OPEN' | 'WAITING_FOR_SELLER_RESPONSE' | 'UNDER_REVIEW' | 'RESOLVED';
  dispute_state: 'OPEN_INQUIRIES' | 'REQUIRED_ACTION' | 'UNDER_PAYPAL_REVIEW' | 'RESOLVED';
  dispute_amount: Money;
  dispute_life_cycle_stage: 'INQUIRY' | 'CHARGEBACK';
  dispute_channel: 'INTERNAL';
  dispute_outcome?: {
    outcome_code: 'RESOLVED_BUYER_FAVOUR' | 'RESOLVED_SELLER_FAVOUR';
    amount_refunded: Money;
  };
  links: Link[];
}
