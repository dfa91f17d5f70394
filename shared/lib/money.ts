/** Money is integer cents in USD; dollars appear only on the wire and in text (docs/product/ui.md#money). */

/** Cents as text: "$99", "$44.50", "$1,068", "-$5". */
export function formatUsd(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${cents < 0 ? '-' : ''}$${grouped}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`;
}

/** Cents as the dollars of the wire's `price` fields. */
export function toDollars(cents: number): number {
  return cents / 100;
}

/** The wire's dollars as cents, rounded to the nearest cent. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

/**
 * A net amount plus VAT; net + vat is always total. Half a cent rounds up.
 * @planned
 */
export function withVat(
  net: number,
  percent: number,
): { readonly net: number; readonly vat: number; readonly total: number } {
  const vat = Math.round((net * percent) / 100);
  return { net, vat, total: net + vat };
}
