import type { Bundle, Offers } from '../../../shared/content/contract-documents.ts';

/** What can be had without paying: the bundles of price 0, that of no credits, which is the trial, first (part 1 section 4). */
export function freeBundles({ bundles }: Pick<Offers, 'bundles'>): readonly Bundle[] {
  return bundles.filter(({ price }) => price === 0).toSorted((a, b) => a.credits - b.credits);
}
