import type { Role } from '#shared/lib/endpoint.ts';
import type { TimedSession } from '#shared/sessions/rules.ts';
import { mayDo } from '#shared/sessions/rules-actions.ts';
import { PANEL } from '#shared/sessions/texts.ts';

/** The tabs of a session's panel as in its address. */
export type SessionTab = 'session-details' | 'track-details' | 'files-management' | 'messages';
/** The musician's feedback form, in the place of a tab. */
export const FEEDBACK_PATH = 'feedback';
export type PanelPart = SessionTab | typeof FEEDBACK_PATH;

const { sessionDetails, trackDetails, filesManagement, messages } = PANEL.tabs;

/** The tabs of each role, in order (docs/product/sessions.md#panel). */
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

/** The part that an address names; the first tab without a name, undefined when this role has no such part. */
export function partOf(role: Role, named: string | undefined): PanelPart | undefined {
  if (named === FEEDBACK_PATH && role === 'partner') return FEEDBACK_PATH;
  return named === undefined ? TABS[role][0]?.[0] : TABS[role].find(([tab]) => tab === named)?.[0];
}

/** Whether a part exists for this session now: the feedback form only while there is something to report. */
export function mayOpen(part: PanelPart, role: Role, session: TimedSession, now: Temporal.Instant): boolean {
  return part !== FEEDBACK_PATH || mayDo(role, 'report', session, now).allowed;
}
