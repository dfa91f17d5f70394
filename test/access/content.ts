import { joinBundle } from '#shared/billing/contract.ts';
import * as content from '#shared/content/contract-documents.ts';
import { getPicture } from '#shared/content/contract-pictures.ts';
import { open, type AccessRow } from './row.ts';

/** Content is public; announcements and bundles need a login. */
export const CONTENT: readonly AccessRow[] = [
  open(content.getOnboardingModal, () => ({})),
  open(content.getHowItWorks, () => ({})),
  open(content.getOffboardingModal, () => ({})),
  open(content.getStudioBanner, () => ({})),
  open(content.getReferralContent, () => ({})),
  open(content.getBillingArea, () => ({})),
  open(content.getFaqs, () => ({})),
  open(content.getBillboard, () => ({ query: { variant: 'members' as const } })),
  open(content.getPage, () => ({ params: { page: 'terms' as const } })),
  open(getPicture, () => ({ params: { file: 'none.webp' } })),
  open(content.getPricing, () => ({})),
  open(content.getPricingCatalogue, () => ({ query: { country: 'PT' } })),
  open(content.getPricingPlans, () => ({})),
  open(content.getAnnouncements, () => ({})),
  open(joinBundle, () => ({ body: { bundle_id: 'free-trial' } })),
];
