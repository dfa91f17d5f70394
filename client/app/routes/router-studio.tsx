import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { readBookingSearch } from '../booking/components/booking-search.ts';
import { readExploreSearch } from '../explore/components/explore-search.ts';
import { FailedFront, FailedPanel } from './FailedScreen.tsx';
import { PendingPanel, PendingScreen } from './PendingScreen.tsx';
import { landingOf } from '../../shared/accounts/rules.ts';
import { commonRoutes, signedInGuard } from './routes.tsx';
import { signUpRoutes } from './routes-open.tsx';
import { readSessionsSearch, withQuery } from './search.ts';
import { screenCode } from './screen-code.ts';

const { root, open, signedIn, index, profile, unknown } = commonRoutes();

/** Explore is a layout: the list stays, the booking panel slides over it. */
const explore = createRoute({
  getParentRoute: () => signedIn,
  path: '/explore',
  validateSearch: readExploreSearch,
  beforeLoad: ({ context: { me }, location: { searchStr } }) => {
    if (me.role !== 'client')
      throw redirect({ href: withQuery(landingOf(me.role), searchStr), replace: true });
  },
  component: lazyRouteComponent(() => screenCode(import('../explore/ExplorePage.tsx')), 'ExplorePage'),
});

const booking = createRoute({
  getParentRoute: () => explore,
  path: '/$slug',
  validateSearch: readBookingSearch,
  component: lazyRouteComponent(() => screenCode(import('../booking/BookingPanel.tsx')), 'BookingPanel'),
  pendingComponent: PendingPanel,
  errorComponent: FailedPanel,
});

const sessions = createRoute({
  getParentRoute: () => signedIn,
  path: '/sessions',
  validateSearch: readSessionsSearch,
  component: lazyRouteComponent(() => screenCode(import('../sessions/SessionsPage.tsx')), 'SessionsPage'),
});

/** One route with and without a tab, so that changing the tab keeps the panel. */
const session = createRoute({
  getParentRoute: () => sessions,
  path: '/$id/{-$tab}',
  component: lazyRouteComponent(() => screenCode(import('../sessions/SessionPanel.tsx')), 'SessionPanel'),
  pendingComponent: PendingPanel,
  errorComponent: FailedPanel,
});

const changeCode = () => screenCode(import('../booking/ChangePanel.tsx'));

/** Edit mode has an address of its own, more exact than a tab's. */
const editSession = createRoute({
  getParentRoute: () => sessions,
  path: '/$id/edit',
  component: lazyRouteComponent(changeCode, 'EditSessionPanel'),
  pendingComponent: PendingPanel,
  errorComponent: FailedPanel,
});

/** Another time for a booked session. */
const moveSession = createRoute({
  getParentRoute: () => sessions,
  path: '/$id/move',
  component: lazyRouteComponent(changeCode, 'MoveSessionPanel'),
  pendingComponent: PendingPanel,
  errorComponent: FailedPanel,
});

/** "Opens the plans modal, then redirects to /explore"; whoever has no plans goes to where they belong. */
const offers = createRoute({
  getParentRoute: () => signedIn,
  path: '/offers',
  beforeLoad: ({ context: { me }, location: { searchStr } }) => {
    const place = me.role === 'client' ? '/explore?modal=plans' : landingOf(me.role);
    throw redirect({ href: withQuery(place, searchStr), replace: true });
  },
});

/** "Referral path (also a referral tab)". */
const referral = createRoute({
  getParentRoute: () => signedIn,
  path: '/referral',
  beforeLoad: ({ context: { me }, location: { searchStr } }) => {
    const place = me.role === 'client' ? '/profile#referral' : landingOf(me.role);
    throw redirect({ href: withQuery(place, searchStr), replace: true });
  },
});

/** Signed in, and not in yet: the screens between sign-up and studio stand outside its frame. */
const arriving = createRoute({
  getParentRoute: () => root,
  id: 'arriving',
  beforeLoad: async ({ context, location }) => {
    const me = await signedInGuard(context, location);
    if (me.role !== 'client')
      throw redirect({ href: withQuery(landingOf(me.role), location.searchStr), replace: true });
    return { me };
  },
  pendingComponent: PendingScreen,
  errorComponent: FailedFront,
});

/** "A non-signup user opening /payment-details is redirected to /profile#billing." */
const paymentDetails = createRoute({
  getParentRoute: () => arriving,
  path: '/payment-details',
  beforeLoad: ({ context: { me }, location: { searchStr } }) => {
    if (me.status !== 'signup')
      throw redirect({ href: withQuery('/profile#billing', searchStr), replace: true });
  },
  component: lazyRouteComponent(
    () => screenCode(import('../billing/PaymentDetailsPage.tsx')),
    'PaymentDetailsPage',
  ),
});

const thankYou = createRoute({
  getParentRoute: () => arriving,
  path: '/thank-you',
  component: lazyRouteComponent(() => screenCode(import('../billing/ThankYouPage.tsx')), 'ThankYouPage'),
});

/** The studio's routes: for clients and managed clients. */
export const studioTree = root.addChildren([
  ...open,
  ...signUpRoutes(root),
  arriving.addChildren([paymentDetails, thankYou]),
  signedIn.addChildren([
    index,
    offers,
    referral,
    explore.addChildren([booking]),
    sessions.addChildren([session, editSession, moveSession]),
    profile,
    unknown,
  ]),
]);
