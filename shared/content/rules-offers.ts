import type { Catalogue } from './contract-store.ts';

/** The offers of these ids, in their order. */
export const pickOffers = <O extends { readonly id: string }>(
  offers: readonly O[],
  ids: readonly string[],
): O[] => ids.flatMap((id) => offers.filter((offer) => offer.id === id));

/** External offers that have a link. */
export const linkedOffers = <O extends { readonly link: string | null }>(
  offers: readonly O[],
): (O & { link: string })[] =>
  offers.flatMap(({ link, ...offer }) => (link === null ? [] : [{ ...offer, link }])) as (O & {
    link: string;
  })[];

interface Offered<P, B, O> {
  readonly plans: readonly P[];
  readonly bundles: readonly B[];
  readonly orchestras: readonly O[];
  readonly cohorts: Catalogue['cohorts'];
}

/** What a cohort is offered, in the order that is said for it (docs/product/content.md#offers). */
export function offersOf<
  P extends { readonly id: string },
  B extends { readonly id: string },
  O extends { readonly id: string; readonly link: string | null },
>({ plans, bundles, orchestras, cohorts }: Offered<P, B, O>, cohort: keyof Catalogue['cohorts']) {
  const chosen = cohorts[cohort];
  return {
    plans: pickOffers(plans, chosen.plans),
    bundles: pickOffers(bundles, chosen.bundles),
    orchestras: pickOffers(linkedOffers(orchestras), chosen.orchestras),
  };
}
