/** Money is integer cents in USD; dollars appear only on the wire and in text (docs/product/ui.md#money). */

/** Cents as text: "$99", "$44.50", "$1,068", "-$5". */
export function formatUsd(cents: number): string {
  const rest = Math.abs(cents) % 100;
  return rest === 0 ? inDollars(cents).slice(0, -3) : inDollars(cents);
}

/** Cents as text with both places, as invoices print them: "$99.00", "-$1,068.50". */
export function formatUsdExact(cents: number): string {
  return inDollars(cents);
}

function inDollars(cents: number): string {
  const rest = Math.abs(cents) % 100;
  const whole = (Math.abs(cents) - rest) / 100;
  const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${cents < 0 ? '-' : ''}$${grouped}.${String(rest).padStart(2, '0')}`;
}

/** Cents as the dollars of the wire's `price` fields. */
export function toDollars(cents: number): number {
  return cents / 100;
}

/** Cents as a decimal number in text, as interfaces take it: "1068.50". */
export function toDecimal(cents: number): string {
  return inDollars(cents).replace(/[$,]/g, '');
}

/** The wire's dollars as cents, rounded to the nearest cent. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

/** Hundredths of a percent as percent: 2300 is 23, 850 is 8.5. */
export function toPercent(basisPoints: number): number {
  return basisPoints / 100;
}

/** Percent as hundredths of a percent: 23 is 2300, 8.875 is 888. */
export function toBasisPoints(percent: number): number {
  return Math.round(percent * 100);
}

/** cents × part ÷ whole in whole cents; halves away from zero, so that a credit undoes its charge exactly. */
export function shareOf(cents: number, part: number, whole: number): number {
  if (whole <= 0) return 0;
  const product = BigInt(cents) * BigInt(part);
  const size = product < 0n ? -product : product;
  const share = Number((2n * size + BigInt(whole)) / (2n * BigInt(whole)));
  return product < 0n && share !== 0 ? -share : share;
}

/** count × part ÷ whole, rounded down; all at least 0. For credits, of which there are only whole ones. */
export function wholeShareOf(count: number, part: number, whole: number): number {
  return whole <= 0 ? 0 : Number((BigInt(count) * BigInt(part)) / BigInt(whole));
}

/** A percentage, in basis points, of an amount in cents; half a cent rounds up. */
export function percentOf(cents: number, basisPoints: number): number {
  return shareOf(cents, basisPoints, 10_000);
}

/** Splits an amount by weights without losing a cent: each gets its rounded share of the rest. */
export function splitCents(cents: number, weights: readonly number[]): number[] {
  let rest = cents;
  let weight = weights.reduce((sum, one) => sum + one, 0);
  return weights.map((one) => {
    const part = shareOf(rest, one, weight);
    rest -= part;
    weight -= one;
    return part;
  });
}
