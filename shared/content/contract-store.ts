import * as z from 'zod/mini';
import { Announcement, Bundle, Orchestra, Plan } from './contract-documents.ts';

/**
 * Documents that are kept in another shape than they are read in: an offer stands once, however many cohorts see it;
 * an announcement says for whom it is.
 */
const Chosen = z.object({
  plans: z.array(z.string()).check(z.maxLength(50)),
  bundles: z.array(z.string()).check(z.maxLength(50)),
  orchestras: z.array(z.string()).check(z.maxLength(50)),
});

/** All offers, and which of them each cohort sees (part 1 section 7; decisions 8). */
export const Catalogue = z.object({
  plans: z.array(Plan).check(z.maxLength(50)),
  bundles: z.array(Bundle).check(z.maxLength(50)),
  orchestras: z.array(Orchestra).check(z.maxLength(50)),
  cohorts: z.object({ public: Chosen, cancelled: Chosen, ondemand: Chosen, legacy: Chosen, member: Chosen }),
  /** What a region is offered instead of the cohort's bundles and orchestras; the first that names a country counts. */
  regions: z
    .array(
      z.object({
        /** ISO 3166-1 alpha-2. */
        countries: z
          .array(z.string().check(z.regex(/^[A-Z]{2}$/, 'A country code like PT.')))
          .check(z.minLength(1), z.maxLength(250)),
        bundles: z.array(z.string()).check(z.maxLength(50)),
        orchestras: z.array(z.string()).check(z.maxLength(50)),
      }),
    )
    .check(z.maxLength(50)),
});
export type Catalogue = z.infer<typeof Catalogue>;

/** For whom an announcement is: the roles, and of the clients the cohorts. */
const Audience = z.object({
  roles: z.array(z.enum(['client', 'partner', 'managed'])).check(z.minLength(1)),
  cohorts: z.array(z.enum(['public', 'ondemand', 'cancelled', 'member', 'legacy'])),
});

export const StoredAnnouncement = z.extend(Announcement, { audience: Audience });
export const StoredAnnouncements = z.object({
  announcements: z.array(StoredAnnouncement).check(z.maxLength(50)),
});
export type StoredAnnouncement = z.infer<typeof StoredAnnouncement>;
