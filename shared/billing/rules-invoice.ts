import { monthName } from '../lib/day-names.ts';
import { formatUsdExact, shareOf, toPercent } from '../lib/money.ts';

/** An invoice's number: gapless within its year (docs/product/invoices.md#invoices). */
export function invoiceNumber(year: number, counter: number): string {
  return `TB-${year}-${String(counter).padStart(6, '0')}`;
}

/** The file name of an invoice's PDF. */
export const pdfName = (number: string): string => `${number}.pdf`;

/** Amounts of an invoice in cents: net + vat = total; of a credit note negative. */
export interface Amounts {
  readonly net_cents: number;
  readonly vat_cents: number;
  readonly total_cents: number;
}

/**
 * A credit note's amounts: the share of the refund in the invoice. All credit notes of an invoice that is refunded
 * wholly add up to it. `credited` is what earlier ones took back, negative.
 */
export function creditNoteAmounts(invoice: Amounts, credited: Amounts, refundCents: number): Amounts {
  const total = Math.min(refundCents - credited.total_cents, invoice.total_cents);
  const vat = shareOf(invoice.vat_cents, total, invoice.total_cents);
  const vat_cents = -vat - credited.vat_cents;
  const total_cents = -total - credited.total_cents;
  return { net_cents: total_cents - vat_cents, vat_cents, total_cents };
}

export type InvoiceStatus = 'paid' | 'refunded' | 'partly_refunded';

/** The status of an invoice; `creditedCents` is the sum of its credit notes, negative. */
export function invoiceStatus(totalCents: number, creditedCents: number): InvoiceStatus {
  if (creditedCents === 0) return 'paid';
  return -creditedCents >= totalCents ? 'refunded' : 'partly_refunded';
}

interface Printed extends Amounts {
  readonly discount_cents: number;
  readonly vat_percent: number;
  readonly reverse_charge: boolean;
}

/** The sums below an invoice's lines as label and amount, the total last. */
export function sumRows(invoice: Printed): (readonly [label: string, amount: string])[] {
  const { discount_cents: discount, net_cents, vat_cents, total_cents, vat_percent } = invoice;
  const hasVat = vat_percent > 0 || vat_cents !== 0;
  return [
    ...(discount === 0 ? [] : [['Discount', formatUsdExact(-discount)] as const]),
    ['Net', formatUsdExact(net_cents)],
    ...(invoice.reverse_charge ? [['VAT', 'Reverse charge'] as const] : []),
    ...(hasVat ? [[`VAT ${vat_percent}%`, formatUsdExact(vat_cents)] as const] : []),
    ['Total', formatUsdExact(total_cents)],
  ];
}

/** The rate of the wire's `vat_percent`. */
export const vatPercent = (basisPoints: number): number => toPercent(basisPoints);

/** The sentence that reverse charge needs. */
export const REVERSE_CHARGE_NOTE = 'Reverse charge: the recipient of the service owes the VAT.';

/** "22 November 2026", in UTC: an invoice has one date for all its readers. */
export function invoiceDate(at: Temporal.Instant): string {
  const date = at.toZonedDateTimeISO('UTC');
  return `${date.day} ${monthName(date)} ${date.year}`;
}

export const INVOICE_TITLES = { invoice: 'Invoice', credit_note: 'Credit note' } as const;

/** The last sentence: all amounts are in US dollars, and what came of them. */
export const paidNote = (kind: 'invoice' | 'credit_note'): string =>
  `All amounts are in US dollars. ${kind === 'invoice' ? 'Paid in full. Thank you!' : 'Paid back to your payment method.'}`;
