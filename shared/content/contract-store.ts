import * as z from 'zod/mini';
import { Announcement, Link, Orchestra, StoredBundle, StoredPlan } from './contract-documents.ts';

/** Documents that are stored in another shape than shown: offers once for all cohorts, announcements with audience. */
const OfferId = z.string().check(z.maxLength(64));
const Chosen = z.object({
  plans: z.array(OfferId).check(z.maxLength(50)),
  bundles: z.array(OfferId).check(z.maxLength(50)),
  orchestras: z.array(OfferId).check(z.maxLength(50)),
});

/** An external offer; not shown without a link. */
const StoredOrchestra = z.object({ ...Orchestra.shape, link: z.nullable(Link) });
export type StoredOrchestra = z.infer<typeof StoredOrchestra>;

/** All offers, and which of them each cohort sees (docs/product/content.md#offers). */
export const Catalogue = z.object({
  plans: z.array(StoredPlan).check(z.maxLength(50)),
  bundles: z.array(StoredBundle).check(z.maxLength(50)),
  orchestras: z.array(StoredOrchestra).check(z.maxLength(50)),
  cohorts: z.object({ public: Chosen, cancelled: Chosen, ondemand: Chosen, legacy: Chosen, member: Chosen }),
  /** Replaces bundles and orchestras for countries; the first region that names a country counts. */
  regions: z
    .array(
      z.object({
        /** ISO 3166-1 alpha-2. */
        countries: z
          .array(z.string().check(z.regex(/^[A-Z]{2}$/, 'A country code like PT.')))
          .check(z.minLength(1), z.maxLength(250)),
        bundles: z.array(OfferId).check(z.maxLength(50)),
        orchestras: z.array(OfferId).check(z.maxLength(50)),
      }),
    )
    .check(z.maxLength(50)),
});
export type Catalogue = z.infer<typeof Catalogue>;

/** Whom an announcement is for: roles, and cohorts of clients. */
const Audience = z.object({
  roles: z.array(z.enum(['client', 'partner', 'managed'])).check(z.minLength(1)),
  cohorts: z.array(z.enum(['public', 'ondemand', 'cancelled', 'member', 'legacy'])),
});

export const StoredAnnouncement = z.extend(Announcement, { audience: Audience });
export const StoredAnnouncements = z.object({
  announcements: z.array(StoredAnnouncement).check(z.maxLength(50)),
});
export type StoredAnnouncement = z.infer<typeof StoredAnnouncement>;

/** 2300 is 23 %. */
export const BasisPoints = z.int().check(z.minimum(0), z.maximum(10_000));

/** VAT rates by country (ISO 3166-1 alpha-2) in basis points: 2300 is 23 % (docs/product/invoices.md#vat). */
export const Vat = z.object({
  rates: z.record(z.string().check(z.regex(/^[A-Z]{2}$/, 'A country code like PT.')), BasisPoints),
  /** docs/product/invoices.md#reverse-charge */
  reverse_charge: z.boolean(),
});
export type Vat = z.infer<typeof Vat>;

/** The seller as printed on invoices (docs/product/invoices.md#seller). */
export const Company = z.object({
  /** Legal name; empty: not set. */
  name: z.string().check(z.maxLength(255)),
  address: z.array(z.string().check(z.minLength(1), z.maxLength(255))).check(z.maxLength(6)),
  country: z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/, 'A country code like PT.'))),
  vat_number: z.string().check(z.maxLength(64)),
  /** Where the company is registered, and under which number. */
  registration: z.string().check(z.maxLength(255)),
});
export type Company = z.infer<typeof Company>;
