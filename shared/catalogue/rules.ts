import { CARD_LABELS } from './texts.ts';

/** What a service costs whom, and how it is marked (part 2 sections 2 and 5; decisions 3). */
export type Cohort = 'public' | 'ondemand' | 'cancelled' | 'member' | 'legacy';

export const CATEGORIES = [
  'instruments',
  'vocals',
  'mixing',
  'mastering',
  'mix-advice',
  'transcription',
  'arrangement',
  'pre-production',
] as const;
export type Category = (typeof CATEGORIES)[number];

export interface Priced {
  readonly credits: number;
  readonly alternative_value: number | null;
  readonly alternative_value_annual: number | null;
  readonly exclusive_prices_value: number | null;
}

/** Who asks for the price. */
export interface Buyer {
  readonly cohort: Cohort;
  readonly cohorts: { readonly hasExclusivePrices: boolean; readonly isPrePivot: boolean };
  readonly isAnnual: boolean;
}

/**
 * The credits of one unit (a service's own number of slots) for a buyer: `ondemand` always the standard credits,
 * exclusive prices before the alternative ones, the annual variant on an annual plan (decisions 3).
 * Where a service has no such price its credits count.
 */
export function servicePrice(service: Priced, buyer: Buyer): number {
  if (buyer.cohort === 'ondemand') return service.credits;
  const exclusive = buyer.cohorts.hasExclusivePrices ? service.exclusive_prices_value : null;
  if (exclusive !== null) return exclusive;
  if (!buyer.cohorts.isPrePivot) return service.credits;
  const annual = buyer.isAnnual ? service.alternative_value_annual : null;
  return annual ?? service.alternative_value ?? service.credits;
}

const ADD_ONS: ReadonlySet<string> = new Set(['mixing', 'transcription', 'arrangement']);

/** The mark of a category on a card: 'Offline Session' for pre-production, 'Add-on' for mixing and the like. */
export function cardLabel(category: string): string | null {
  if (category === 'pre-production') return CARD_LABELS.offline;
  return ADD_ONS.has(category) ? CARD_LABELS.addOn : null;
}

/** The marks of everything that a musician offers, each once. */
export function cardLabels(categories: readonly string[]): string[] {
  const labels = categories.map(cardLabel).filter((label) => label !== null);
  return [...new Set(labels)].sort(
    (a, b) => Number(a === CARD_LABELS.addOn) - Number(b === CARD_LABELS.addOn),
  );
}
