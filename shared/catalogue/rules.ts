import type { Role } from '../lib/endpoint.ts';
import type { Average } from './contract.ts';
import { CARD_LABELS } from './texts.ts';

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

/** The genres of a track (docs/product/catalogue.md#genres-sample-rates-deliverables). */
export const GENRES = [
  'Ambient',
  'Blues',
  'Brazilian',
  'Breakbeat',
  'Classical / Orchestral / Soundtrack',
  'Country',
  'Disco',
  'Downtempo',
  'Electronic Music',
  'Electronic Rock',
  'Folk',
  'Funk',
  'Hip Hop / Rap',
  'Indian',
  'Jazz',
  'Latin',
  'Metal / Heavy Metal',
  'Pop',
  'Punk-Rock',
  'Reggae',
  'Rock',
  'R&B',
  'Singer-songwriter',
  'Soul',
  'World',
] as const;

export const SAMPLE_RATES = ['44.1 kHz', '48 kHz', '88.2 kHz', '96 kHz'] as const;

/** The first is the default, and the only one when a musician's configuration cannot be loaded. */
export const DELIVERABLES = [
  'Stems to be imported in a different DAW',
  'Logic Pro session',
  'Pro Tools session',
  'Ableton Live set',
  'Cubase project',
  'A single stereo file',
] as const;

export interface Priced {
  readonly credits: number;
  readonly alternative_value: number | null;
  readonly alternative_value_annual: number | null;
  readonly exclusive_prices_value: number | null;
}

/** The facts about a person that the price depends on. */
export interface Buyer {
  readonly cohort: Cohort;
  readonly cohorts: { readonly hasExclusivePrices: boolean; readonly isPrePivot: boolean };
  readonly isAnnual: boolean;
}

/** The price of one unit (the service's own number of slots) for a buyer, in credits (docs/product/catalogue.md#price). */
export function servicePrice(service: Priced, buyer: Buyer): number {
  if (buyer.cohort === 'ondemand') return service.credits;
  const exclusive = buyer.cohorts.hasExclusivePrices ? service.exclusive_prices_value : null;
  if (exclusive !== null) return exclusive;
  if (!buyer.cohorts.isPrePivot) return service.credits;
  const annual = buyer.isAnnual ? service.alternative_value_annual : null;
  return annual ?? service.alternative_value ?? service.credits;
}

const ADD_ONS: ReadonlySet<string> = new Set(['mixing', 'transcription', 'arrangement']);

/** The label of a category on a card; null for most (docs/product/catalogue.md#card-labels). */
export function cardLabel(category: string): string | null {
  if (category === 'pre-production') return CARD_LABELS.offline;
  return ADD_ONS.has(category) ? CARD_LABELS.addOn : null;
}

/** The labels of everything that a musician offers, each once. */
export function cardLabels(categories: readonly string[]): string[] {
  const labels = categories.map(cardLabel).filter((label) => label !== null);
  return [...new Set(labels)].sort(
    (a, b) => Number(a === CARD_LABELS.addOn) - Number(b === CARD_LABELS.addOn),
  );
}

/** A musician's average from the count and sum of all stars, one decimal; null while nobody has rated. */
export function averageRating(all: { readonly rating_count: number; readonly rating_sum: number }): Average {
  if (all.rating_count === 0) return null;
  return { average: Math.round((all.rating_sum / all.rating_count) * 10) / 10, count: all.rating_count };
}

/**
 * Whether somebody may see musicians' pages and hear their samples; null: nobody is signed in
 * (docs/product/musician-page.md#who-may-look).
 */
export function pageAccess(
  role: Role | null,
  studio: { readonly isPublic: boolean },
): 'open' | 'sign_in_first' | 'not_found' {
  if (role === 'managed') return 'not_found';
  return role === null && !studio.isPublic ? 'sign_in_first' : 'open';
}
