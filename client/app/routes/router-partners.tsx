import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { FailedPanel } from './FailedScreen.tsx';
import { load } from './prefetch.ts';
import { PendingPanel } from './PendingScreen.tsx';
import { commonRoutes } from './routes.tsx';
import { readSessionsSearch } from '../../lib/search.ts';
import { screenCode } from './screen-code.ts';

const { root, open, signedIn, index, profile, unknown } = commonRoutes();

const sessions = createRoute({
  getParentRoute: () => signedIn,
  path: '/sessions',
  validateSearch: readSessionsSearch,
  staticData: { prefetch: 'sessions' },
  staleTime: Infinity,
  loader: (target) => load('sessions', target),
  component: lazyRouteComponent(
    () => screenCode(import('../../sessions/list/SessionsPage.tsx')),
    'SessionsPage',
  ),
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

/** Routes of the partners' dashboard: the studio's without Explore and booking. */
export const partnersTree = root.addChildren([
  ...open,
  signedIn.addChildren([index, sessions.addChildren([session]), profile, unknown]),
]);
