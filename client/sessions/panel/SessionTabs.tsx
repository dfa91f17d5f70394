import type { Role } from '#shared/lib/endpoint.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { CountBadge } from '../../ui/feedback/CountBadge.tsx';
import { TabLink, TabLinks } from '../../ui/layout/TabLinks.tsx';
import { TABS, type PanelPart } from './parts.ts';

interface SessionTabsProps {
  readonly session: Session;
  readonly role: Role;
  readonly part: PanelPart;
  /** Whether the address names no tab. */
  readonly bare: boolean;
}

/** The tabs of a session's panel; 'Messages' shows the number of unread ones. */
export function SessionTabs({ session, role, part, bare }: SessionTabsProps) {
  return (
    <TabLinks label="Parts of this session">
      {TABS[role].map(([tab, text], at) => (
        <TabLink
          key={tab}
          to="/sessions/$id/{-$tab}"
          // The first tab also has the address without a tab.
          params={{ id: String(session.id), tab: at === 0 && bare ? undefined : tab }}
          search={(search) => (search.tab === undefined ? {} : { tab: search.tab })}
          resetScroll={false}
        >
          <span>{text}</span>
          {tab === 'messages' && part !== 'messages' && (
            <CountBadge
              count={session.unread_messages}
              what={session.unread_messages === 1 ? 'unread message' : 'unread messages'}
            />
          )}
        </TabLink>
      ))}
    </TabLinks>
  );
}
