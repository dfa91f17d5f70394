import * as documents from '#shared/content/contract-documents.ts';
import { getPicture } from '#shared/content/contract-pictures.ts';
import * as contract from '#shared/content/contract.ts';
import { serve, type Bound } from '../http/bind.ts';
import { showPicture } from './pictures/show.ts';
import * as content from './service.ts';
import * as show from './show.ts';

export const routes: readonly Bound[] = [
  serve(contract.getStudio, (ctx) => content.studio(ctx)),
  serve(contract.getLimitations, (ctx) => content.showLimitations(ctx)),
  serve(documents.getOnboardingModal, (ctx) => show.showDocument(ctx, 'onboarding-modal')),
  serve(documents.getHowItWorks, (ctx) => show.showDocument(ctx, 'how-it-works')),
  serve(documents.getOffboardingModal, (ctx) => show.showDocument(ctx, 'offboarding-modal')),
  serve(documents.getStudioBanner, (ctx) => show.showDocument(ctx, 'studio-banner')),
  serve(documents.getReferralContent, (ctx) => show.showReferral(ctx)),
  serve(documents.getBillingArea, (ctx) => show.showDocument(ctx, 'billing-area')),
  serve(documents.getFaqs, (ctx) => show.showFaqs(ctx)),
  serve(documents.getBillboard, show.showBillboard),
  serve(getPicture, showPicture),
  serve(documents.getPage, show.showPage),
  serve(documents.getPricing, (ctx) => show.showPricing(ctx)),
  serve(documents.getPricingCatalogue, show.showPricingCatalogue),
  serve(documents.getPricingPlans, show.showPricingPlans),
];
