import { useNavigate } from '@tanstack/react-router';
import type { Role } from '#shared/lib/endpoint.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { hasBegun } from '#shared/sessions/rules.ts';
import { mayDo } from '#shared/sessions/rules-actions.ts';
import { PANEL } from '#shared/sessions/texts.ts';
import { useStudio } from '../../lib/session.ts';
import { useNowFor } from '../../lib/use-now.ts';
import { Menu, type MenuEntry } from '../../ui/overlay/Menu.tsx';
import { googleCalendarLink, outlookLink } from '../calendar/calendar-entry.ts';
import { panelUrl, saveCalendarFile } from '../calendar/calendar-file.ts';
import { mayMove } from './may-move.ts';
import { sessionForRules } from './status-view.ts';
import { useHelpLink } from './use-help-link.ts';

interface SessionMenuProps {
  readonly session: Session;
  readonly role: Role;
  readonly zone: string;
}

const ENTRIES = ['calendar', 'help', 'edit', 'cancel'] as const;

/** The client's header menu, by status (docs/product/sessions.md#client-menu). */
export function SessionMenu({ session, role, zone }: SessionMenuProps) {
  const navigate = useNavigate();
  const help = useHelpLink(session, zone);
  const studio = useStudio()?.name ?? 'Talkback';
  const forRules = sessionForRules(session);
  const now = useNowFor((at) => [
    ENTRIES.map((action) => mayDo(role, action, forRules, at)),
    hasBegun(forRules, at),
    mayMove(role, session, at),
  ]);
  const may = (action: (typeof ENTRIES)[number]) => mayDo(role, action, forRules, now).allowed;
  const place = { url: panelUrl(session.id), studio };

  const edit = () =>
    void navigate({
      to: '/sessions/$id/edit',
      params: { id: String(session.id) },
      search: ({ tab }) => (tab === undefined ? {} : { tab }),
      resetScroll: false,
    });
  const move = () =>
    void navigate({
      to: '/sessions/$id/move',
      params: { id: String(session.id) },
      search: ({ tab }) => (tab === undefined ? {} : { tab }),
      resetScroll: false,
    });
  const cancel = () =>
    void navigate({
      to: '.',
      search: (search) => ({ ...search, modal: 'cancel-session' as const, session: session.id }),
      resetScroll: false,
    });

  const calendar: MenuEntry[] = [
    {
      key: 'file',
      text: PANEL.calendar,
      onPress: () => saveCalendarFile(session, studio, now),
    },
    { key: 'google', text: 'Add to Google Calendar', href: googleCalendarLink(session, place) },
    { key: 'outlook', text: 'Add to Outlook', href: outlookLink(session, place) },
  ];
  const refused = mayDo(role, 'cancel', forRules, now);
  const isRunning = hasBegun(forRules, now) && may('edit') && !refused.allowed;
  const begun: MenuEntry[] = isRunning ? [{ key: 'cancel', text: PANEL.cancel, reason: refused.reason }] : [];
  const moves = mayMove(role, session, now);
  const moveEntry: MenuEntry = {
    key: 'move',
    text: 'Move session',
    ...(moves.allowed ? { onPress: move } : { reason: moves.reason }),
  };
  const helpEntries: MenuEntry[] = help === null ? [] : [{ key: 'help', text: PANEL.help, href: help }];
  return (
    <Menu
      label="More for this session"
      groups={[
        may('calendar') ? calendar : [],
        [
          ...(may('help') ? helpEntries : []),
          ...(may('edit') ? [{ key: 'edit', text: PANEL.edit, onPress: edit } as const] : []),
          ...(may('edit') ? [moveEntry] : []),
        ],
        may('cancel') ? [{ key: 'cancel', text: PANEL.cancel, danger: true, onPress: cancel }] : begun,
      ]}
    />
  );
}
