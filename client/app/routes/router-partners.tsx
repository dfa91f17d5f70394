import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { FailedPanel } from './FailedScreen.tsx';
import { PendingPanel } from './PendingScreen.tsx';
import { commonRoutes } from './routes.tsx';
import { readSessionsSearch } from './search.ts';
import { screenCode } from './screen-code.ts';

const { root, open, signedIn, index, profile, unknown } = commonRoutes();

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

/** The partners' dashboard: the studio's screens without explore and booking, of which none is loaded. */
export const partnersTree = root.addChildren([
  ...open,
  signedIn.addChildren([index, sessions.addChildren([session]), profile, unknown]),
]);
