import { queryOptions } from '@tanstack/react-query';
import {
  getAnnouncements,
  getBillboard,
  getFaqs,
  getHowItWorks,
  getPage,
  getPricing,
  getStudioBanner,
} from '#shared/content/calls-documents.ts';
import type { BILLBOARDS } from '#shared/content/contract-documents.ts';
import { call } from '../lib/api.ts';

/** Content changes rarely; ETags make a refetch cheap. */
const RARELY_CHANGED = { staleTime: 5 * 60_000 } as const;

/** Content of the "How it works" modal. */
export const howItWorksQuery = queryOptions({
  queryKey: ['content', 'how-it-works'],
  queryFn: async ({ signal }) => call(getHowItWorks, {}, { signal }),
  ...RARELY_CHANGED,
});

/** The offers of each cohort. */
export const pricingQuery = queryOptions({
  queryKey: ['content', 'pricing-v4'],
  queryFn: async ({ signal }) => call(getPricing, { query: { mode: 'studio' } }, { signal }),
  ...RARELY_CHANGED,
});

/** Questions people ask. */
export const faqsQuery = queryOptions({
  queryKey: ['content', 'faqs'],
  queryFn: async ({ signal }) => (await call(getFaqs, {}, { signal })).faqs,
  ...RARELY_CHANGED,
});

/** The privacy policy or the terms: HTML. */
export const pageQuery = (page: 'privacy' | 'terms') =>
  queryOptions({
    queryKey: ['content', 'pages', page],
    queryFn: async ({ signal }) => call(getPage, { params: { page } }, { signal }),
    ...RARELY_CHANGED,
  });

/** The studio's banner: HTML. */
export const studioBannerQuery = queryOptions({
  queryKey: ['content', 'studio-banner'],
  queryFn: async ({ signal }) => call(getStudioBanner, {}, { signal }),
  ...RARELY_CHANGED,
});

/** Announcements for the signed-in person. */
export const announcementsQuery = queryOptions({
  queryKey: ['announcements'],
  queryFn: async ({ signal }) => (await call(getAnnouncements, {}, { signal })).announcements,
  ...RARELY_CHANGED,
});

/** The billboard of a cohort. */
export const billboardQuery = (variant: (typeof BILLBOARDS)[number]) =>
  queryOptions({
    queryKey: ['content', 'billboard', variant],
    queryFn: async ({ signal }) => call(getBillboard, { query: { variant } }, { signal }),
    ...RARELY_CHANGED,
  });
