import type { StoredBundle, StoredPlan } from '#shared/content/contract-documents.ts';
import type { Catalogue, StoredOrchestra } from '#shared/content/contract-store.ts';

const bullets = (...lines: readonly (readonly [icon: string, bullet: string])[]) =>
  lines.map(([icon, bullet]) => ({ icon, bullet }));

const MEMBER = [
  ['check', 'Book any time, before everyone else'],
  ['download', 'Files at once, stored indefinitely'],
] as const;

type Tier = Pick<StoredPlan, 'tier' | 'price' | 'credits' | 'isAnnual'> & {
  readonly highlighted?: boolean;
  readonly rollover?: boolean;
  readonly fits: string;
};

/** A plan of the default catalogue, named by its credits. */
function studioPlan({ tier, price, credits, isAnnual, highlighted, rollover, fits }: Tier): StoredPlan {
  const name = `Studio ${credits}`;
  const each = (price / credits).toFixed(price % credits === 0 ? 0 : 2);
  return {
    id: `studio_${credits}`,
    title: name,
    name,
    price,
    old_price: null,
    credits,
    tier,
    isAnnual,
    highlighted: highlighted ?? false,
    has_rollover: rollover ?? false,
    bullets: bullets(
      ['star', `${credits} credits per ${isAnnual ? 'year' : 'month'}, $${each} each`],
      ...(isAnnual ? ([['sessions', 'A year of credits at once']] as const) : []),
      rollover ? ['check', 'Unused credits roll over'] : ['person', fits],
      ...MEMBER,
    ),
    stripeProdPriceId: null,
    paypalProdPriceId: null,
  };
}

const MONTHLY: readonly StoredPlan[] = [
  studioPlan({ tier: 1, price: 99, credits: 2, isAnnual: false, fits: 'For a song now and then' }),
  studioPlan({
    tier: 2,
    price: 199,
    credits: 5,
    isAnnual: false,
    highlighted: true,
    rollover: true,
    fits: '',
  }),
  studioPlan({ tier: 3, price: 349, credits: 10, isAnnual: false, rollover: true, fits: '' }),
];
const YEARLY: readonly StoredPlan[] = [
  studioPlan({ tier: 1, price: 1068, credits: 24, isAnnual: true, fits: 'For a song every other month' }),
  studioPlan({ tier: 2, price: 2148, credits: 60, isAnnual: true, fits: 'For an album in a year' }),
  studioPlan({ tier: 3, price: 3768, credits: 120, isAnnual: true, fits: 'For studios and busy producers' }),
];

const BUNDLES: readonly StoredBundle[] = [
  {
    id: 'free-trial',
    trial: true,
    title: 'Free trial',
    price: 0,
    credits: 0,
    pricing_bundle: bullets(
      ['star', '1 credit for your first session'],
      ['check', '14 days to book it'],
      ['check', 'No card, no obligation'],
    ),
  },
  {
    id: 'free-start',
    trial: false,
    title: 'On demand',
    price: 0,
    credits: 0,
    pricing_bundle: bullets(
      ['star', 'Buy credits when you need them'],
      ['person', 'No membership needed'],
      ['check', 'No card, no obligation'],
    ),
  },
  {
    id: 'bundle-3',
    title: '3 credits',
    price: 219,
    credits: 3,
    pricing_bundle: bullets(
      ['star', '3 credits, $73 each'],
      ['check', 'They never expire'],
      ['person', 'No membership needed'],
    ),
  },
  {
    id: 'bundle-10',
    title: '10 credits',
    price: 690,
    credits: 10,
    pricing_bundle: bullets(
      ['star', '10 credits, $69 each'],
      ['check', 'They never expire'],
      ['person', 'No membership needed'],
    ),
  },
];

/** Not offered until it has a link. */
const ORCHESTRAS: readonly StoredOrchestra[] = [
  {
    id: 'string-orchestra',
    title: 'String orchestra',
    price: 1900,
    link: null,
    pricing_external: bullets(
      ['sessions', '22 players in one room, up to 4 minutes of music'],
      ['download', 'Close and room microphones as separate files'],
      ['person', 'Conductor and copyist included'],
    ),
  },
  {
    id: 'symphony-orchestra',
    title: 'Symphony orchestra',
    price: 4900,
    link: null,
    pricing_external: bullets(
      ['sessions', '52 players in a concert hall, up to 4 minutes of music'],
      ['download', 'All sections as separate files, and a reference mix'],
      ['person', 'Conductor and copyist included'],
    ),
  },
];

const ids = (offers: readonly { readonly id: string }[]) => offers.map(({ id }) => id);
const ALL_PLANS = ids([...MONTHLY, ...YEARLY]);
const PAID_BUNDLES = ['bundle-3', 'bundle-10'];

/** The default catalogue (docs/product/content.md#offers). */
export const CATALOGUE: Catalogue = {
  plans: [...MONTHLY, ...YEARLY],
  bundles: [...BUNDLES],
  orchestras: [...ORCHESTRAS],
  cohorts: {
    public: { plans: ALL_PLANS, bundles: ids(BUNDLES), orchestras: ids(ORCHESTRAS) },
    cancelled: { plans: ALL_PLANS, bundles: PAID_BUNDLES, orchestras: ids(ORCHESTRAS) },
    ondemand: { plans: ALL_PLANS, bundles: PAID_BUNDLES, orchestras: ids(ORCHESTRAS) },
    // Includes people on trial, who choose among the memberships.
    legacy: { plans: ALL_PLANS, bundles: [], orchestras: ids(ORCHESTRAS) },
    member: { plans: ALL_PLANS, bundles: [], orchestras: ids(ORCHESTRAS) },
  },
  regions: [],
};
