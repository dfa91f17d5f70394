import { CLIENT, BUSY, consoleLists, MUSICIAN } from '../console-lists.ts';
import { PEOPLE_QUERIES } from '../people.ts';
import { BY_OF, FIGURES } from '#shared/operator/figures/rules-figures.ts';
import { GROUPS } from '#shared/sessions/contract.ts';
import { HEAVY } from './fill.ts';

/** What is asked for, by its path. */
export type Request = readonly [what: string, path: string];

const RANGE = 'from=2024-01-01&to=2026-11-24';

/** A client session in the middle, of a client of some hundred. */
const SESSION = 600_000;

const figures: readonly Request[] = FIGURES.flatMap((figure) =>
  BY_OF[figure].map((by): Request => [
    `${figure} by ${by}, 3 years`,
    `figures?figure=${figure}&by=${by}&${RANGE}`,
  ]),
);

const audits: readonly Request[] = [
  ['audit log', 'audit-log'],
  ['audit log of an operator', 'audit-log?operator=OPERATOR'],
  ['audit log by commands', 'audit-log?operator=command'],
  ['audit log of a change', 'audit-log?what=messages.read'],
  ['audit log of a change that nobody made', 'audit-log?what=flag.set'],
  ['audit log of sessions', 'audit-log?object_kind=session'],
  ['audit log of a kind without any', 'audit-log?object_kind=coupon'],
  ['audit log of a session', `audit-log?object_kind=session&object_id=${SESSION + 2}`],
  ['audit log of a person', `audit-log?person=${HEAVY}`],
  ['audit log of a person, one change', `audit-log?person=${HEAVY}&what=flag.set`],
  ['audit log of an operator, no change', 'audit-log?operator=OPERATOR&what=flag.set'],
];

const pages: readonly Request[] = [
  ['a session with its timeline', `sessions/${SESSION + 2}`],
  ['times to move a session to', `sessions/${SESSION + 399_998}/times`],
  ['a client', `people/${CLIENT}`],
  ['a client of 5,000 sessions', `people/${HEAVY}`],
  ['their payments', `people/${HEAVY}/payments`],
  ['their role changes', `people/${HEAVY}/role-changes`],
  ['a musician of 40,000 sessions as a person', `people/${BUSY}`],
  ["a musician's page", `musicians/${MUSICIAN}`],
  ['a musician of 40,000 sessions', `musicians/${BUSY}`],
  ['their months of a year', `musicians/${BUSY}/months?year=2026`],
  ['their schedule', `musicians/${BUSY}/schedule`],
  ['their slots of a month', `musicians/${BUSY}/slots?timezone=UTC&from_date=2026-11-01&to_date=2026-11-30`],
  ['musicians', 'musicians'],
  ['musicians: a letter', 'musicians?q=a'],
  ['musicians: a name', 'musicians?q=bela'],
  ['musicians: a word of all titles', 'musicians?q=producer'],
  ['musicians: a slug', 'musicians?q=musician-001'],
  ['musicians: nobody', 'musicians?q=zzyzx'],
  ['musicians that wait for a decision, none', 'musicians?page=waiting'],
  ['published musicians', 'musicians?page=published'],
  ['payouts of a month, not closed', 'payouts?year=2026&month=10&limit=200'],
  ['payouts of a closed month', 'payouts?year=2026&month=6&limit=200'],
  ['payouts of all in one answer, a month that is not closed', 'payouts?year=2026&month=10'],
];

const system: readonly Request[] = [
  ['today', 'today'],
  ['system', 'system'],
  ['mails', 'mails'],
  ['mails that failed', 'mails?state=failed'],
  ['mails of one kind that failed', 'mails?state=failed&template=welcome'],
  ['mails of a kind', 'mails?template=session-reminder'],
  ['mails of a rare kind', 'mails?template=welcome'],
  ['mails of a person of 5,000 sessions', `mails?person=${HEAVY}`],
  ['mails of that person of a rare kind', `mails?person=${HEAVY}&template=invitation`],
  ['mails to an address', 'mails?to=ada.archer.108@mail.test'],
  ['mails to nobody', 'mails?to=nobody@mail.test'],
  ['queues', 'queues'],
  ['failed jobs', 'dead-letters'],
  ['webhooks', 'webhooks'],
  ['webhooks that wait', 'webhooks?state=waiting'],
  ['webhooks of PayPal, of which there are none', 'webhooks?provider=paypal'],
  ['rewards', 'rewards'],
  ['services', 'services'],
  ['prices', 'prices'],
];

/** All of the console's lists, searches, pages and figures. */
export const consoleRequests = (services: ReadonlyMap<string, string>): readonly Request[] => [
  ...PEOPLE_QUERIES.map(([what, query]): Request => [`people: ${what}`, `people?${query}`]),
  ['people: from the middle', `people?after=00000000-0000-7000-8000-${'50000'.padStart(12, '0')}`],
  ...consoleLists(services).map(([what, path]): Request => [
    path.startsWith('sessions?') ? `sessions: ${what}` : what,
    path,
  ]),
  ['sessions: of a client with 5,000', `sessions?client=${HEAVY}`],
  ['sessions: of them, upcoming', `sessions?client=${HEAVY}&when=upcoming`],
  ['sessions: of them, one musician', `sessions?client=${HEAVY}&musician=${MUSICIAN}`],
  ['sessions: of them, cancelled, none', `sessions?client=${HEAVY}&status=client_files_update_required`],
  ...pages,
  ...audits,
  ...figures,
  ...system,
];

/** What a client or musician of many sessions reads of their own. */
export const ownRequests = (of: 'client' | 'musician', thread: string): readonly Request[] => [
  ['sessions', '/api/sessions?page=0&size=20'],
  ...GROUPS.map((group): Request => [`sessions: ${group}`, `/api/sessions?group=${group}&page=0&size=20`]),
  ['a page from the middle', '/api/sessions?group=past&page=100&size=20'],
  ['messages of a session', `/api/v2/threads/${thread}/messages?page=0&size=50`],
  ['who they are', '/api/users/me'],
  ...(of === 'client' ? CLIENTS : MUSICIANS),
];

const CLIENTS: readonly Request[] = [
  ['tracks', '/api/v2/tracks?page=0&size=20'],
  ['statement of credits', '/api/v2/credits/statement?page=0&size=50'],
  ['what was spent', '/api/v2/credits/statement?page=0&size=50&show=spent'],
  ['what expired', '/api/v2/credits/statement?page=0&size=50&show=expired'],
  ['all of it as CSV', '/api/v2/credits/statement.csv'],
  ['billing', '/api/v2/billing'],
  ['invoices', '/api/v2/billing/invoices?page=0&size=20'],
  ['musicians', '/api/partners?page=0&size=24'],
  ['waiting for times', '/api/v2/waiting'],
  ['referrals', '/api/v2/referral?page=0&size=20'],
];

const MUSICIANS: readonly Request[] = [
  ['today', '/api/v2/musicians/today'],
  ['calendar of a month', '/api/v2/musicians/calendar?timezone=UTC&from_date=2026-11-01&to_date=2026-11-30'],
  ['schedule', '/api/v2/musicians/schedule'],
  [
    'slots behind a figure',
    '/api/v2/musicians/stats/slots?year=2026&month=10&figure=payment&page=0&size=100',
  ],
];
