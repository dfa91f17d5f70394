import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { commonRoutes } from './routes.tsx';

const { root, open, signedIn, unknown } = commonRoutes();

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: lazyRouteComponent(() => import('../operator/HomePage.tsx'), 'HomePage'),
});

/** The operator's console. */
export const operatorTree = root.addChildren([...open, signedIn.addChildren([home, unknown])]);
