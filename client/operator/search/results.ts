import { formatDay, formatTime } from '#shared/lib/time.ts';
import { formatUsdExact } from '#shared/lib/money.ts';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import type { searchConsole } from '#shared/operator/contract-search.ts';
import { ROLE_LABELS, SESSION_LABELS } from '#shared/operator/texts-people.ts';
import { paths } from '../../lib/paths.ts';
import { consolePaths } from '../console-paths.ts';
import { sessionsPath } from '../sessions-path.ts';

/** One result: what it is, and where it leads. */
export interface Result {
  readonly key: string;
  readonly title: string;
  readonly about: string;
  readonly to: string;
}

/** Results of a kind under their heading. */
export interface ResultGroup {
  readonly title: string;
  readonly results: readonly Result[];
}

const PLACES: readonly (readonly [title: string, about: string, to: string])[] = [
  ['Today', 'What takes place and what waits', '/'],
  ['Figures', 'Charts by week, month, musician and service', consolePaths.figures()],
  ['People', 'Everybody with an account', paths.people()],
  ['Clients', 'People who book', paths.people({ role: 'client' })],
  ['Waiting list', 'People who wait for a place', paths.people({ account: 'waiting' })],
  ['Rewards to decide', 'For bringing somebody; paid or rejected', consolePaths.rewards],
  ['Musicians', 'Pages, services, hours and rates', consolePaths.musicians()],
  ['Profiles to approve', 'Pages that musicians have sent in', consolePaths.musicians({ page: 'waiting' })],
  ['Payouts', 'What musicians earn in a month', consolePaths.payouts()],
  ['Sessions', 'All sessions', sessionsPath()],
  ["Today's sessions", 'Those that start today', sessionsPath({ when: 'today' })],
  [
    'Sessions to be delivered',
    'Over, and their files are missing',
    sessionsPath({ status: 'partner_upload_required' }),
  ],
  ['Import members', 'From a file of another system', consolePaths.importMembers],
  ['Import musicians', 'From a file of another system', consolePaths.importMusicians],
  ['Import sessions', 'From a file of another system', consolePaths.importSessions],
  ['Content', 'Texts, offers and pages', consolePaths.content],
  ['Prices', 'What offers cost at the payment providers', consolePaths.prices],
  ['Services', 'What can be booked, at which price', consolePaths.services],
  ['Coupons', 'What takes something off when people pay', consolePaths.coupons],
  ['Pictures', 'What announcements show', consolePaths.pictures],
  ['Flags', 'What is switched on and off', consolePaths.flags],
  ['System', 'Health, versions and storage', consolePaths.system],
  ['Mails', 'What was sent, and what failed', consolePaths.mails()],
  ['Queues', 'Jobs that wait, and failed ones', consolePaths.queues],
  ['Webhooks', "Payment providers' events", consolePaths.webhooks()],
  ['Audit log', 'What operators and commands have changed', paths.auditLog()],
];

/** The console's places that have a word beginning with each of the words sought; all of them without a word. */
export function placesFor(text: string): Result[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return PLACES.filter(([title]) => {
    const own = title.toLowerCase().split(' ');
    return words.every((word) => own.some((one) => one.startsWith(word)));
  }).map(([title, about, to]) => ({ key: `place ${to}`, title, about, to }));
}

/** What was found, by kind and without the kinds of which nothing was. */
export function resultGroups(
  text: string,
  found: ResponseOf<typeof searchConsole> | undefined,
  zone: string,
): ResultGroup[] {
  const groups: ResultGroup[] = [
    {
      title: 'Sessions',
      results: (found?.sessions ?? []).map(({ id, service, client, starts_at, status }) => {
        const start = Temporal.Instant.from(starts_at);
        const when = `${formatDay(start, zone)} ${formatTime(start, zone)}`;
        const about = `${service}, ${client.name}, ${when}, ${SESSION_LABELS[status]}`;
        return { key: `session ${id}`, title: `Session #${id}`, about, to: paths.session(id) };
      }),
    },
    {
      title: 'Invoices',
      results: (found?.invoices ?? []).map(({ id, number, kind, total_cents, issued_at, person }) => ({
        key: `invoice ${id}`,
        title: number,
        about: `${kind === 'invoice' ? 'Invoice' : 'Credit note'} of ${person.name}, ${formatUsdExact(total_cents)}, ${formatDay(Temporal.Instant.from(issued_at), zone)}`,
        to: paths.person(person.id),
      })),
    },
    {
      title: 'People',
      results: (found?.people ?? []).map(({ id, name, email, role }) => ({
        key: `person ${id}`,
        title: name,
        about: `${email}, ${ROLE_LABELS[role]}`,
        to: paths.person(id),
      })),
    },
    {
      title: 'Musicians',
      results: (found?.musicians ?? []).map(({ id, name, email, slug }) => ({
        key: `musician ${id}`,
        title: name,
        about: `${slug}, ${email}`,
        to: consolePaths.musician(id),
      })),
    },
    { title: 'Places', results: placesFor(text) },
  ];
  return groups.filter(({ results }) => results.length > 0);
}
