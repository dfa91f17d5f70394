import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { commonRoutes, signedInGuard } from './routes.tsx';
import { screenCode } from './screen-code.ts';

const { root, open, signedIn, unknown } = commonRoutes();

signedIn.update({
  component: lazyRouteComponent(() => screenCode(import('../shell/ConsoleShell.tsx')), 'ConsoleShell'),
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: lazyRouteComponent(() => screenCode(import('../../operator/today/TodayPage.tsx')), 'TodayPage'),
});

// The screens read their addresses themselves: what is imported here is loaded with every front's login.
const people = createRoute({
  getParentRoute: () => signedIn,
  path: '/people',
  component: lazyRouteComponent(
    () => screenCode(import('../../operator/people/PeoplePage.tsx')),
    'PeoplePage',
  ),
});

const person = createRoute({
  getParentRoute: () => signedIn,
  path: '/people/$id',
  component: lazyRouteComponent(
    () => screenCode(import('../../operator/person/PersonPage.tsx')),
    'PersonPage',
  ),
});

const rewards = createRoute({
  getParentRoute: () => signedIn,
  path: '/people/rewards',
  component: lazyRouteComponent(
    () => screenCode(import('../../operator/rewards/RewardsPage.tsx')),
    'RewardsPage',
  ),
});

const memberImport = createRoute({
  getParentRoute: () => signedIn,
  path: '/people/import',
  component: lazyRouteComponent(
    () => screenCode(import('../../operator/people/import/ImportPage.tsx')),
    'ImportMembersPage',
  ),
});

const musicianImport = createRoute({
  getParentRoute: () => signedIn,
  path: '/people/import-musicians',
  component: lazyRouteComponent(
    () => screenCode(import('../../operator/people/import/ImportPage.tsx')),
    'ImportMusiciansPage',
  ),
});

const sessionImport = createRoute({
  getParentRoute: () => signedIn,
  path: '/people/import-sessions',
  component: lazyRouteComponent(
    () => screenCode(import('../../operator/people/import/ImportPage.tsx')),
    'ImportSessionsPage',
  ),
});

const musicians = createRoute({
  getParentRoute: () => signedIn,
  path: '/musicians',
  component: lazyRouteComponent(
    () => screenCode(import('../../operator/musicians/MusiciansPage.tsx')),
    'MusiciansPage',
  ),
});

const musician = createRoute({
  getParentRoute: () => signedIn,
  path: '/musicians/$id',
  component: lazyRouteComponent(
    () => screenCode(import('../../operator/musician/MusicianPage.tsx')),
    'MusicianPage',
  ),
});

const musicianCalendar = createRoute({
  getParentRoute: () => signedIn,
  path: '/musicians/$id/calendar',
  component: lazyRouteComponent(
    () => screenCode(import('../../operator/musician/CalendarPage.tsx')),
    'CalendarPage',
  ),
});

const payouts = createRoute({
  getParentRoute: () => signedIn,
  path: '/musicians/payouts',
  component: lazyRouteComponent(
    () => screenCode(import('../../operator/payouts/PayoutsPage.tsx')),
    'PayoutsPage',
  ),
});

const sessions = createRoute({
  getParentRoute: () => signedIn,
  path: '/sessions',
  component: lazyRouteComponent(
    () => screenCode(import('../../operator/sessions/SessionsPage.tsx')),
    'SessionsPage',
  ),
});

const session = createRoute({
  getParentRoute: () => signedIn,
  path: '/sessions/$id',
  component: lazyRouteComponent(
    () => screenCode(import('../../operator/session/SessionPage.tsx')),
    'SessionPage',
  ),
});

const auditLog = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit-log',
  component: lazyRouteComponent(
    () => screenCode(import('../../operator/audit/AuditLogPage.tsx')),
    'AuditLogPage',
  ),
});

const figures = createRoute({
  getParentRoute: () => signedIn,
  path: '/figures',
  component: lazyRouteComponent(
    () => screenCode(import('../../operator/figures/FiguresPage.tsx')),
    'FiguresPage',
  ),
});

const contentList = createRoute({
  getParentRoute: () => signedIn,
  path: '/documents',
  component: lazyRouteComponent(
    () => screenCode(import('../../operator/content/ContentPage.tsx')),
    'ContentPage',
  ),
});

const contentDocument = createRoute({
  getParentRoute: () => signedIn,
  path: '/documents/$name',
  component: lazyRouteComponent(
    () => screenCode(import('../../operator/content/DocumentPage.tsx')),
    'DocumentPage',
  ),
});

/** Without the console's frame: a document's page shows it in one of its own. */
const contentPreview = createRoute({
  getParentRoute: () => root,
  path: '/documents/$name/preview',
  beforeLoad: async ({ context, location }) => {
    await signedInGuard(context, location);
  },
  component: lazyRouteComponent(() => screenCode(import('../preview/PreviewScreen.tsx')), 'PreviewScreen'),
});

const flags = createRoute({
  getParentRoute: () => signedIn,
  path: '/flags',
  component: lazyRouteComponent(() => screenCode(import('../../operator/flags/FlagsPage.tsx')), 'FlagsPage'),
});

const pictures = createRoute({
  getParentRoute: () => signedIn,
  path: '/pictures',
  component: lazyRouteComponent(
    () => screenCode(import('../../operator/pictures/PicturesPage.tsx')),
    'PicturesPage',
  ),
});

const services = createRoute({
  getParentRoute: () => signedIn,
  path: '/services',
  component: lazyRouteComponent(
    () => screenCode(import('../../operator/services/ServicesPage.tsx')),
    'ServicesPage',
  ),
});

const service = createRoute({
  getParentRoute: () => signedIn,
  path: '/services/$id',
  component: lazyRouteComponent(
    () => screenCode(import('../../operator/services/ServicePage.tsx')),
    'ServicePage',
  ),
});

const coupons = createRoute({
  getParentRoute: () => signedIn,
  path: '/coupons',
  component: lazyRouteComponent(
    () => screenCode(import('../../operator/coupons/CouponsPage.tsx')),
    'CouponsPage',
  ),
});

const prices = createRoute({
  getParentRoute: () => signedIn,
  path: '/prices',
  component: lazyRouteComponent(
    () => screenCode(import('../../operator/prices/PricesPage.tsx')),
    'PricesPage',
  ),
});

const system = createRoute({
  getParentRoute: () => signedIn,
  path: '/system',
  component: lazyRouteComponent(
    () => screenCode(import('../../operator/system/SystemPage.tsx')),
    'SystemPage',
  ),
});

const mails = createRoute({
  getParentRoute: () => signedIn,
  path: '/system/mails',
  component: lazyRouteComponent(() => screenCode(import('../../operator/system/MailsPage.tsx')), 'MailsPage'),
});

const queues = createRoute({
  getParentRoute: () => signedIn,
  path: '/system/queues',
  component: lazyRouteComponent(
    () => screenCode(import('../../operator/system/QueuesPage.tsx')),
    'QueuesPage',
  ),
});

const webhooks = createRoute({
  getParentRoute: () => signedIn,
  path: '/system/webhooks',
  component: lazyRouteComponent(
    () => screenCode(import('../../operator/system/WebhooksPage.tsx')),
    'WebhooksPage',
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
  contentPreview,
  signedIn.addChildren([
    home,
    people,
    person,
    rewards,
    memberImport,
    musicianImport,
    sessionImport,
    musicians,
    musician,
    musicianCalendar,
    payouts,
    sessions,
    session,
    figures,
    contentList,
    contentDocument,
    pictures,
    flags,
    services,
    service,
    prices,
    coupons,
    system,
    mails,
    queues,
    webhooks,
    auditLog,
    unknown,
  ]),
]);
