import { toCents, toDecimal } from '#shared/lib/money.ts';

/** What PayPal answers, as far as it is read here. */

export interface Money {
  readonly currency_code: string;
  readonly value: string;
}

interface Link {
  readonly rel?: string;
  readonly href?: string;
}

interface Payer {
  readonly payer_id?: string;
  readonly email_address?: string;
}

export interface Subscription {
  readonly id: string;
  readonly status: 'APPROVAL_PENDING' | 'APPROVED' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED';
  readonly status_update_time?: string;
  readonly plan_id: string;
  readonly start_time: string;
  readonly create_time: string;
  readonly custom_id?: string;
  readonly subscriber?: Payer;
  readonly billing_info?: {
    readonly outstanding_balance?: Money;
    readonly next_billing_time?: string;
    readonly failed_payments_count?: number;
    readonly last_failed_payment?: { readonly time?: string; readonly next_payment_retry_time?: string };
  };
  readonly plan?: { readonly taxes?: { readonly percentage?: string } };
  readonly links?: readonly Link[];
}

/** A payment of a subscription. */
export interface Transaction {
  readonly id: string;
  readonly status?: 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED';
  readonly time: string;
  readonly amount_with_breakdown: { readonly gross_amount: Money; readonly tax_amount?: Money };
}

export interface Refund {
  readonly id: string;
  readonly status?: string;
  readonly amount: Money;
  readonly create_time: string;
  readonly links?: readonly Link[];
}

export interface Capture {
  readonly id: string;
  readonly status?: string;
  readonly amount: Money;
  readonly create_time: string;
}

export interface Order {
  readonly id: string;
  readonly status: string;
  readonly create_time?: string;
  readonly payer?: Payer;
  readonly purchase_units: readonly {
    readonly custom_id?: string;
    readonly payments?: { readonly captures?: readonly Capture[]; readonly refunds?: readonly Refund[] };
  }[];
  readonly links?: readonly Link[];
}

export interface Dispute {
  readonly dispute_id: string;
  readonly status?: string;
  readonly dispute_life_cycle_stage?: string;
  readonly create_time: string;
  readonly update_time?: string;
  readonly dispute_amount?: Money;
  readonly dispute_outcome?: { readonly outcome_code?: string; readonly amount_refunded?: Money };
  readonly disputed_transactions?: readonly { readonly seller_transaction_id?: string }[];
}

/** An amount of US dollars in cents; null in another currency. */
export const centsOf = ({ currency_code, value }: Money): number | null =>
  currency_code === 'USD' ? toCents(Number(value)) : null;

/** Cents as PayPal takes them. */
export const moneyOf = (cents: number): Money => ({
  currency_code: 'USD',
  value: toDecimal(cents),
});

export const instantOf = (time: string): Temporal.Instant => Temporal.Instant.from(time);

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const OWNER = new RegExp(`^(${UUID}):(${UUID})$`);

/** The person and the purchase that an object was made for; null: it is none of ours. */
export function ownerOf(
  customId: string | undefined,
): { readonly person_id: string; readonly checkout_id: string } | null {
  const found = OWNER.exec(customId ?? '');
  const [, person_id, checkout_id] = found ?? [];
  return person_id === undefined || checkout_id === undefined ? null : { person_id, checkout_id };
}

/** What is written into an object that is made for a person's purchase. */
export const customIdOf = (personId: string, checkoutId: string): string => `${personId}:${checkoutId}`;

/** The last part of the address that a link of that kind leads to: the id of another object. */
export function linkedId(links: readonly Link[] | undefined, rel: string): string | null {
  const href = links?.find((link) => link.rel === rel)?.href;
  return href === undefined ? null : (new URL(href).pathname.split('/').at(-1) ?? null);
}
