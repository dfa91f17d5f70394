import type Stripe from 'stripe';
import { idOf } from '../store/reference.ts';
import { equals, type Work } from '../store/work.ts';
import type { AppliedDiscount } from './discounts.ts';
import { addPaymentIntent } from './intents.ts';
import { exemptOf, total, type LineInput } from './lines.ts';

/** Seconds that a renewal's invoice stays a draft. */
export const DRAFT_SECONDS = 3600;

export interface InvoiceInput {
  readonly customer: Stripe.Customer;
  readonly subscription: Stripe.Subscription | null;
  readonly lines: readonly LineInput[];
  readonly discounts: readonly AppliedDiscount[];
  readonly reason: Stripe.Invoice.BillingReason;
  readonly period: { readonly start: number; readonly end: number };
  readonly currency: string;
  readonly metadata?: Record<string, string>;
  readonly description?: string | null;
}

/** An invoice as it would be, not kept. */
export async function draftInvoice(
  work: Work,
  at: number,
  input: InvoiceInput,
  id: string,
): Promise<Stripe.Invoice> {
  const { customer, subscription } = input;
  const sums = total(input.lines, input.discounts, input.currency, id, exemptOf(customer));
  const taxIds = await work.select('tax_id', [equals('customer', customer.id)]);
  const due = Math.max(0, sums.total + customer.balance);
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Sandbox',
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: input.reason,
    collection_method: 'charge_automatically',
    created: at,
    currency: input.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: customer.tax_exempt ?? 'none',
    customer_tax_ids: taxIds.map(({ type, value }) => ({ type, value })),
    default_payment_method: null,
    default_source: null,
    default_tax_rates: subscription?.default_tax_rates ?? [],
    description: input.description ?? null,
    discounts: input.discounts.map((one) => one.id),
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      data: sums.lines,
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: input.metadata ?? {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent:
      subscription === null
        ? null
        : {
            quote_details: null,
            subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
            type: 'subscription_details',
          },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: input.period.end,
    period_start: input.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: sums.subtotal,
    subtotal_excluding_tax: sums.subtotal,
    test_clock: customer.test_clock ?? null,
    total: sums.total,
    total_discount_amounts: sums.discounts,
    total_excluding_tax: sums.excludingTax,
    total_pretax_credit_amounts: sums.discounts.map((one) => ({ ...one, type: 'discount' as const })),
    total_taxes: sums.taxes,
    webhooks_delivered_at: at,
  };
}

/** Keeps a new draft. */
export async function addInvoice(work: Work, at: number, input: InvoiceInput): Promise<Stripe.Invoice> {
  const invoice = await draftInvoice(work, at, input, work.id('invoice'));
  work.add(invoice, input.subscription === null ? {} : { subscription: input.subscription.id });
  await work.emit('invoice.created', invoice);
  return invoice;
}

/** Numbers an invoice, settles the customer's balance with it and asks for its payment. */
export async function finalize(work: Work, invoice: Stripe.Invoice, at: number): Promise<void> {
  const customer = await work.get('customer', idOf(invoice.customer) ?? '', 'customer');
  const sequence = customer.next_invoice_sequence ?? 1;
  customer.next_invoice_sequence = sequence + 1;
  invoice.number = `${customer.invoice_prefix ?? 'SANDBOX'}-${String(sequence).padStart(4, '0')}`;
  applyBalance(work, invoice, customer, at);
  invoice.status = 'open';
  invoice.effective_at = at;
  invoice.status_transitions.finalized_at = at;
  invoice.automatically_finalizes_at = null;
  invoice.hosted_invoice_url = `${work.origin}/invoices/${invoice.id}`;
  invoice.invoice_pdf = `${work.origin}/invoices/${invoice.id}/pdf`;
  const hidden = work.hidden(invoice);
  hidden.due = null;
  delete hidden.next;
  if (invoice.amount_due > 0) {
    const intent = await addPaymentIntent(work, at, {
      amount: invoice.amount_due,
      currency: invoice.currency,
      customer: customer.id,
      clock: idOf(customer.test_clock),
      description:
        invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
      save: 'off_session',
      invoice: invoice.id,
    });
    addInvoicePayment(work, invoice, intent, at);
  }
  await work.emit('invoice.finalized', invoice);
}

/** Takes a credit of the customer into account; what exceeds the invoice stays or becomes one. */
function applyBalance(work: Work, invoice: Stripe.Invoice, customer: Stripe.Customer, at: number): void {
  const before = customer.balance;
  const due = Math.max(0, invoice.total + before);
  const after = invoice.total + before - due;
  invoice.starting_balance = before;
  invoice.ending_balance = after;
  invoice.amount_due = due;
  invoice.amount_remaining = due;
  if (after !== before)
    addBalanceTransaction(work, customer, after - before, 'applied_to_invoice', at, invoice.id);
}

/** Moves the customer's balance; a negative one is a credit. */
export function addBalanceTransaction(
  work: Work,
  customer: Stripe.Customer,
  amount: number,
  type: Stripe.CustomerBalanceTransaction.Type,
  at: number,
  invoice: string | null,
  about: { description?: string | null; metadata?: Record<string, string>; creditNote?: string } = {},
): Stripe.CustomerBalanceTransaction {
  customer.balance += amount;
  return work.add(
    {
      id: work.id('customer_balance_transaction'),
      object: 'customer_balance_transaction',
      amount,
      checkout_session: null,
      created: at,
      credit_note: about.creditNote ?? null,
      currency: customer.currency ?? 'usd',
      customer: customer.id,
      customer_account: null,
      description: about.description ?? null,
      ending_balance: customer.balance,
      invoice,
      livemode: false,
      metadata: about.metadata ?? {},
      type,
    },
    { clock: idOf(customer.test_clock) },
  );
}

function addInvoicePayment(
  work: Work,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
  at: number,
): void {
  work.add(
    {
      id: work.id('invoice_payment'),
      object: 'invoice_payment',
      amount_paid: null,
      amount_requested: invoice.amount_due,
      created: at,
      currency: invoice.currency,
      invoice: invoice.id,
      is_default: true,
      livemode: false,
      payment: { payment_intent: intent.id, type: 'payment_intent' },
      status: 'open',
      status_transitions: { canceled_at: null, paid_at: null },
    },
    { clock: idOf(invoice.test_clock) },
  );
}

/** The invoice's payments, the first one first. */
export const paymentsOf = (work: Work, invoice: string): Promise<Stripe.InvoicePayment[]> =>
  work.select('invoice_payment', [equals('invoice', invoice)]);

/** The payment intent that an invoice waits for. */
export async function intentOf(work: Work, invoice: Stripe.Invoice): Promise<Stripe.PaymentIntent | null> {
  const payment = (await paymentsOf(work, invoice.id)).find((one) => one.is_default);
  const id = idOf(payment?.payment.payment_intent);
  return id === null ? null : work.get('payment_intent', id);
}
