import { expect, test, vi } from 'vitest';
import { DOCUMENT_TEXTS } from '#shared/operator/content/texts-content.ts';
import { announcementsQuery, pricingQuery } from '../../content/api.ts';
import { PREVIEWS } from '../../operator/content/preview/previews.ts';
import { drawAnnouncements, drawPricing } from './draw-offers.tsx';
import { DRAWINGS } from './drawings.ts';
import { personOf } from './person.ts';
import type { Viewer } from '../../operator/content/preview/previews.ts';

// It needs a window.
vi.mock('../../content/html/sanitize-html.ts', () => ({}));

const look = (viewer: Viewer, part = '', flags: Readonly<Record<string, boolean>> = {}) => ({
  viewer,
  part,
  me: personOf(viewer, 'Europe/Lisbon'),
  studio: { flags } as never,
  now: Temporal.Instant.from('2026-11-25T12:00:00Z'),
});

test('each document is drawn, or it is said why not', () => {
  expect(Object.keys(PREVIEWS).toSorted()).toEqual(Object.keys(DOCUMENT_TEXTS).toSorted());
  const drawn = Object.entries(PREVIEWS).filter(([, preview]) => typeof preview !== 'string');
  expect(Object.keys(DRAWINGS).toSorted()).toEqual(drawn.map(([name]) => name).toSorted());
});

test.each([
  ['signup', 'client', 'public', false],
  ['trial', 'client', 'legacy', false],
  ['member', 'client', 'member', false],
  ['legacy', 'client', 'legacy', false],
  ['ondemand', 'client', 'ondemand', true],
  ['cancelled', 'client', 'cancelled', true],
  ['partner', 'partner', null, false],
  ['managed', 'managed', null, false],
] as const)('%s is a %s of the cohort %s', (viewer, role, cohort, has_limitations) => {
  expect(personOf(viewer, 'Europe/Lisbon')).toMatchObject({ role, cohort, has_limitations });
});

const announcement = (id: string, more: object = {}) => ({
  id,
  category: 'explore',
  header: id,
  subheader: '',
  template: 'strip',
  enabled: true,
  images: { big: null, medium: null, small_mobile: null },
  button: null,
  audience: { roles: ['client'], cohorts: ['member'] },
  ...more,
});

test('announcements are those of the screen and the person', () => {
  const announcements = [
    announcement('for-members'),
    announcement('elsewhere', { category: 'profile' }),
    announcement('off', { enabled: false }),
    announcement('large', { template: 'billboard' }),
    announcement('for-musicians', { audience: { roles: ['partner'], cohorts: [] } }),
  ] as never;
  const ids = (...of: Parameters<typeof look>) => {
    const known = new Map<unknown, unknown>(drawAnnouncements({ announcements }, look(...of)).known);
    const found = known.get(announcementsQuery.queryKey) as { id: string }[];
    return found.map(({ id }) => id.replace('preview ', ''));
  };
  expect(ids('member', 'explore')).toEqual(['for-members']);
  expect(ids('member', 'explore', { 'pro-explore-filters': true })).toEqual(['for-members', 'large']);
  expect(ids('member', 'profile')).toEqual(['elsewhere']);
  expect(ids('ondemand', 'explore')).toEqual([]);
  expect(ids('partner', 'explore')).toEqual(['for-musicians']);
});

const bundle = (id: string, trial?: boolean) => ({
  id,
  price: 0,
  credits: 0,
  ...(trial !== undefined && { trial }),
});
const chosen = { plans: [], bundles: [], orchestras: [] };

test('offers are those of the cohort, as the studio sells them', () => {
  const catalogue = {
    plans: [{ id: 'studio-2', name: 'Studio 2', isAnnual: false, tier: 2 }],
    bundles: [bundle('with-trial', true), bundle('without', false)],
    orchestras: [
      { id: 'linked', link: 'https://example.com' },
      { id: 'unlinked', link: null },
    ],
    cohorts: {
      public: { ...chosen, bundles: ['with-trial', 'without'], orchestras: ['unlinked', 'linked'] },
      cancelled: chosen,
      ondemand: chosen,
      legacy: chosen,
      member: { ...chosen, plans: ['studio-2'] },
    },
    regions: [],
  } as never;
  const { known, at } = drawPricing(catalogue, look('signup', '', { 'free-trial': false }));
  expect(at).toBe('/payment-details');
  const pricing = known.find(([key]) => key === pricingQuery.queryKey)?.[1];
  expect(pricing).toMatchObject({
    public: { bundles: [{ id: 'without' }], orchestras: [{ id: 'linked' }] },
    member: { plans: [{ id: 'studio-2', priceId: 'studio-2' }] },
  });
  const [own] = drawPricing(catalogue, look('member')).known;
  expect(own?.[1]).toMatchObject({ subscription: { planName: 'Studio 2', tierNumber: 2 } });
});
