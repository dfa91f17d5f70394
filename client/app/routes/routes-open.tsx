import { createRoute, lazyRouteComponent, redirect, type AnyRootRoute } from '@tanstack/react-router';
import { afterLogin } from '#shared/accounts/rules.ts';
import { screenCode } from './screen-code.ts';
import { meQuery, studioQuery } from '../../lib/session.ts';
import type { RouterContext } from './router-context.ts';

interface BeforeLoad {
  readonly context: unknown;
  readonly location: { readonly searchStr: string };
}

/** Redirects signed-in people to `next` or to where their role starts. */
async function signedOutOnly({ context, location }: BeforeLoad): Promise<void> {
  const { queryClient } = context as RouterContext;
  const me = await queryClient.ensureQueryData(meQuery).catch(() => null);
  if (!me) return;
  const next = new URLSearchParams(location.searchStr).get('next');
  throw redirect({ href: afterLogin(me.role, next), replace: true });
}

const documents = () => screenCode(import('../../content/html/DocumentPage.tsx'));

/** Routes without a login, on all three fronts. */
export function openRoutes<Root extends AnyRootRoute>(root: Root) {
  const getParentRoute = () => root;

  const login = createRoute({
    getParentRoute,
    path: '/login',
    beforeLoad: signedOutOnly,
    component: lazyRouteComponent(
      () => screenCode(import('../../accounts/login/LoginPage.tsx')),
      'LoginPage',
    ),
  });

  /** Takes tickets and mailed links, whoever is signed in (docs/product/accounts.md#confirm-a-link). */
  const enter = createRoute({
    getParentRoute,
    path: '/enter',
    component: lazyRouteComponent(
      () => screenCode(import('../../accounts/login/EnterPage.tsx')),
      'EnterPage',
    ),
  });

  const altLogin = createRoute({
    getParentRoute,
    path: '/alt-login',
    beforeLoad: signedOutOnly,
    component: lazyRouteComponent(
      () => screenCode(import('../../accounts/login/AltLoginPage.tsx')),
      'AltLoginPage',
    ),
  });

  const resetPassword = createRoute({
    getParentRoute,
    path: '/reset-password',
    component: lazyRouteComponent(
      () => screenCode(import('../../accounts/password/ResetPasswordPage.tsx')),
      'ResetPasswordPage',
    ),
  });

  const choosePassword = createRoute({
    getParentRoute,
    path: '/password/validate/$token',
    component: lazyRouteComponent(
      () => screenCode(import('../../accounts/password/ChangePasswordPage.tsx')),
      'ChangePasswordPage',
    ),
  });

  const logout = createRoute({
    getParentRoute,
    path: '/logout',
    component: lazyRouteComponent(
      () => screenCode(import('../../accounts/login/LogoutPage.tsx')),
      'LogoutPage',
    ),
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
    component: lazyRouteComponent(() => screenCode(import('./FaqScreen.tsx')), 'FaqScreen'),
  });

  /** The links of the mails about a deletion; either waits for a press of its button. */
  const keepAccount = createRoute({
    getParentRoute,
    path: '/keep-account',
    component: lazyRouteComponent(
      () => screenCode(import('../../privacy/ErasureLinkPage.tsx')),
      'KeepAccountPage',
    ),
  });
  const deleteAccount = createRoute({
    getParentRoute,
    path: '/delete-account',
    component: lazyRouteComponent(
      () => screenCode(import('../../privacy/ErasureLinkPage.tsx')),
      'DeleteAccountPage',
    ),
  });

  const unsubscribe = createRoute({
    getParentRoute,
    path: '/unsubscribe',
    component: lazyRouteComponent(
      () => screenCode(import('../../notifications/UnsubscribePage.tsx')),
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
    keepAccount,
    deleteAccount,
  ] as const;
}

/** Sign-up; only the studio has it, because only clients sign up by themselves. */
export function signUpRoutes<Root extends AnyRootRoute>(root: Root) {
  /**
   * Goes to the marketing site where one is set and the address has no query
   * (docs/product/accounts.md#sign-up-address).
   */
  const signUp = createRoute({
    getParentRoute: () => root,
    path: '/signup',
    beforeLoad: async (beforeSignUp) => {
      await signedOutOnly(beforeSignUp);
      const { queryClient } = beforeSignUp.context as RouterContext;
      const studio = await queryClient.ensureQueryData(studioQuery).catch(() => undefined);
      const marketing = studio?.marketing_url ?? null;
      if (marketing === null || beforeSignUp.location.searchStr !== '' || beforeSignUp.preload) return;
      globalThis.location.replace(`${marketing.replace(/\/+$/, '')}/signup`);
      // Render nothing while the browser leaves.
      await new Promise(() => undefined);
    },
    component: lazyRouteComponent(
      () => screenCode(import('../../accounts/sign-up/SignUpPage.tsx')),
      'SignUpPage',
    ),
  });
  const welcome = createRoute({
    getParentRoute: () => root,
    path: '/welcome',
    component: lazyRouteComponent(() => screenCode(import('../../referrals/WelcomePage.tsx')), 'WelcomePage'),
  });
  return [signUp, welcome] as const;
}
