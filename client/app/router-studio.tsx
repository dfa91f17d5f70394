import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { readBookingSearch } from '../booking/components/booking-search.ts';
import { readExploreSearch } from '../explore/components/explore-search.ts';
import { commonRoutes } from './routes.tsx';
import { readSessionsSearch } from './search.ts';

const { root, open, signedIn, index, unknown } = commonRoutes();

/** Explore is a layout: the list stays, the booking panel slides over it. */
const explore = createRoute({
  getParentRoute: () => signedIn,
  path: '/explore',
  validateSearch: readExploreSearch,
  beforeLoad: ({ context }) => {
    if (context.me.role !== 'client') throw redirect({ href: '/sessions', replace: true });
  },
  component: lazyRouteComponent(() => import('../explore/ExplorePage.tsx'), 'ExplorePage'),
});

const booking = createRoute({
  getParentRoute: () => explore,
  path: '/$slug',
  validateSearch: readBookingSearch,
  component: lazyRouteComponent(() => import('../booking/BookingPanel.tsx'), 'BookingPanel'),
});

const sessions = createRoute({
  getParentRoute: () => signedIn,
  path: '/sessions',
  validateSearch: readSessionsSearch,
  component: lazyRouteComponent(() => import('../sessions/SessionsPage.tsx'), 'SessionsPage'),
});

/** One route with and without a tab, so that changing the tab keeps the panel. */
const session = createRoute({
  getParentRoute: () => sessions,
  path: '/$id/{-$tab}',
  component: lazyRouteComponent(() => import('../sessions/SessionPanel.tsx'), 'SessionPanel'),
});

/** The studio's routes: for clients and managed clients. */
export const studioTree = root.addChildren([
  ...open,
  signedIn.addChildren([index, explore.addChildren([booking]), sessions.addChildren([session]), unknown]),
]);
