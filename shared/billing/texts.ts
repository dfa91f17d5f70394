/** The texts of /payment-details (docs/product/billing.md#payment-details). */
export const OFFERS = {
  title: 'Pick your offer',
  saleTitle: 'Cyber Monday deals',
  bundles: 'Bundles',
  joinFree: 'JOIN FREE',
  busy: 'GETTING STARTED...',
  noCard: 'No credit card required',
} as const;

/** The thank-you screen's heading. */
export const thanks = (name: string): string => `Nice, ${name}!`;

/** Its button, by the trial flag. */
export const bookFirst = (freeTrial: boolean): string =>
  freeTrial ? 'BOOK YOUR FREE SESSION' : 'BOOK YOUR FIRST SESSION';
