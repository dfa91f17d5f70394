/** numerator ÷ denominator in whole cents, halves away from zero, so that a credit undoes its charge exactly. */
export function divideHalfUp(numerator: bigint, denominator: bigint): number {
  const sign = numerator < 0n === denominator < 0n ? 1n : -1n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  return Number(sign * ((2n * n + d) / (2n * d)));
}

/** A percentage with at most four places of an amount. */
export const percentOf = (amount: number, percentage: number): number =>
  divideHalfUp(BigInt(amount) * BigInt(Math.round(percentage * 10_000)), 1_000_000n);

/** amount × part ÷ whole, for prorations by time. */
export const shareOf = (amount: number, part: number, whole: number): number =>
  whole <= 0 ? 0 : divideHalfUp(BigInt(amount) * BigInt(part), BigInt(whole));

/** Splits a total over weights without losing a cent: each gets its rounded share of what is left. */
export function split(total: number, weights: readonly number[]): number[] {
  let rest = total;
  let weight = weights.reduce((sum, one) => sum + one, 0);
  return weights.map((one) => {
    const part = shareOf(rest, one, weight);
    rest -= part;
    weight -= one;
    return part;
  });
}
