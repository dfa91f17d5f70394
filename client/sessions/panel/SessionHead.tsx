import type { Role } from '#shared/lib/endpoint.ts';
import { formatDay, formatTime } from '#shared/lib/time.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { Avatar } from '../../ui/layout/Avatar.tsx';
import { CopyId } from '../details/CopyId.tsx';
import { truncateTitle } from '../list/list.ts';
import classes from './SessionHead.module.css';
import type { PanelComponents } from './panel-components.ts';
import { SessionMenu } from './SessionMenu.tsx';
import { sessionForRules } from './status-view.ts';
import type { PanelPart } from './parts.ts';

/** Props of every part of a session's panel. */
export interface ShownProps {
  readonly session: Session;
  readonly role: Role;
  readonly zone: string;
  readonly now: Temporal.Instant;
  readonly part: PanelPart;
}

/** The panel's header: the other participant, the track and time, and the client's menu. */
export function headerOf({ session, role, zone }: ShownProps, { Cover }: Pick<PanelComponents, 'Cover'>) {
  const { starts_at } = sessionForRules(session);
  const partner = role === 'partner';
  const track = session.session_info.title ?? session.service.label;
  return {
    title: partner ? session.user.name : truncateTitle(track),
    subtitle: (
      <span className={classes.subtitle}>
        <span>{partner ? truncateTitle(track) : session.partner.name}</span>
        <span>{session.instrument_name}</span>
        <time dateTime={session.start_date}>
          {`${formatDay(starts_at, zone)}, ${formatTime(starts_at, zone)}`}
        </time>
        <CopyId id={session.id} />
      </span>
    ),
    media: partner ? (
      <Avatar name={session.user.name} id={session.user.id} src={session.user.avatar} size={56} />
    ) : (
      <Cover session={session} title={track} />
    ),
    actions: !partner && <SessionMenu session={session} role={role} zone={zone} />,
  };
}
