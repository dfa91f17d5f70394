import type { Role } from '../../../shared/lib/endpoint.ts';
import { formatDay, formatTime } from '../../../shared/lib/time.ts';
import type { Session } from '../../../shared/sessions/contract.ts';
import type { PanelPart } from '../../app/paths.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { CopyId } from './CopyId.tsx';
import { truncateTitle } from './list.ts';
import classes from './SessionHead.module.css';
import { SessionMenu } from './SessionMenu.tsx';
import { judged } from './standing.ts';

/** What every part of a session's panel is drawn from. */
export interface ShownProps {
  readonly session: Session;
  readonly role: Role;
  readonly zone: string;
  readonly now: Temporal.Instant;
  readonly part: PanelPart;
}

/** The panel's head: whose session it is, of what and when, and the client's menu. */
export function headOf({ session, role, zone, now }: ShownProps) {
  const { starts_at } = judged(session);
  const partner = role === 'partner';
  const track = session.session_info.title ?? session.service.label;
  return {
    title: partner ? session.user.name : truncateTitle(track),
    subtitle: (
      <span className={classes.about}>
        <span>{partner ? truncateTitle(track) : session.partner.name}</span>
        <span>{session.instrument_name}</span>
        <time dateTime={session.start_date}>
          {`${formatDay(starts_at, zone)}, ${formatTime(starts_at, zone)}`}
        </time>
        <CopyId id={session.id} />
      </span>
    ),
    media: partner ? (
      <Avatar name={session.user.name} src={session.user.avatar} size={56} />
    ) : (
      <Avatar name={track} size={56} square />
    ),
    actions: !partner && <SessionMenu session={session} role={role} zone={zone} now={now} />,
  };
}
