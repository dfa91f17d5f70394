import type * as z from 'zod/mini';
import type * as contract from '#shared/content/contract-documents.ts';
import type { Catalogue, StoredAnnouncements } from '#shared/content/contract-store.ts';
import { billboardOf, isForPerson } from '#shared/content/rules-documents.ts';
import { offersOf } from '#shared/content/rules-offers.ts';
import { filterByTrial } from '#shared/content/rules-trial.ts';
import { FLAG_DEFAULTS, LIMITATIONS } from '#shared/content/rules.ts';
import { paymentConfigQuery } from '../../billing/area-api.ts';
import { PaymentDetailsPage } from '../../billing/join/PaymentDetailsPage.tsx';
import { PlansModal } from '../../billing/plans/PlansModal.tsx';
import { announcementsQuery, billboardQuery, pricingQuery } from '../../content/api.ts';
import { Announcements } from '../../content/announcements/Announcements.tsx';
import { Billboard } from '../../content/announcements/Billboard.tsx';
import { meQuery } from '../../lib/session.ts';
import type { Draw } from './drawing.ts';
import { Screen } from './Screen.tsx';
import { Nothing } from './Nothing.tsx';

type Place = contract.Announcement['category'];

export const drawAnnouncements: Draw<z.infer<typeof StoredAnnouncements>> = (
  { announcements },
  { part, me, studio },
) => {
  const withBillboards =
    part === 'explore' && (studio?.flags['pro-explore-filters'] ?? FLAG_DEFAULTS['pro-explore-filters']);
  const shown = announcements
    .filter((one) => one.enabled && one.category === part && isForPerson(one, me))
    .filter(({ template }) => withBillboards || template !== 'billboard');
  return {
    // Under ids of their own: what the operator has dismissed in this browser is shown nevertheless.
    known: [[announcementsQuery.queryKey, shown.map((one) => ({ ...one, id: `preview ${one.id}` }))]],
    screen:
      shown.length === 0 ? (
        <Nothing>They see no announcement on this screen.</Nothing>
      ) : (
        <Screen>
          <Announcements place={part as Place} withBillboards={withBillboards} loading={null}>
            {null}
          </Announcements>
        </Screen>
      ),
  };
};

export const drawBillboard: Draw<z.infer<typeof contract.Billboard>> = (value, { me }) => ({
  known: [[billboardQuery(billboardOf(me.cohort) ?? 'members').queryKey, value]],
  screen: (
    <Screen width="profile">
      <Billboard cohort={me.cohort} />
    </Screen>
  ),
});

const COHORTS = ['public', 'cancelled', 'ondemand', 'legacy', 'member'] as const;

const priced = <O extends { readonly id: string }>(offer: O) => ({
  ...offer,
  priceId: offer.id,
  stripeProdPriceId: offer.id,
  paypalProdPriceId: null,
});

/** Every offer is drawn as one that has its price at the provider. */
export const drawPricing: Draw<Catalogue> = (value, { viewer, me, studio }) => {
  const trial = studio?.flags['free-trial'] ?? FLAG_DEFAULTS['free-trial'];
  const catalogue = {
    ...value,
    plans: value.plans.map(priced),
    bundles: filterByTrial(value.bundles, trial).map(priced),
  };
  const offers = Object.fromEntries(COHORTS.map((cohort) => [cohort, offersOf(catalogue, cohort)]));
  const own = me.subscription.isSubscribed
    ? catalogue.plans.find(({ id }) => isOwn(value, id, me))
    : undefined;
  const subscription = {
    ...me.subscription,
    ...(own !== undefined && planOf(own)),
  };
  return {
    known: [
      [meQuery.queryKey, { ...me, subscription }],
      [pricingQuery.queryKey, { ...offers, ondemandLimitations: LIMITATIONS }],
      [paymentConfigQuery.queryKey, CARDS],
    ],
    screen: viewer === 'signup' ? <PaymentDetailsPage /> : <PlansModal onClose={() => {}} />,
    ...(viewer === 'signup' && { at: '/payment-details' }),
  };
};

const planOf = ({ id, name, isAnnual, tier }: Catalogue['plans'][number]) => ({
  planName: name,
  isAnnual,
  tierNumber: tier,
  currentPrice: id,
  paymentsProvider: 'stripe',
});

/** A member is on the first plan that members are offered. */
const isOwn = ({ cohorts }: Catalogue, id: string, { cohort }: { readonly cohort: string | null }): boolean =>
  cohorts[cohort === 'member' ? 'member' : 'legacy'].plans[0] === id;

const CARDS = { stripe: { publishable_key: '', api_origin: null, sandbox: false }, paypal: null };
