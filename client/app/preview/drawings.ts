import type { Draw } from './drawing.ts';
import { drawHowItWorks, drawOffboarding, drawOnboarding, drawServiceUpdate } from './draw-modals.tsx';
import { drawAnnouncements, drawBillboard, drawPricing } from './draw-offers.tsx';
import { drawBanner, drawFaqs, drawPrivacy, drawReferral, drawTerms } from './draw-pages.tsx';
import { drawBillingArea, drawCompany, drawLimitations } from './draw-parts.tsx';

/** How each document is drawn; `vat` shows nowhere. */
export const DRAWINGS: Readonly<Record<string, Draw<never>>> = {
  announcements: drawAnnouncements,
  'billboard-cancelled': drawBillboard,
  'billboard-legacy': drawBillboard,
  'billboard-members': drawBillboard,
  'billboard-ondemand': drawBillboard,
  'billing-area': drawBillingArea,
  company: drawCompany,
  faqs: drawFaqs,
  'how-it-works': drawHowItWorks,
  limitations: drawLimitations,
  'offboarding-modal': drawOffboarding,
  'onboarding-modal': drawOnboarding,
  pricing: drawPricing,
  privacy: drawPrivacy,
  referral: drawReferral,
  'service-update': drawServiceUpdate,
  'studio-banner': drawBanner,
  terms: drawTerms,
};
