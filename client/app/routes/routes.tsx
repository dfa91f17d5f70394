import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  redirect,
  type ParsedLocation,
} from '@tanstack/react-router';
import { landingPath, loginPath } from '#shared/accounts/rules.ts';
import type { Me } from '#shared/me/contract.ts';
import { FailedPage } from './FailedScreen.tsx';
import { PendingScreen } from './PendingScreen.tsx';
import { meQuery, studioQuery } from '../../lib/session.ts';
import { readModal } from '../../lib/modal-search.ts';
import type { RouterContext } from './router-context.ts';
import { openRoutes } from './routes-open.tsx';
import { screenCode } from './screen-code.ts';
import { withQuery } from '../../lib/search.ts';

/** The login's address that leads back to this location. The router stores hashes without '#'. */
function signInFirst({ pathname, searchStr, hash }: ParsedLocation): string {
  return loginPath({ pathname, search: searchStr, hash: hash === '' ? '' : `#${hash}` });
}

/**
 * Where a `signup` may be: the choice of an offer, and the thanks for a payment that the provider has not confirmed yet.
 */
function isBeforePlan({ pathname, search }: ParsedLocation): boolean {
  return pathname === '/payment-details' || (pathname === '/thank-you' && 'payment_provider' in search);
}

/** The signed-in person. Throws the router's redirect to /login, or to /payment-details for the status `signup`. */
export async function signedInGuard({ queryClient }: RouterContext, location: ParsedLocation): Promise<Me> {
  const me = await queryClient.ensureQueryData(meQuery);
  if (!me) throw redirect({ href: signInFirst(location), replace: true });
  const choosing = me.role === 'client' && me.status === 'signup';
  if (choosing && !isBeforePlan(location))
    throw redirect({ href: withQuery('/payment-details', location.searchStr), replace: true });
  return me;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A message for the next screen, e.g. that a link did not work. */
    notice?: string;
  }
}

/** Routes common to all fronts; each router adds its own below `signedIn`. */
export function commonRoutes() {
  const root = createRootRouteWithContext<RouterContext>()({
    validateSearch: readModal,
    beforeLoad: async ({ context }) => {
      // A screen without name and links works; one that waits for them forever does not.
      const studio = await context.queryClient.ensureQueryData(studioQuery).catch(() => undefined);
      if (studio !== undefined && !document.title.includes(' · ')) document.title = studio.name;
    },
    errorComponent: FailedPage,
  });

  /** Everything behind the login, inside the frame. */
  const signedIn = createRoute({
    getParentRoute: () => root,
    id: 'signed-in',
    beforeLoad: async ({ context, location }) => {
      return { me: await signedInGuard(context, location) };
    },
    component: lazyRouteComponent(() => screenCode(import('../shell/Shell.tsx')), 'Shell'),
    pendingComponent: PendingScreen,
    errorComponent: FailedPage,
  });

  const index = createRoute({
    getParentRoute: () => signedIn,
    path: '/',
    beforeLoad: ({ context, location }) => {
      throw redirect({ href: withQuery(landingPath(context.me.role), location.searchStr), replace: true });
    },
  });

  /** The profile, on the fronts whose people have one. */
  const profile = createRoute({
    getParentRoute: () => signedIn,
    path: '/profile',
    component: lazyRouteComponent(
      () => screenCode(import('../../me/profile/ProfilePage.tsx')),
      'ProfilePage',
    ),
  });

  /** Unknown addresses lead to where the role starts (docs/product/ui.md#redirects). */
  const unknown = createRoute({
    getParentRoute: () => signedIn,
    path: '/$',
    beforeLoad: ({ context, location }) => {
      throw redirect({ href: withQuery(landingPath(context.me.role), location.searchStr), replace: true });
    },
  });

  return { root, open: openRoutes(root), signedIn, index, profile, unknown };
}
