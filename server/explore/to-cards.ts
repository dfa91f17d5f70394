import { averageRating, cardLabels, type Buyer } from '#shared/catalogue/rules.ts';
import type { Card } from '#shared/explore/contract.ts';
import { firstSamples, lowestPrices } from '../catalogue/service.ts';
import type { Db } from '../db/transaction.ts';
import { together } from '../db/pipeline.ts';
import type { CardRow } from './queries.ts';

/** Who reads cards, and for which services; all when undefined. */
interface CardReader {
  readonly buyer: Buyer;
  readonly services?: readonly string[] | undefined;
}

/** The cards of musicians, with prices for the reader (docs/product/explore.md#card). */
export async function toCards(
  db: Db,
  rows: readonly CardRow[],
  { buyer, services }: CardReader,
): Promise<Card[]> {
  const ids = rows.map(({ id }) => id);
  const [samples, prices] = await together([
    firstSamples(db, ids),
    lowestPrices(db, ids, { buyer, values: services }),
  ]);
  return rows.map(({ card_description, image, zone, categories, next_free_at, ...card }) => ({
    ...card,
    cardDescription: card_description,
    image_url: image,
    timezone: zone,
    labels: cardLabels(categories),
    next_free_at: next_free_at?.toString() ?? null,
    rating: averageRating(card),
    sample: samples.get(card.id) ?? null,
    price_from: prices.get(card.id) ?? null,
  }));
}
