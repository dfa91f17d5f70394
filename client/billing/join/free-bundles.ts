import type { Bundle, Offers } from '#shared/content/contract-documents.ts';

/** The bundles of price 0, that without credits first (docs/product/billing.md#payment-details). */
export function freeBundles({ bundles }: Pick<Offers, 'bundles'>): readonly Bundle[] {
  return bundles.filter(({ price }) => price === 0).toSorted((a, b) => a.credits - b.credits);
}
