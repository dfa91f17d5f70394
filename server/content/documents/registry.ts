import type * as z from 'zod/mini';
import * as contract from '#shared/content/contract-documents.ts';
import { Limitations } from '#shared/content/contract.ts';
import { Catalogue, Company, StoredAnnouncements, Vat } from '#shared/content/contract-store.ts';
import {
  announcementErrors,
  catalogueErrors,
  companyErrors,
  onboardingErrors,
  vatErrors,
} from '#shared/content/rules-documents.ts';
import { LIMITATIONS } from '#shared/content/rules.ts';
import type { FieldError } from '#shared/lib/problem.ts';
import * as areas from '../defaults/areas.ts';
import { COMPANY, VAT } from '../defaults/billing.ts';
import { FAQS } from '../defaults/faqs.ts';
import * as modals from '../defaults/modals.ts';
import { PRIVACY, TERMS } from '../defaults/pages.ts';
import { CATALOGUE } from '../defaults/pricing.ts';
import { sanitize } from './sanitize.ts';

/** A kind of document; `html`: its field of HTML; `findErrors`: what the schema cannot find. */
export interface DocumentKind<T> {
  readonly schema: z.ZodMiniType<T>;
  readonly shipped: T;
  readonly html?: keyof T & string;
  readonly findErrors?: (value: T) => readonly FieldError[];
}

const kind = <T>(
  schema: z.ZodMiniType<T>,
  shipped: T,
  more: Pick<DocumentKind<T>, 'findErrors'> = {},
): DocumentKind<T> => ({
  schema,
  shipped,
  ...more,
});

/** A document whose `body` is HTML; the shipped one is sanitized too, when it is first shown. */
function page<T extends { readonly body: string }>(schema: z.ZodMiniType<T>, shipped: T): DocumentKind<T> {
  let sanitized: T | undefined;
  return {
    schema,
    get shipped() {
      sanitized ??= { ...shipped, body: sanitize(shipped.body) };
      return sanitized;
    },
    html: 'body',
  };
}

/** Every document by name (docs/product/content.md#documents). */
export const DOCUMENTS = {
  announcements: kind(StoredAnnouncements, areas.ANNOUNCEMENTS, { findErrors: announcementErrors }),
  'billboard-cancelled': kind(contract.Billboard, areas.BILLBOARD.cancelled),
  'billboard-legacy': kind(contract.Billboard, areas.BILLBOARD.legacy),
  'billboard-members': kind(contract.Billboard, areas.BILLBOARD.members),
  'billboard-ondemand': kind(contract.Billboard, areas.BILLBOARD.ondemand),
  'billing-area': kind(contract.BillingArea, areas.BILLING_AREA),
  company: kind(Company, COMPANY, { findErrors: companyErrors }),
  faqs: kind(contract.Faqs, FAQS),
  'how-it-works': kind(contract.HowItWorks, modals.HOW_IT_WORKS),
  limitations: kind(Limitations, LIMITATIONS),
  'offboarding-modal': kind(contract.OffboardingModal, modals.OFFBOARDING),
  'onboarding-modal': kind(contract.OnboardingModal, modals.ONBOARDING, { findErrors: onboardingErrors }),
  pricing: kind(Catalogue, CATALOGUE, { findErrors: catalogueErrors }),
  privacy: page(contract.Page, PRIVACY),
  referral: kind(contract.ReferralContent, areas.REFERRAL),
  'service-update': kind(contract.ServiceUpdate, modals.SERVICE_UPDATE),
  'studio-banner': page(contract.StudioBanner, areas.STUDIO_BANNER),
  terms: page(contract.Page, TERMS),
  vat: kind(Vat, VAT, { findErrors: vatErrors }),
} as const;

export type DocumentName = keyof typeof DOCUMENTS;
export type DocumentOf<N extends DocumentName> = (typeof DOCUMENTS)[N]['shipped'];

export const DOCUMENT_NAMES = Object.keys(DOCUMENTS) as DocumentName[];

/** A document's name; undefined for anything else. */
export function documentName(text: string): DocumentName | undefined {
  return DOCUMENT_NAMES.find((name) => name === text);
}
