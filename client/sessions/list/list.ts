import type { ReadOf, Role } from '../../../shared/lib/endpoint.ts';
import type { Group, listSessions, SessionCard } from '../../../shared/sessions/contract.ts';
import { compareInGroup, groupOf, groupsOf, withInstants } from '../../../shared/sessions/rules.ts';
import { LIST } from '../../../shared/sessions/texts.ts';
import type { ListTab } from '../../app/search.ts';

/** A tab of My Sessions: the list behind it, its name in the address, its words and how many it holds. */
export interface ListedTab {
  readonly group: Group;
  readonly slug: ListTab;
  readonly text: string;
  readonly empty: string;
  readonly count: number;
  readonly sessions: readonly SessionCard[];
}

const SLUGS = {
  client: { upcoming: 'upcoming', past: 'previous' },
  partner: { pending_review: 'pending-review', upcoming_partners: 'upcoming', past: 'completed' },
} as const satisfies Record<string, Partial<Record<Group, ListTab>>>;

/**
 * The tabs of a role with their cards in order at `now` (part 2 section 2). What time alone moves from one list to
 * another moves here at once; with more sessions than one answer holds, the server's counts stand.
 */
export function listTabs(
  role: Role,
  answer: ReadOf<typeof listSessions>,
  now: Temporal.Instant,
): readonly ListedTab[] {
  const side = role === 'partner' ? 'partner' : 'client';
  const slugs: Partial<Record<Group, ListTab>> = SLUGS[side];
  const texts: Partial<Record<Group, string>> = side === 'partner' ? LIST.partnerTabs : LIST.tabs;
  const cards = answer.sessions.map(withInstants);
  const whole = answer.sessions.length >= answer.total;
  return groupsOf(role).map((group) => {
    const sessions = cards.filter((card) => groupOf(role, card, now) === group).sort(compareInGroup(group));
    return {
      group,
      slug: slugs[group] ?? 'upcoming',
      text: texts[group] ?? '',
      empty: LIST.empty[group],
      count: whole ? sessions.length : answer.counts[group],
      sessions,
    };
  });
}

/** "The track title (shown truncated to 80 characters)": the last of them says that there is more. */
export function truncateTitle(title: string, most = 80): string {
  const characters = Array.from(title);
  return characters.length <= most
    ? title
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

/** The options of a track as words, in the order they were given; '' when there are none. */
export function optionsText(options: Readonly<Record<string, unknown>>): string {
  return Object.values(options)
    .filter((value): value is string => typeof value === 'string' && value.trim() !== '')
    .join(' · ');
}
