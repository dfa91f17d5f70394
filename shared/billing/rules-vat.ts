import { percentOf, splitCents } from '../lib/money.ts';
import { vatNumberCountry } from '../lib/vat-number.ts';

/** VAT in cents of a net amount in cents; half a cent rounds up (docs/product/invoices.md#vat). */
export function vatOf(netCents: number, basisPoints: number): number {
  return percentOf(netCents, basisPoints);
}

/** Rates by country (ISO 3166-1 alpha-2) in basis points: 2300 is 23 %. */
export type VatTable = Readonly<Record<string, number>>;

export interface VatQuestion {
  /** The buyer's billing country; null: unknown. */
  readonly country: string | null;
  readonly vat_number: string;
  /** The seller's country; null: not set. */
  readonly seller: string | null;
  readonly table: VatTable;
  /** The operator's setting. */
  readonly reverseCharge: boolean;
}

export interface VatRate {
  readonly basis_points: number;
  /** The buyer owes the VAT: none is charged and the invoice says so. */
  readonly reverse_charge: boolean;
}

/** The VAT rate of a purchase (docs/product/invoices.md#vat, docs/product/invoices.md#reverse-charge). */
export function vatRateFor({ country, vat_number, seller, table, reverseCharge }: VatQuestion): VatRate {
  const rate = country === null || !Object.hasOwn(table, country) ? 0 : (table[country] ?? 0);
  const isBusinessAbroad =
    seller !== null && country !== seller && vatNumberCountry(vat_number, country) === country;
  if (rate > 0 && reverseCharge && isBusinessAbroad) return { basis_points: 0, reverse_charge: true };
  return { basis_points: rate, reverse_charge: false };
}

/** What a coupon takes off: a share in basis points, or cents. */
export type Discount =
  | { readonly basis_points: number; readonly cents?: never }
  | { readonly cents: number; readonly basis_points?: never };

export interface TaxedLine {
  readonly discount_cents: number;
  /** After the discount. */
  readonly net_cents: number;
  readonly vat_cents: number;
}

export interface TaxedTotals {
  readonly lines: readonly TaxedLine[];
  readonly discount_cents: number;
  readonly net_cents: number;
  readonly vat_cents: number;
  /** net + vat. */
  readonly total_cents: number;
}

/**
 * Discounts lines, then taxes each one's net, as the payment providers do: the discount is split over the lines by
 * their amount, and each line's VAT is rounded by itself.
 */
export function taxLines(
  amounts: readonly number[],
  basisPoints: number,
  discount: Discount | null = null,
): TaxedTotals {
  const weights = amounts.map((cents) => Math.max(0, cents));
  const parts = splitCents(discountOf(sum(weights), discount), weights);
  const lines = amounts.map((cents, at) => {
    const part = parts[at] ?? 0;
    return { discount_cents: part, net_cents: cents - part, vat_cents: vatOf(cents - part, basisPoints) };
  });
  const net = sum(lines.map((line) => line.net_cents));
  const vat = sum(lines.map((line) => line.vat_cents));
  return {
    lines,
    discount_cents: sum(parts),
    net_cents: net,
    vat_cents: vat,
    total_cents: net + vat,
  };
}

function discountOf(cents: number, discount: Discount | null): number {
  if (discount === null) return 0;
  if (discount.cents === undefined) return percentOf(cents, discount.basis_points);
  return Math.min(discount.cents, cents);
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);
