import * as documents from '#shared/content/contract-documents.ts';
import { getPicture } from '#shared/content/contract-pictures.ts';
import * as contract from '#shared/content/contract.ts';
import { serve, type Bound } from '../http/bind.ts';
import { readPicture } from './pictures/read.ts';
import * as content from './service.ts';
import * as documentVerbs from './documents/get.ts';

export const routes: readonly Bound[] = [
  serve(contract.getStudio, (ctx) => content.studio(ctx)),
  serve(contract.getLimitations, (ctx) => content.getLimitationsResponse(ctx)),
  serve(documents.getOnboardingModal, (ctx) => documentVerbs.getDocument(ctx, 'onboarding-modal')),
  serve(documents.getHowItWorks, (ctx) => documentVerbs.getDocument(ctx, 'how-it-works')),
  serve(documents.getOffboardingModal, (ctx) => documentVerbs.getDocument(ctx, 'offboarding-modal')),
  serve(documents.getServiceUpdate, (ctx) => documentVerbs.getDocument(ctx, 'service-update')),
  serve(documents.getStudioBanner, (ctx) => documentVerbs.getDocument(ctx, 'studio-banner')),
  serve(documents.getReferralContent, (ctx) => documentVerbs.getReferral(ctx)),
  serve(documents.getBillingArea, (ctx) => documentVerbs.getDocument(ctx, 'billing-area')),
  serve(documents.getFaqs, (ctx) => documentVerbs.getFaqs(ctx)),
  serve(documents.getBillboard, documentVerbs.getBillboard),
  serve(getPicture, readPicture),
  serve(documents.getPage, documentVerbs.getPage),
];
