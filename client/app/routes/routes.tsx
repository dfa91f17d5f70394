import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  redirect,
  type ParsedLocation,
} from '@tanstack/react-router';
import { landingOf, loginPath } from '../../shared/accounts/rules.ts';
import type { Me } from '../../shared/me/contract.ts';
import { FailedFront } from './FailedScreen.tsx';
import { PendingScreen } from './PendingScreen.tsx';
import { meQuery, studioQuery } from './session.ts';
import { readModal } from './modal-search.ts';
import { openRoutes } from './routes-open.tsx';
import { screenCode } from './screen-code.ts';
import { withQuery } from './search.ts';

/** What every route's loader gets. */
export interface RouterContext {
  readonly queryClient: QueryClient;
}

/** The login's address for someone who wanted to be at this place; the router keeps hashes without their sign. */
function signInFirst({ pathname, searchStr, hash }: ParsedLocation): string {
  return loginPath({ pathname, search: searchStr, hash: hash === '' ? '' : `#${hash}` });
}

/**
 * Whoever is signed in; others are sent to /login. "A user whose status is signup is redirected to /payment-details",
 * wherever they go; thrown as the router's redirect.
 */
export async function signedInGuard({ queryClient }: RouterContext, location: ParsedLocation): Promise<Me> {
  const me = await queryClient.ensureQueryData(meQuery);
  if (!me) throw redirect({ href: signInFirst(location), replace: true });
  const choosing = me.role === 'client' && me.status === 'signup';
  if (choosing && location.pathname !== '/payment-details')
    throw redirect({ href: withQuery('/payment-details', location.searchStr), replace: true });
  return me;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What the next screen shall say, e.g. that a link did not work. */
    said?: string;
  }
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

  /** Everything behind the login: its guard, and the frame around it. */
  const signedIn = createRoute({
    getParentRoute: () => root,
    id: 'signed-in',
    beforeLoad: async ({ context, location }) => {
      return { me: await signedInGuard(context, location) };
    },
    component: lazyRouteComponent(() => screenCode(import('./Shell.tsx')), 'Shell'),
    pendingComponent: PendingScreen,
    errorComponent: FailedFront,
  });

  const index = createRoute({
    getParentRoute: () => signedIn,
    path: '/',
    beforeLoad: ({ context, location }) => {
      throw redirect({ href: withQuery(landingOf(context.me.role), location.searchStr), replace: true });
    },
  });

  /** The profile with its hash tabs, on the fronts of those who have one. */
  const profile = createRoute({
    getParentRoute: () => signedIn,
    path: '/profile',
    component: lazyRouteComponent(() => screenCode(import('../me/ProfilePage.tsx')), 'ProfilePage'),
  });

  /** "Any unknown route in the authenticated area redirects to /explore"; partners and managed to /sessions. */
  const unknown = createRoute({
    getParentRoute: () => signedIn,
    path: '/$',
    beforeLoad: ({ context, location }) => {
      throw redirect({ href: withQuery(landingOf(context.me.role), location.searchStr), replace: true });
    },
  });

  return { root, open: openRoutes(root), signedIn, index, profile, unknown };
}
