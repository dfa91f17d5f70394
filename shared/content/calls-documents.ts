import { get } from '../lib/call.ts';

export const getOnboardingModal = get('/content/onboarding-modal');
export const getHowItWorks = get('/content/how-it-works');
export const getOffboardingModal = get('/content/offboarding-modal');
export const getServiceUpdate = get('/content/service-update');
export const getStudioBanner = get('/content/studio-banner');
export const getReferralContent = get('/content/referral');
export const getBillingArea = get('/content/billing-area');
export const getFaqs = get('/content/faqs');
export const getBillboard = get('/content/billboard');
export const getPricing = get('/content/pricing-v4');
export const getPricingCatalogue = get('/content/pricing-catalogue');
export const getPricingPlans = get('/content/pricing-plans');
export const getPage = get('/content/pages/:page');
export const getAnnouncements = get('/api/v2/announcements');
