import { HOW_IT_WORKS } from '#server/content/defaults/modals.ts';
import { CATALOGUE } from '#server/content/defaults/pricing.ts';
import { ANNOUNCEMENTS } from '#server/content/defaults/areas.ts';
import { setFlag, writeDocument } from '#server/content/service.ts';
import { STUDIO_NAME } from '#shared/lib/studio-name.ts';
import type { DemoContext } from './context.ts';

const mail = (to: string, subject: string): string =>
  `mailto:${to}@studio.example?subject=${encodeURIComponent(subject)}`;

/** Contacts, external offers, and what the demo shows that is off elsewhere; a real studio configures its own. */
export async function makeContent(demo: DemoContext): Promise<void> {
  const ctx = demo.ctxAt(demo.now);
  await writeDocument(ctx, 'how-it-works', {
    ...HOW_IT_WORKS,
    customer_success: {
      name: 'Robin Calder',
      title: 'Head of Customer Success',
      body: 'I would like to get to know you and your music. Tell me what you are working on and I will point you to the right people and show you around.',
      call: { copy: 'Book a call', url: mail('hello', 'Book a call') },
      webinar: { copy: 'Save your seat', url: mail('hello', 'Free webinar') },
    },
  });
  const orchestras = CATALOGUE.orchestras.map((offer) => ({
    ...offer,
    link: mail('orchestras', offer.title),
  }));
  await writeDocument(ctx, 'pricing', { ...CATALOGUE, orchestras });
  await setFlag(ctx, 'pro-explore-filters', true);
  await setFlag(ctx, 'public-musician-pages', true);
  await writeDocument(ctx, 'announcements', {
    announcements: ANNOUNCEMENTS.announcements.map((one) =>
      one.id === 'yearly-plans'
        ? {
            ...one,
            template: 'billboard' as const,
            enabled: true,
            audience: {
              roles: ['client' as const],
              cohorts: ['public' as const, 'ondemand' as const, 'cancelled' as const],
            },
          }
        : one,
    ),
  });
  await writeDocument(ctx, 'company', {
    name: `${STUDIO_NAME} Demo Studio (not a real company)`,
    address: ['1 Example Street', '1000-001 Lisbon'],
    country: 'PT',
    vat_number: 'PT999999999',
    registration: 'Made up for the demo',
  });
}
