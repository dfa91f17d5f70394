import { joinBundle } from '#shared/billing/contract.ts';
import * as content from '#shared/content/contract-documents.ts';
import { getPicture } from '#shared/content/contract-pictures.ts';
import { plainRow, type AccessRow } from './row.ts';

/** Content is public; announcements and bundles need a login. */
export const CONTENT: readonly AccessRow[] = [
  plainRow(content.getOnboardingModal, () => ({})),
  plainRow(content.getHowItWorks, () => ({})),
  plainRow(content.getOffboardingModal, () => ({})),
  plainRow(content.getServiceUpdate, () => ({})),
  plainRow(content.getStudioBanner, () => ({})),
  plainRow(content.getReferralContent, () => ({})),
  plainRow(content.getBillingArea, () => ({})),
  plainRow(content.getFaqs, () => ({})),
  plainRow(content.getBillboard, () => ({ query: { variant: 'members' as const } })),
  plainRow(content.getPage, () => ({ params: { page: 'terms' as const } })),
  plainRow(getPicture, () => ({ params: { file: 'none.webp' } })),
  plainRow(content.getPricing, () => ({})),
  plainRow(content.getPricingCatalogue, () => ({ query: { country: 'PT' } })),
  plainRow(content.getPricingPlans, () => ({})),
  plainRow(content.getAnnouncements, () => ({})),
  plainRow(joinBundle, () => ({ body: { bundle_id: 'free-trial' } })),
];
