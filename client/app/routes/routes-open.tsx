import { createRoute, lazyRouteComponent, redirect, type AnyRootRoute } from '@tanstack/react-router';
import { afterLogin } from '../../shared/accounts/rules.ts';
import { screenCode } from './screen-code.ts';
import { meQuery, studioQuery } from './session.ts';
import type { RouterContext } from './routes.tsx';

interface Arriving {
  readonly context: unknown;
  readonly location: { readonly searchStr: string };
}

/** Who is signed in does not come in again: they go on to where they wanted, or belong. */
async function signedOutOnly({ context, location }: Arriving): Promise<void> {
  const { queryClient } = context as RouterContext;
  const me = await queryClient.ensureQueryData(meQuery).catch(() => null);
  if (!me) return;
  const next = new URLSearchParams(location.searchStr).get('next');
  throw redirect({ href: afterLogin(me.role, next), replace: true });
}

const documents = () => screenCode(import('../content/DocumentPage.tsx'));

/** The routes that need no login, of all three fronts. */
export function openRoutes<Root extends AnyRootRoute>(root: Root) {
  const getParentRoute = () => root;

  const login = createRoute({
    getParentRoute,
    path: '/login',
    beforeLoad: signedOutOnly,
    component: lazyRouteComponent(() => screenCode(import('../accounts/LoginPage.tsx')), 'LoginPage'),
  });

  /** Where another front, or a mail, sends someone with something to spend: spent first, whoever is signed in. */
  const enter = createRoute({
    getParentRoute,
    path: '/enter',
    component: lazyRouteComponent(() => screenCode(import('../accounts/EnterPage.tsx')), 'EnterPage'),
  });

  const altLogin = createRoute({
    getParentRoute,
    path: '/alt-login',
    beforeLoad: signedOutOnly,
    component: lazyRouteComponent(() => screenCode(import('../accounts/AltLoginPage.tsx')), 'AltLoginPage'),
  });

  const resetPassword = createRoute({
    getParentRoute,
    path: '/reset-password',
    component: lazyRouteComponent(
      () => screenCode(import('../accounts/ResetPasswordPage.tsx')),
      'ResetPasswordPage',
    ),
  });

  const choosePassword = createRoute({
    getParentRoute,
    path: '/password/validate/$token',
    component: lazyRouteComponent(
      () => screenCode(import('../accounts/ChangePasswordPage.tsx')),
      'ChangePasswordPage',
    ),
  });

  const logout = createRoute({
    getParentRoute,
    path: '/logout',
    component: lazyRouteComponent(() => screenCode(import('../accounts/LogoutPage.tsx')), 'LogoutPage'),
  });

  const privacy = createRoute({
    getParentRoute,
    path: '/privacy',
    component: lazyRouteComponent(documents, 'PrivacyPage'),
  });
  const terms = createRoute({
    getParentRoute,
    path: '/terms',
    component: lazyRouteComponent(documents, 'TermsPage'),
  });
  const faq = createRoute({
    getParentRoute,
    path: '/faq',
    component: lazyRouteComponent(() => screenCode(import('../content/FaqPage.tsx')), 'FaqPage'),
  });

  const unsubscribe = createRoute({
    getParentRoute,
    path: '/unsubscribe',
    component: lazyRouteComponent(
      () => screenCode(import('../notifications/UnsubscribePage.tsx')),
      'UnsubscribePage',
    ),
  });

  return [
    login,
    enter,
    altLogin,
    resetPassword,
    choosePassword,
    logout,
    privacy,
    terms,
    faq,
    unsubscribe,
  ] as const;
}

/** Where new people begin: only clients sign up by themselves, so only the studio has these. */
export function signUpRoutes<Root extends AnyRootRoute>(root: Root) {
  /** "Redirects to the external marketing site", where there is one and the address says nothing more (decisions 1). */
  const signUp = createRoute({
    getParentRoute: () => root,
    path: '/signup',
    beforeLoad: async (arriving) => {
      await signedOutOnly(arriving);
      const { queryClient } = arriving.context as RouterContext;
      const studio = await queryClient.ensureQueryData(studioQuery).catch(() => undefined);
      const marketing = studio?.marketing_url ?? null;
      if (marketing === null || arriving.location.searchStr !== '' || arriving.preload) return;
      globalThis.location.replace(`${marketing.replace(/\/+$/, '')}/signup`);
      // Nothing of ours is drawn while the browser leaves.
      await new Promise(() => undefined);
    },
    component: lazyRouteComponent(() => screenCode(import('../accounts/SignUpPage.tsx')), 'SignUpPage'),
  });
  const welcome = createRoute({
    getParentRoute: () => root,
    path: '/welcome',
    component: lazyRouteComponent(() => screenCode(import('../referrals/WelcomePage.tsx')), 'WelcomePage'),
  });
  return [signUp, welcome] as const;
}
