import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { readBookingSearch } from '../booking/components/booking-search.ts';
import { readExploreSearch } from '../explore/components/explore-search.ts';
import { FailedPanel } from './FailedScreen.tsx';
import { PendingPanel } from './PendingScreen.tsx';
import { commonRoutes } from './routes.tsx';
import { readSessionsSearch } from './search.ts';
import { screenCode } from './screen-code.ts';

const { root, open, signedIn, index, unknown } = commonRoutes();

/** Explore is a layout: the list stays, the booking panel slides over it. */
const explore = createRoute({
  getParentRoute: () => signedIn,
  path: '/explore',
  validateSearch: readExploreSearch,
  beforeLoad: ({ context }) => {
    if (context.me.role !== 'client') throw redirect({ href: '/sessions', replace: true });
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

/** The studio's routes: for clients and managed clients. */
export const studioTree = root.addChildren([
  ...open,
  signedIn.addChildren([
    index,
    explore.addChildren([booking]),
    sessions.addChildren([session, editSession, moveSession]),
    unknown,
  ]),
]);
