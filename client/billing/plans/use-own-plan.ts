import { useQuery } from '@tanstack/react-query';
import type { Plan } from '#shared/content/contract-documents.ts';
import { pricingQuery } from '../../content/api.ts';
import type { Me } from '#shared/me/contract.ts';

/** The person's own plan as it is on sale; undefined where it is not, and until that is known. */
export function useOwnPlan({ cohort, subscription }: Pick<Me, 'cohort' | 'subscription'>): Plan | undefined {
  const { currentPrice: price } = subscription;
  const pricing = useQuery({ ...pricingQuery, enabled: price !== null });
  return pricing.data?.[cohort ?? 'public'].plans.find(
    ({ priceId, stripeProdPriceId, paypalProdPriceId }) =>
      price !== null && [priceId, stripeProdPriceId, paypalProdPriceId].includes(price),
  );
}
