import type { ReadOf, Role } from '#shared/lib/endpoint.ts';
import type { Group, listSessions, SessionCard } from '#shared/sessions/contract.ts';
import { compareInGroup, groupOf, groupsOf, withInstants } from '#shared/sessions/rules.ts';
import { LIST } from '#shared/sessions/texts.ts';
import type { ListTab } from '../../lib/search.ts';

/** A tab of My Sessions. */
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
 * The tabs of a role with their cards in order at `now` (docs/product/sessions.md#lists). With more sessions
 * than one response holds, the server's counts are used.
 */
export function listTabs(
  role: Role,
  response: ReadOf<typeof listSessions>,
  now: Temporal.Instant,
): readonly ListedTab[] {
  const side = role === 'partner' ? 'partner' : 'client';
  const slugs: Partial<Record<Group, ListTab>> = SLUGS[side];
  const texts: Partial<Record<Group, string>> = side === 'partner' ? LIST.partnerTabs : LIST.tabs;
  const cards = response.sessions.map(withInstants);
  const whole = response.sessions.length >= response.total;
  return groupsOf(role).map((group) => {
    const sessions = cards.filter((card) => groupOf(role, card, now) === group).sort(compareInGroup(group));
    return {
      group,
      slug: slugs[group] ?? 'upcoming',
      text: texts[group] ?? '',
      empty: LIST.empty[group],
      count: whole ? sessions.length : response.counts[group],
      sessions,
    };
  });
}

/** A title cut to `max` characters, ending in '…' when cut. */
export function truncateTitle(title: string, max = 80): string {
  const characters = Array.from(title);
  return characters.length <= max
    ? title
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}

/** "Part: Lead vocal · Extra instrument: shaker"; '' without options. */
export function optionsText(options: SessionCard['session_info']['named_options']): string {
  return options.map(({ label, value }) => `${label}: ${value}`).join(' · ');
}
