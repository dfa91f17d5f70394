/** Most credits of one top-up (docs/product/buying.md#top-up). */
export const MAX_TOP_UP = 100;

/** A typed number of credits; null for anything but a whole number from 1 to 100. */
export function readQuantity(text: string): number | null {
  if (!/^\d{1,3}$/.test(text.trim())) return null;
  const quantity = Number(text);
  return quantity >= 1 && quantity <= MAX_TOP_UP ? quantity : null;
}

/** The number after a press of plus (1) or minus (-1); it stays between 1 and 100. */
export function stepQuantity(quantity: number | null, by: 1 | -1): number {
  return Math.min(MAX_TOP_UP, Math.max(1, (quantity ?? (by === 1 ? 0 : 1)) + by));
}

/** Why the top-up modal is open; also its parameter in the address. */
export const TOP_UP_WARNINGS = ['no-credits', 'missing'] as const;
export type TopUpWarning = (typeof TOP_UP_WARNINGS)[number];
