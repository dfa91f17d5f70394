import { createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import type { PaymentSearch } from '../../billing/join/payment-search.ts';
import { readBookingSearch } from '../../booking/hold/booking-search.ts';
import { readExploreSearch } from '../../explore/explore-search.ts';
import { FailedPage, FailedPanel } from './FailedScreen.tsx';
import { Guarded } from './Guarded.tsx';
import { load } from './prefetch.ts';
import { PendingPanel, PendingScreen } from './PendingScreen.tsx';
import { landingPath } from '#shared/accounts/rules.ts';
import { commonRoutes, signedInGuard } from './routes.tsx';
import { signUpRoutes } from './routes-open.tsx';
import { readSessionsSearch, withQuery } from '../../lib/search.ts';
import { meQuery, studioQuery } from '../../lib/session.ts';
import { screenCode } from './screen-code.ts';

const { root, open, signedIn, index, profile, unknown } = commonRoutes();

/** Explore is a layout: the list stays, the booking panel slides over it. */
const explore = createRoute({
  getParentRoute: () => signedIn,
  path: '/explore',
  validateSearch: readExploreSearch,
  staticData: { prefetch: 'explore' },
  staleTime: Infinity,
  loader: (target) => load('explore', target),
  beforeLoad: ({ context: { me }, location: { searchStr } }) => {
    if (me.role !== 'client')
      throw redirect({ href: withQuery(landingPath(me.role), searchStr), replace: true });
  },
  component: lazyRouteComponent(() => screenCode(import('../../explore/ExplorePage.tsx')), 'ExplorePage'),
});

const booking = createRoute({
  getParentRoute: () => explore,
  path: '/$slug',
  validateSearch: readBookingSearch,
  staticData: { prefetch: 'booking' },
  staleTime: Infinity,
  loader: (target) => load('booking', target),
  component: lazyRouteComponent(
    () => screenCode(import('../../booking/form/BookingPanel.tsx')),
    'BookingPanel',
  ),
  pendingComponent: PendingPanel,
  errorComponent: FailedPanel,
});

/** A musician's page; without a login only where the studio shows its pages to all. */
const musician = createRoute({
  getParentRoute: () => root,
  path: '/musicians/$slug',
  beforeLoad: async ({ context, location }) => {
    const me = await context.queryClient.ensureQueryData(meQuery);
    if (me && me.role !== 'client')
      throw redirect({ href: withQuery(landingPath(me.role), location.searchStr), replace: true });
    if (me && me.status !== 'signup') return;
    const studio = await context.queryClient.ensureQueryData(studioQuery);
    // Not by lib/flags.ts: the library of flags would be loaded before every login.
    if (studio.flags['public-musician-pages'] !== true) await signedInGuard(context, location);
  },
  component: lazyRouteComponent(() => screenCode(import('./MusicianScreen.tsx')), 'MusicianScreen'),
  pendingComponent: PendingScreen,
  errorComponent: FailedPage,
});

const sessions = createRoute({
  getParentRoute: () => signedIn,
  path: '/sessions',
  validateSearch: readSessionsSearch,
  staticData: { prefetch: 'sessions' },
  staleTime: Infinity,
  loader: (target) => load('sessions', target),
  component: lazyRouteComponent(() => screenCode(import('./SessionsScreen.tsx')), 'SessionsScreen'),
});

/** One route with and without a tab, so that changing the tab keeps the panel mounted. */
const session = createRoute({
  getParentRoute: () => sessions,
  path: '/$id/{-$tab}',
  staticData: { prefetch: 'session' },
  staleTime: Infinity,
  loader: (target) => load('session', target),
  component: lazyRouteComponent(() => screenCode(import('./SessionScreen.tsx')), 'SessionScreen'),
  pendingComponent: PendingPanel,
  errorComponent: FailedPanel,
});

const changeCode = () => screenCode(import('../../booking/ChangePanel.tsx'));

/** Edit mode; more specific than the tab parameter. */
const editSession = createRoute({
  getParentRoute: () => sessions,
  path: '/$id/edit',
  component: lazyRouteComponent(changeCode, 'EditSessionPanel'),
  pendingComponent: PendingPanel,
  errorComponent: FailedPanel,
});

/** Moving a booked session. */
const moveSession = createRoute({
  getParentRoute: () => sessions,
  path: '/$id/move',
  component: lazyRouteComponent(changeCode, 'MoveSessionPanel'),
  pendingComponent: PendingPanel,
  errorComponent: FailedPanel,
});

/** Opens the plans modal for clients (docs/product/ui.md#addresses). */
const offers = createRoute({
  getParentRoute: () => signedIn,
  path: '/offers',
  beforeLoad: ({ context: { me }, location: { searchStr } }) => {
    const target = me.role === 'client' ? '/explore?modal=plans' : landingPath(me.role);
    throw redirect({ href: withQuery(target, searchStr), replace: true });
  },
});

/** One invoice of mine. */
const invoice = createRoute({
  getParentRoute: () => signedIn,
  path: '/invoices/$id',
  component: lazyRouteComponent(
    () => screenCode(import('../../billing/invoices/InvoicePage.tsx')),
    'InvoicePage',
  ),
});

/** The referral tab by a path of its own. */
const referral = createRoute({
  getParentRoute: () => signedIn,
  path: '/referral',
  beforeLoad: ({ context: { me }, location: { searchStr } }) => {
    const target = me.role === 'client' ? '/profile#referral' : landingPath(me.role);
    throw redirect({ href: withQuery(target, searchStr), replace: true });
  },
});

/** Screens between sign-up and studio: signed in, without the frame. */
const beforeSignUp = createRoute({
  getParentRoute: () => root,
  id: 'arriving',
  beforeLoad: async ({ context, location }) => {
    const me = await signedInGuard(context, location);
    if (me.role !== 'client')
      throw redirect({ href: withQuery(landingPath(me.role), location.searchStr), replace: true });
    return { me };
  },
  component: () => (
    <Guarded>
      <Outlet />
    </Guarded>
  ),
  pendingComponent: PendingScreen,
  errorComponent: FailedPage,
});

/** Only for the status `signup`; everybody else goes to /profile#billing. */
const paymentDetails = createRoute({
  getParentRoute: () => beforeSignUp,
  path: '/payment-details',
  validateSearch: (search: PaymentSearch) => search,
  beforeLoad: ({ context: { me }, location: { searchStr } }) => {
    if (me.status !== 'signup')
      throw redirect({ href: withQuery('/profile#billing', searchStr), replace: true });
  },
  component: lazyRouteComponent(
    () => screenCode(import('../../billing/join/PaymentDetailsPage.tsx')),
    'PaymentDetailsPage',
  ),
});

const thankYou = createRoute({
  getParentRoute: () => beforeSignUp,
  path: '/thank-you',
  component: lazyRouteComponent(
    () => screenCode(import('../../billing/thanks/ThankYouPage.tsx')),
    'ThankYouPage',
  ),
});

/** Routes of the studio, for clients and managed clients. */
export const studioTree = root.addChildren([
  ...open,
  ...signUpRoutes(root),
  musician,
  beforeSignUp.addChildren([paymentDetails, thankYou]),
  signedIn.addChildren([
    index,
    offers,
    referral,
    explore.addChildren([booking]),
    sessions.addChildren([session, editSession, moveSession]),
    profile,
    invoice,
    unknown,
  ]),
]);
