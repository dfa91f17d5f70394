import type * as z from 'zod/mini';
import * as contract from '../../../shared/content/contract-documents.ts';
import { Limitations } from '../../../shared/content/contract.ts';
import { Catalogue, StoredAnnouncements } from '../../../shared/content/contract-store.ts';
import {
  announcementFaults,
  catalogueFaults,
  onboardingFaults,
} from '../../../shared/content/rules-documents.ts';
import { LIMITATIONS } from '../../../shared/content/rules.ts';
import type { FieldError } from '../../../shared/lib/problem.ts';
import * as areas from '../defaults/areas.ts';
import { FAQS } from '../defaults/faqs.ts';
import * as modals from '../defaults/modals.ts';
import { PRIVACY, TERMS } from '../defaults/pages.ts';
import { CATALOGUE } from '../defaults/pricing.ts';
import { sanitise } from './sanitise.ts';

/** A document: its schema, what is shipped, which field of it is HTML, and what a schema cannot say. */
export interface Kind<T> {
  readonly schema: z.ZodMiniType<T>;
  readonly shipped: T;
  readonly html?: keyof T & string;
  readonly faults?: (value: T) => readonly FieldError[];
}

const kind = <T>(schema: z.ZodMiniType<T>, shipped: T, more: Pick<Kind<T>, 'faults'> = {}): Kind<T> => ({
  schema,
  shipped,
  ...more,
});

/** A document whose `body` is HTML: as it is shown, shipped ones too. */
const page = <T extends { readonly body: string }>(schema: z.ZodMiniType<T>, shipped: T): Kind<T> => ({
  schema,
  shipped: { ...shipped, body: sanitise(shipped.body) },
  html: 'body',
});

/** Every document of the studio by its name (part 1 section 7 "Content service"; decisions 11). */
export const DOCUMENTS = {
  announcements: kind(StoredAnnouncements, areas.ANNOUNCEMENTS, { faults: announcementFaults }),
  'billboard-cancelled': kind(contract.Billboard, areas.BILLBOARD.cancelled),
  'billboard-legacy': kind(contract.Billboard, areas.BILLBOARD.legacy),
  'billboard-members': kind(contract.Billboard, areas.BILLBOARD.members),
  'billboard-ondemand': kind(contract.Billboard, areas.BILLBOARD.ondemand),
  'billing-area': kind(contract.BillingArea, areas.BILLING_AREA),
  faqs: kind(contract.Faqs, FAQS),
  'how-it-works': kind(contract.HowItWorks, modals.HOW_IT_WORKS),
  limitations: kind(Limitations, LIMITATIONS),
  'offboarding-modal': kind(contract.OffboardingModal, modals.OFFBOARDING),
  'onboarding-modal': kind(contract.OnboardingModal, modals.ONBOARDING, { faults: onboardingFaults }),
  pricing: kind(Catalogue, CATALOGUE, { faults: catalogueFaults }),
  privacy: page(contract.Page, PRIVACY),
  referral: kind(contract.ReferralContent, areas.REFERRAL),
  'studio-banner': page(contract.StudioBanner, areas.STUDIO_BANNER),
  terms: page(contract.Page, TERMS),
} as const;

export type DocumentName = keyof typeof DOCUMENTS;
export type DocumentOf<N extends DocumentName> = (typeof DOCUMENTS)[N]['shipped'];

export const DOCUMENT_NAMES = Object.keys(DOCUMENTS) as DocumentName[];

/** The name of a document, or undefined for anything else. */
export function documentName(text: string): DocumentName | undefined {
  return DOCUMENT_NAMES.find((name) => name === text);
}
