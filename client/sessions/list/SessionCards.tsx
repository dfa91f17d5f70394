import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { Role } from '#shared/lib/endpoint.ts';
import { formatDay, formatTime } from '#shared/lib/time.ts';
import type { SessionCard } from '#shared/sessions/contract.ts';
import { withInstants } from '#shared/sessions/rules.ts';
import { downloadAt, type DownloadVisibility } from '#shared/sessions/rules-download.ts';
import { useNowFor } from '../../lib/use-now.ts';
import { Avatar } from '../../ui/layout/Avatar.tsx';
import { CountBadge } from '../../ui/feedback/CountBadge.tsx';
import { StatusLabel } from '../../ui/feedback/StatusLabel.tsx';
import { useShownCount } from '../../ui/layout/use-shown-count.ts';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx';
import { optionsText, truncateTitle } from './list.ts';
import { OtherZone } from './OtherZone.tsx';
import classes from './SessionCards.module.css';
import { lateSince, shownLabel, shownTone } from '../panel/status-view.ts';
import { Stars } from '../rate/Stars.tsx';

interface SessionCardsProps {
  readonly sessions: readonly SessionCard[];
  readonly role: Role;
  readonly zone: string;
}

/** The least height of a card and the gap below it, in CSS pixels. */
const LEAST_HEIGHT = 96;

/** The cards of one tab of My Sessions, up to 1,000, drawn a few at a time (docs/product/sessions.md#cards). */
export function SessionCards({ sessions, role, zone }: SessionCardsProps) {
  const inView = Math.ceil(innerHeight / LEAST_HEIGHT);
  const count = useShownCount(sessions.length, { inView, atOnce: 60, step: 10 });
  return (
    <ul className={classes.list}>
      {sessions.slice(0, count).map((session) => (
        <Card key={session.id} session={session} role={role} zone={zone} />
      ))}
    </ul>
  );
}

interface CardProps extends Omit<SessionCardsProps, 'sessions'> {
  readonly session: SessionCard;
}

const Card = memo(function Card({ session, role, zone }: CardProps) {
  const other = role === 'partner' ? session.user : session.partner;
  const { session_info } = session;
  const forRules = withInstants(session);
  const title = truncateTitle(session_info.title ?? 'Untitled track');
  const options = optionsText(session_info.named_options);
  return (
    <li className={classes.card}>
      <Avatar name={other.name} id={other.id} src={other.avatar} size={44} />
      <div className={classes.person}>
        <Link
          to="/sessions/$id/{-$tab}"
          params={{ id: String(session.id), tab: undefined }}
          search={({ tab }) => (tab === undefined ? {} : { tab })}
          resetScroll={false}
          className={classes.open}
        >
          {other.name}
          <VisuallyHidden>{`, ${title}`}</VisuallyHidden>
        </Link>
        {role !== 'partner' && <span className={classes.muted}>{session.instrument_name}</span>}
      </div>
      <div className={classes.track}>
        <span className={classes.title}>{title}</span>
        {options !== '' && <span className={classes.muted}>{options}</span>}
      </div>
      <div className={classes.time}>
        <time dateTime={session.start_date}>{formatDay(forRules.starts_at, zone)}</time>
        <span className={classes.clock}>
          <OtherZone at={forRules.starts_at} zone={zone} other={other} />
        </span>
      </div>
      <Status session={session} role={role} zone={zone} />
    </li>
  );
});

/** What changes with the time, so that a tick renders no whole card. */
function Status({ session, role, zone }: CardProps) {
  const { cancelled_at, rating } = session;
  const viewAt = (at: Temporal.Instant) => ({
    tone: shownTone(role, session, at),
    label: shownLabel(role, session, at),
    late: lateSince(session, at),
    download: downloadAt(session.download, at),
  });
  const { tone, label, late, download } = viewAt(useNowFor(viewAt));
  return (
    <div className={classes.status}>
      <StatusLabel tone={tone}>{label}</StatusLabel>
      {late !== null && (
        <span className={classes.late}>
          Late since <time dateTime={late.toString()}>{formatDay(late, zone)}</time>
        </span>
      )}
      <DownloadTime {...download} zone={zone} />
      {cancelled_at !== null && (
        <time dateTime={cancelled_at} className={classes.muted}>
          {formatDay(Temporal.Instant.from(cancelled_at), zone)}
        </time>
      )}
      <CountBadge
        count={session.unread_messages}
        what={session.unread_messages === 1 ? 'new message' : 'new messages'}
        showsText
      />
      {rating.status === 'rated' && <Stars stars={rating.rating} />}
    </div>
  );
}

/** When limited files can be downloaded, or until when; nothing where they have expired, and without a limit. */
function DownloadTime({ state, until, zone }: DownloadVisibility & { readonly zone: string }) {
  if (until === null || state === 'expired') return null;
  return (
    <span className={classes.muted}>
      {state === 'processing' ? 'Ready ' : 'Available until '}
      <time dateTime={until.toString()}>
        {formatDay(until, zone)}
        {state === 'processing' && `, ${formatTime(until, zone)}`}
      </time>
    </span>
  );
}
