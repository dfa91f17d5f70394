import type { Stripe } from 'stripe';
import { toBasisPoints } from '#shared/lib/money.ts';
import { invoiceDate } from '#shared/billing/rules-invoice.ts';
import type { PaidItem, StoredLine } from './queries.ts';

/** What a provider charged, to the cent, as it says; never recomputed (docs/product/invoices.md#invoices). */
export interface Figures {
  readonly lines: readonly StoredLine[];
  readonly discount_cents: number;
  readonly net_cents: number;
  readonly vat_cents: number;
  readonly total_cents: number;
  readonly vat_basis_points: number;
  readonly reverse_charge: boolean;
  /** The billing country that the provider counted with; null: it does not say. */
  readonly country: string | null;
}

const idOf = (reference: string | { readonly id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);
const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);
const instant = (seconds: number): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(seconds * 1000);

/** The figures of a payment, from Stripe's invoice or Checkout session. Throws while Stripe does not know it. */
export function readFigures(stripe: Stripe, payment: PaidItem): Promise<Figures> {
  return payment.invoice_id === null
    ? checkoutFigures(stripe, payment)
    : invoiceFigures(stripe, payment, payment.invoice_id);
}

async function invoiceFigures(stripe: Stripe, payment: PaidItem, id: string): Promise<Figures> {
  const invoice = await stripe.invoices.retrieve(id);
  const lines = await stripe.invoices.listLineItems(id, { limit: 100 }).autoPagingToArray({ limit: 1000 });
  const taxes = lines.flatMap((line) => line.taxes ?? []);
  const vat = sum((invoice.total_taxes ?? []).map(({ amount }) => amount));
  const rate = taxes
    .map(({ tax_rate_details: details }) => idOf(details?.tax_rate))
    .find((one) => one !== null);
  return {
    lines: lines.map((line) => ({
      label: lineLabel(line, payment),
      quantity: line.quantity ?? 1,
      net_cents: line.amount,
    })),
    discount_cents: sum((invoice.total_discount_amounts ?? []).map(({ amount }) => amount)),
    net_cents: invoice.total - vat,
    vat_cents: vat,
    total_cents: invoice.total,
    vat_basis_points: await basisPoints(stripe, rate ?? null, vat),
    reverse_charge: invoice.customer_tax_exempt === 'reverse' || taxes.some(isReversed),
    country: invoice.customer_address?.country ?? null,
  };
}

/** What was sold has our name and the paid period; all else, as a credit for unused time, the provider's words. */
function lineLabel(line: Stripe.InvoiceLineItem, payment: PaidItem): string {
  const isSold = line.pricing?.price_details?.price === payment.price_id && line.amount >= 0;
  if (!isSold) return line.description ?? payment.name;
  const { start, end } = line.period;
  return `${payment.name}, ${invoiceDate(instant(start))} to ${invoiceDate(instant(end))}`;
}

async function checkoutFigures(stripe: Stripe, payment: PaidItem): Promise<Figures> {
  const session = await sessionOf(stripe, payment.provider_id);
  const items = await stripe.checkout.sessions
    .listLineItems(session.id, { limit: 100, expand: ['data.taxes'] })
    .autoPagingToArray({ limit: 1000 });
  const taxes = items.flatMap((item) => item.taxes ?? []);
  const vat = session.total_details?.amount_tax ?? 0;
  const total = session.amount_total ?? 0;
  const [rate] = taxes.map((tax) => tax.rate);
  return {
    lines: items.map((item) => ({
      label: item.price?.id === payment.price_id ? payment.name : (item.description ?? payment.name),
      quantity: item.quantity ?? 1,
      net_cents: item.amount_subtotal,
    })),
    discount_cents: session.total_details?.amount_discount ?? 0,
    net_cents: total - vat,
    vat_cents: vat,
    total_cents: total,
    vat_basis_points: vat === 0 || rate === undefined ? 0 : toBasisPoints(rate.percentage),
    reverse_charge:
      session.customer_details?.tax_exempt === 'reverse' ||
      taxes.some(({ taxability_reason: reason }) => reason === 'reverse_charge'),
    country: session.customer_details?.address?.country ?? null,
  };
}

/** The Checkout session of a payment; of one that cost nothing the payment is the session. */
async function sessionOf(stripe: Stripe, id: string): Promise<Stripe.Checkout.Session> {
  if (id.startsWith('cs_')) return stripe.checkout.sessions.retrieve(id);
  const { data } = await stripe.checkout.sessions.list({ payment_intent: id, limit: 1 });
  const [session] = data;
  if (session === undefined) throw new Error(`payment ${id} has no Checkout session`);
  return session;
}

const isReversed = ({ taxability_reason: reason }: Stripe.InvoiceLineItem.Tax): boolean =>
  reason === 'reverse_charge';

async function basisPoints(stripe: Stripe, rate: string | null, vat: number): Promise<number> {
  if (rate === null || vat === 0) return 0;
  const { percentage } = await stripe.taxRates.retrieve(rate);
  return toBasisPoints(percentage);
}

/** What a refund or a lost dispute paid back, in cents. */
export interface PaidBack {
  readonly cents: number;
  readonly isDispute: boolean;
}

/** The same of Stripe. */
export async function readRefund(stripe: Stripe, id: string): Promise<PaidBack> {
  const isDispute = /^d[pu]_/.test(id);
  const { amount } = isDispute ? await stripe.disputes.retrieve(id) : await stripe.refunds.retrieve(id);
  return { cents: amount, isDispute };
}
