import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { perAccount } from '../lib/limits.ts';
import { Id, Instant, Text, Total, paging } from '../lib/wire.ts';
import * as calls from './calls.ts';

/** What the billing tab shows beyond the person (docs/product/buying.md#billing-area). */
export const getBilling = endpoint({
  ...calls.getBilling,
  summary: 'My plan, what is charged next, and my payment method, as the provider last said',
  who: ['client'],
  response: z.object({
    plan: z.nullable(
      z.object({
        name: z.string(),
        /** null: bought elsewhere, at a price that is not known here. */
        price_cents: z.nullable(z.int()),
        is_annual: z.boolean(),
        /** Per period. */
        credits: z.nullable(z.int()),
        has_rollover: z.boolean(),
        /** What comes next, as the provider last said; null where it ends, and without a provider. */
        next: z.nullable(
          z.object({
            at: Instant,
            credits: z.int(),
            amount: z.nullable(z.object({ net_cents: z.int(), vat_cents: z.int(), total_cents: z.int() })),
          }),
        ),
        /** A membership that ends with its period. */
        ends_at: z.nullable(Instant),
        trial_ends_at: z.nullable(Instant),
        /** A change of plan that takes effect later. */
        pending: z.nullable(
          z.object({ name: z.string(), price_cents: z.int(), is_annual: z.boolean(), from: Instant }),
        ),
      }),
    ),
    bank: z.object({ credits: z.int(), max: z.nullable(z.int()) }),
    payment_method: z.nullable(
      z.object({
        brand: z.string(),
        last4: z.string(),
        exp_month: z.int(),
        exp_year: z.int(),
        /** Expires before the next charge, or within 30 days. */
        expires_soon: z.boolean(),
      }),
    ),
    /** The PayPal account that is charged; null: a card, or nothing. */
    paypal: z.nullable(
      z.object({
        /** As far as PayPal has said. */
        email: z.nullable(z.string()),
        /** Where its agreements are managed, at PayPal. */
        manage_url: z.string(),
      }),
    ),
    /** The card provider's portal can be opened. */
    has_portal: z.boolean(),
    /** A purchase is possible here at all. */
    can_buy: z.boolean(),
    /** A payment is on its way: poll. */
    is_settling: z.boolean(),
  }),
});

export const InvoiceLine = z.object({ label: z.string(), quantity: z.int(), net_cents: z.int() });
const Party = z.object({
  name: z.string(),
  address: z.array(Text(255)),
  vat_number: z.nullable(z.string()),
});
const InvoiceHead = {
  id: Id,
  number: z.string(),
  kind: z.enum(['invoice', 'credit_note']),
  date: Instant,
  what: z.string(),
  /** Dollars, as the requirement names it. */
  payment: z.number(),
  total_cents: z.int(),
  status: z.enum(['paid', 'refunded', 'partly_refunded']),
};

export const listInvoices = endpoint({
  ...calls.listInvoices,
  summary: 'My invoices and credit notes, newest first',
  who: ['client'],
  query: z.object(paging(50)),
  response: z.object({ invoices: z.array(z.object(InvoiceHead)), total: Total }),
});
export type InvoiceHead = z.infer<typeof listInvoices.response>['invoices'][number];

const invoiceProblems = { not_found: { status: 404, detail: 'There is no such invoice.' } } as const;

export const getInvoice = endpoint({
  ...calls.getInvoice,
  summary: 'An invoice of mine with its lines',
  who: ['client', 'operator'],
  params: z.object({ id: Id }),
  response: z.object({
    invoice: z.object({
      ...InvoiceHead,
      seller: Party,
      buyer: Party,
      lines: z.array(InvoiceLine),
      discount_cents: z.int(),
      net_cents: z.int(),
      vat_percent: z.number(),
      vat_cents: z.int(),
      reverse_charge: z.boolean(),
      /** The invoice that a credit note corrects. */
      corrects: z.nullable(z.string()),
    }),
  }),
  problems: invoiceProblems,
});
export type Invoice = z.infer<typeof getInvoice.response>['invoice'];

export const getInvoicePdf = endpoint({
  ...calls.getInvoicePdf,
  summary: 'The same as PDF',
  who: ['client', 'operator'],
  rateLimit: [perAccount('invoice-pdf', 60, 600)],
  params: z.object({ id: Id }),
  response: z.unknown(),
  stream: 'application/pdf',
  problems: invoiceProblems,
});
