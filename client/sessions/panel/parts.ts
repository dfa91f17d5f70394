import type { Role } from '../../../shared/lib/endpoint.ts';
import type { JudgedSession } from '../../../shared/sessions/rules.ts';
import { mayDo } from '../../../shared/sessions/rules-actions.ts';
import { PANEL } from '../../../shared/sessions/texts.ts';
import { FEEDBACK_PATH, type PanelPart, type SessionTab } from '../../app/paths.ts';

const { sessionDetails, trackDetails, filesManagement, messages } = PANEL.tabs;

/** The tabs of each role, in order (part 2 section 2; decisions 1 for managed clients). */
export const TABS: Readonly<Record<Role, readonly (readonly [SessionTab, string])[]>> = {
  client: [
    ['session-details', sessionDetails],
    ['track-details', trackDetails],
    ['files-management', filesManagement],
    ['messages', messages],
  ],
  managed: [
    ['session-details', sessionDetails],
    ['messages', messages],
    ['files-management', filesManagement],
  ],
  partner: [
    ['session-details', sessionDetails],
    ['files-management', filesManagement],
    ['messages', messages],
  ],
  operator: [],
};

/** The part of a panel that an address names; none means the first tab, and undefined that this role has no such part. */
export function partOf(role: Role, named: string | undefined): PanelPart | undefined {
  if (named === FEEDBACK_PATH && role === 'partner') return FEEDBACK_PATH;
  return named === undefined ? TABS[role][0]?.[0] : TABS[role].find(([tab]) => tab === named)?.[0];
}

/** Whether a part is there for this session now: the feedback form only while there is something to report. */
export function mayOpen(part: PanelPart, role: Role, session: JudgedSession, now: Temporal.Instant): boolean {
  return part !== FEEDBACK_PATH || mayDo(role, 'report', session, now).allowed;
}
