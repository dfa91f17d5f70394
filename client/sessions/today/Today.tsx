import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDay, formatTime, relativeTime } from '#shared/lib/time.ts';
import type { SessionCard } from '#shared/sessions/contract.ts';
import type { Today as TodayData } from '#shared/sessions/contract-today.ts';
import { openJoinLink } from '#shared/sessions/rules-today.ts';
import { PANEL, TODAY } from '#shared/sessions/texts.ts';
import type { ListTab } from '../../lib/search.ts';
import { useNowFor, useTextNow } from '../../lib/use-now.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { CountBadge } from '../../ui/feedback/CountBadge.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { Avatar } from '../../ui/layout/Avatar.tsx';
import { todayQuery } from '../api.ts';
import { truncateTitle } from '../list/list.ts';
import { lateSince } from '../panel/status-view.ts';
import { ProfileNote } from './ProfileNote.tsx';
import classes from './Today.module.css';

interface TodayProps {
  readonly zone: string;
}

/** What waits for the musician, before their lists (docs/product/sessions.md#today). */
export function Today({ zone }: TodayProps) {
  const query = useQuery(todayQuery);
  return (
    <section aria-label={TODAY.title} className={classes.today}>
      <h2>
        {TODAY.title} <span className={classes.date}>{useTextNow((now) => formatDay(now, zone))}</span>
      </h2>
      <QueryView
        query={query}
        loading={<RowsSkeleton what="what waits for you" count={1} />}
        errorTitle="We could not load what waits for you"
      >
        {(data) => <Lists data={data} zone={zone} />}
      </QueryView>
    </section>
  );
}

function Lists({ data, zone }: TodayProps & { readonly data: TodayData }) {
  const { review, deliver, unread, conflicts, profile, next } = data;
  const waits = review.total + deliver.total + unread.total + conflicts.total > 0 || profile !== null;
  return (
    <div className={classes.lists}>
      {profile !== null && <ProfileNote profile={profile} />}
      {(next !== null || !waits) && <Next session={next} zone={zone} />}
      {!waits && (
        <div className={classes.card} data-empty>
          <h3>
            <Icon name="check" size={18} /> {TODAY.nothing}
          </h3>
          <p className={classes.muted}>{TODAY.nothingHint}</p>
        </div>
      )}
      <List title={TODAY.conflicts} list={conflicts} tab={undefined} part={undefined}>
        {({ start_date }) => (
          <span className={classes.late}>
            <Distance at={start_date} />
          </span>
        )}
      </List>
      <List title={TODAY.deliver} list={deliver} tab="completed" part="files-management">
        {(session) => <Due session={session} zone={zone} />}
      </List>
      <List title={TODAY.review} list={review} tab="pending-review" part="files-management">
        {({ start_date }) => <Distance at={start_date} />}
      </List>
      <List title={TODAY.unread} list={unread} tab={undefined} part="messages">
        {({ unread_messages: count }) => (
          <CountBadge count={count} what={count === 1 ? 'message' : 'messages'} showsText />
        )}
      </List>
    </div>
  );
}

interface ListProps {
  readonly title: string;
  readonly list: TodayData['review'];
  /** The list of My Sessions that has all of them; undefined: several have. */
  readonly tab: ListTab | undefined;
  /** The tab of the panel that a row leads to. */
  readonly part: 'files-management' | 'messages' | undefined;
  /** What stands at a row's end. */
  readonly children: (session: SessionCard) => ReactNode;
}

function List({ title, list, tab, part, children }: ListProps) {
  if (list.total === 0) return null;
  const more = list.total - list.sessions.length;
  return (
    <section aria-label={title} className={classes.card}>
      <h3>
        {title} <span className={classes.count}>{list.total}</span>
      </h3>
      {list.sessions.map((session) => (
        <Row key={session.id} session={session} part={part}>
          {children(session)}
        </Row>
      ))}
      {more > 0 && tab !== undefined && (
        <Link to="/sessions" search={{ tab }} resetScroll={false} className={classes.more}>
          {more === 1 ? '1 more' : `${more} more`}
        </Link>
      )}
      {more > 0 && tab === undefined && <span className={classes.muted}>and {more} more</span>}
    </section>
  );
}

interface RowProps {
  readonly session: SessionCard;
  readonly part: 'files-management' | 'messages' | undefined;
  readonly children?: ReactNode;
}

/** One session, which leads to its place. */
function Row({ session, part, children }: RowProps) {
  const { id, user, session_info } = session;
  return (
    <Link
      to="/sessions/$id/{-$tab}"
      params={{ id: String(id), tab: part }}
      search={({ tab }) => (tab === undefined ? {} : { tab })}
      resetScroll={false}
      className={classes.row}
    >
      <Avatar name={user.name} id={user.id} src={user.avatar} size={36} />
      <span className={classes.what}>
        <span className={classes.name}>{user.name}</span>
        <span className={classes.muted}>{truncateTitle(session_info.title ?? 'Untitled track', 40)}</span>
      </span>
      <span className={classes.end}>{children}</span>
    </Link>
  );
}

function Due({ session, zone }: TodayProps & { readonly session: SessionCard }) {
  const lateAt = (now: Temporal.Instant) => {
    const late = lateSince(session, now);
    return late === null ? '' : lateText(late, now);
  };
  const late = useTextNow(lateAt);
  if (late !== '') return <span className={classes.late}>{late}</span>;
  const due = session.delivery_due_at;
  return due === null ? null : <>by {formatTime(Temporal.Instant.from(due), zone)}</>;
}

/** "38 hours late", "late" within the first minute. */
const lateText = (due: Temporal.Instant, now: Temporal.Instant): string =>
  relativeTime(due, now).replace(/^now$/, '').replace(/ ago$/, ' ').concat('late');

function Next({ session, zone }: TodayProps & { readonly session: TodayData['next'] }) {
  if (session === null)
    return (
      <section aria-label={TODAY.next} className={classes.card}>
        <h3>{TODAY.next}</h3>
        <p className={classes.muted}>{TODAY.noNext}</p>
      </section>
    );
  const starts = Temporal.Instant.from(session.start_date);
  return (
    <section aria-label={TODAY.next} className={classes.card}>
      <h3>{TODAY.next}</h3>
      <p className={classes.when}>
        <time dateTime={session.start_date}>
          {formatDay(starts, zone)}, {formatTime(starts, zone)}
        </time>{' '}
        <span className={classes.muted}>
          <Until starts={starts} />
        </span>
      </p>
      <Row session={session} part={undefined} />
      <Join session={session} starts={starts} />
    </section>
  );
}

/** "in 2 days", "3 hours ago". */
function Distance({ at }: { readonly at: string }) {
  return useTextNow((now) => relativeTime(Temporal.Instant.from(at), now));
}

function Until({ starts }: { readonly starts: Temporal.Instant }) {
  return useTextNow((now) =>
    Temporal.Instant.compare(now, starts) >= 0 ? 'on right now' : relativeTime(starts, now),
  );
}

interface JoinProps {
  readonly session: NonNullable<TodayData['next']>;
  readonly starts: Temporal.Instant;
}

/** The link to the session while it is open. */
function Join({ session, starts }: JoinProps) {
  const timed = { ...session, starts_at: starts, ends_at: Temporal.Instant.from(session.end_date) };
  const linkAt = (now: Temporal.Instant) => openJoinLink(timed, now);
  const link = linkAt(useNowFor(linkAt));
  if (link === null) return null;
  return (
    <Button component="a" href={link} target="_blank" rel="noopener noreferrer">
      {PANEL.join}
    </Button>
  );
}
