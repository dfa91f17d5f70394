import { useNavigate } from '@tanstack/react-router';
import type { Role } from '../../../shared/lib/endpoint.ts';
import type { Session } from '../../../shared/sessions/contract.ts';
import { mayDo } from '../../../shared/sessions/rules-actions.ts';
import { PANEL } from '../../../shared/sessions/texts.ts';
import { useStudio } from '../../app/session.ts';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import { googleCalendarLink, outlookLink } from './calendar-entry.ts';
import { panelUrl, saveCalendarFile } from './calendar-file.ts';
import { judged } from './standing.ts';
import { useHelpLink } from './use-help-link.ts';

interface SessionMenuProps {
  readonly session: Session;
  readonly role: Role;
  readonly zone: string;
  readonly now: Temporal.Instant;
}

/** The client's header menu, by status (part 2 "Client session panel", section 4 "Who may do what"). */
export function SessionMenu({ session, role, zone, now }: SessionMenuProps) {
  const navigate = useNavigate();
  const help = useHelpLink(session, zone);
  const studio = useStudio()?.name ?? 'Talkback';
  const timed = judged(session);
  const may = (action: 'calendar' | 'help' | 'edit' | 'cancel') => mayDo(role, action, timed, now).allowed;
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
  const asked: MenuEntry[] = help === null ? [] : [{ key: 'help', text: PANEL.help, href: help }];
  return (
    <Menu
      label="More for this session"
      groups={[
        may('calendar') ? calendar : [],
        [
          ...(may('help') ? asked : []),
          ...(may('edit') ? [{ key: 'edit', text: PANEL.edit, onPress: edit } as const] : []),
          // "Allowed while cancelling would refund" (decisions 4).
          ...(may('cancel') && session.cancellation?.refund === true
            ? [{ key: 'move', text: 'Move session', onPress: move } as const]
            : []),
        ],
        may('cancel') ? [{ key: 'cancel', text: PANEL.cancel, danger: true, onPress: cancel }] : [],
      ]}
    />
  );
}
