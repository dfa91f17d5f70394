import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readAuditSearch } from '../../operator/audit/audit-search.ts';
import { commonRoutes } from './routes.tsx';
import { screenCode } from './screen-code.ts';

const { root, open, signedIn, unknown } = commonRoutes();

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: lazyRouteComponent(() => screenCode(import('../../operator/HomePage.tsx')), 'HomePage'),
});

const auditLog = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit-log',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(
    () => screenCode(import('../../operator/audit/AuditLogPage.tsx')),
    'AuditLogPage',
  ),
});

const secondFactor = createRoute({
  getParentRoute: () => root,
  path: '/second-factor',
  component: lazyRouteComponent(
    () => screenCode(import('../../accounts/second-factor/SecondFactorPage.tsx')),
    'SecondFactorPage',
  ),
});

/** Routes of the operator's console. */
export const operatorTree = root.addChildren([
  ...open,
  secondFactor,
  signedIn.addChildren([home, auditLog, unknown]),
]);
