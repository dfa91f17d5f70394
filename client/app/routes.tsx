import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  redirect,
  type ParsedLocation,
} from '@tanstack/react-router';
import { afterLogin, landingOf, loginPath } from '../../shared/accounts/rules.ts';
import { FailedFront } from './FailedScreen.tsx';
import { PendingScreen } from './PendingScreen.tsx';
import { meQuery, studioQuery } from './session.ts';
import { readModal } from './modal-search.ts';
import { screenCode } from './screen-code.ts';

/** What every route's loader gets. */
export interface RouterContext {
  readonly queryClient: QueryClient;
}

/** The login's address for someone who wanted to be at this place; the router keeps hashes without their sign. */
function signInFirst({ pathname, searchStr, hash }: ParsedLocation): string {
  return loginPath({ pathname, search: searchStr, hash: hash === '' ? '' : `#${hash}` });
}

/** The routes that all three fronts begin with; each front's router adds its own below `signedIn`. */
export function commonRoutes() {
  const root = createRootRouteWithContext<RouterContext>()({
    validateSearch: readModal,
    beforeLoad: async ({ context }) => {
      // The name and links: a screen without them is poorer, but a login that waits for them for ever is worse.
      const studio = await context.queryClient.ensureQueryData(studioQuery).catch(() => undefined);
      if (studio !== undefined && !document.title.includes(' · ')) document.title = studio.name;
    },
    errorComponent: FailedFront,
  });

  const login = createRoute({
    getParentRoute: () => root,
    path: '/login',
    beforeLoad: async ({ context, location }) => {
      const me = await context.queryClient.ensureQueryData(meQuery).catch(() => null);
      if (me)
        throw redirect({
          href: afterLogin(me.role, new URLSearchParams(location.searchStr).get('next')),
          replace: true,
        });
    },
    component: lazyRouteComponent(() => screenCode(import('../accounts/LoginPage.tsx')), 'LoginPage'),
  });

  /** Where another front sends someone who works here, with a one-time ticket: spent first, whoever is signed in. */
  const enter = createRoute({
    getParentRoute: () => root,
    path: '/enter',
    component: lazyRouteComponent(() => screenCode(import('../accounts/LoginPage.tsx')), 'LoginPage'),
  });

  const logout = createRoute({
    getParentRoute: () => root,
    path: '/logout',
    component: lazyRouteComponent(() => screenCode(import('../accounts/LogoutPage.tsx')), 'LogoutPage'),
  });

  /** Everything behind the login: its guard, and the frame around it. */
  const signedIn = createRoute({
    getParentRoute: () => root,
    id: 'signed-in',
    beforeLoad: async ({ context, location }) => {
      const me = await context.queryClient.ensureQueryData(meQuery);
      if (!me) throw redirect({ href: signInFirst(location), replace: true });
      return { me };
    },
    component: lazyRouteComponent(() => screenCode(import('./Shell.tsx')), 'Shell'),
    pendingComponent: PendingScreen,
    errorComponent: FailedFront,
  });

  const index = createRoute({
    getParentRoute: () => signedIn,
    path: '/',
    beforeLoad: ({ context, location }) => {
      throw redirect({ href: landingOf(context.me.role) + location.searchStr, replace: true });
    },
  });

  /** "Any unknown route in the authenticated area redirects to /explore"; partners and managed to /sessions. */
  const unknown = createRoute({
    getParentRoute: () => signedIn,
    path: '/$',
    beforeLoad: ({ context }) => {
      throw redirect({ href: landingOf(context.me.role), replace: true });
    },
  });

  return { root, open: [login, enter, logout] as const, signedIn, index, unknown };
}
