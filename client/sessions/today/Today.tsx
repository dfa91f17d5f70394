import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDay, formatTime, relativeTime } from '#shared/lib/time.ts';
import type { SessionCard } from '#shared/sessions/contract.ts';
import type { Today as TodayData } from '#shared/sessions/contract-today.ts';
import { openJoinLink } from '#shared/sessions/rules-today.ts';
import { PANEL, TODAY } from '#shared/sessions/texts.ts';
import type { ListTab } from '../../lib/search.ts';
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
  readonly now: Temporal.Instant;
}

/** What waits for the musician, before their lists (docs/product/sessions.md#today). */
export function Today({ zone, now }: TodayProps) {
  const query = useQuery(todayQuery);
  return (
    <section aria-label={TODAY.title} className={classes.today}>
      <h2>
        {TODAY.title} <span className={classes.date}>{formatDay(now, zone)}</span>
      </h2>
      <QueryView
        query={query}
        loading={<RowsSkeleton what="what waits for you" count={1} />}
        errorTitle="We could not load what waits for you"
      >
        {(data) => <Lists data={data} zone={zone} now={now} />}
      </QueryView>
    </section>
  );
}

function Lists({ data, zone, now }: TodayProps & { readonly data: TodayData }) {
  const { review, deliver, unread, conflicts, profile, next } = data;
  const waits = review.total + deliver.total + unread.total + conflicts.total > 0 || profile !== null;
  return (
    <div className={classes.lists}>
      {profile !== null && <ProfileNote profile={profile} />}
      {(next !== null || !waits) && <Next session={next} zone={zone} now={now} />}
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
          <span className={classes.late}>{relativeTime(Temporal.Instant.from(start_date), now)}</span>
        )}
      </List>
      <List title={TODAY.deliver} list={deliver} tab="completed" part="files-management">
        {(session) => <Due session={session} zone={zone} now={now} />}
      </List>
      <List title={TODAY.review} list={review} tab="pending-review" part="files-management">
        {({ start_date }) => relativeTime(Temporal.Instant.from(start_date), now)}
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

function Due({ session, zone, now }: TodayProps & { readonly session: SessionCard }) {
  const late = lateSince(session, now);
  if (late !== null) return <span className={classes.late}>{lateText(late, now)}</span>;
  const due = session.delivery_due_at;
  return due === null ? null : <>by {formatTime(Temporal.Instant.from(due), zone)}</>;
}

/** "38 hours late", "late" within the first minute. */
const lateText = (due: Temporal.Instant, now: Temporal.Instant): string =>
  relativeTime(due, now).replace(/^now$/, '').replace(/ ago$/, ' ').concat('late');

function Next({ session, zone, now }: TodayProps & { readonly session: TodayData['next'] }) {
  if (session === null)
    return (
      <section aria-label={TODAY.next} className={classes.card}>
        <h3>{TODAY.next}</h3>
        <p className={classes.muted}>{TODAY.noNext}</p>
      </section>
    );
  const [starts, ends] = [Temporal.Instant.from(session.start_date), Temporal.Instant.from(session.end_date)];
  const join = openJoinLink({ ...session, starts_at: starts, ends_at: ends }, now);
  return (
    <section aria-label={TODAY.next} className={classes.card}>
      <h3>{TODAY.next}</h3>
      <p className={classes.when}>
        <time dateTime={session.start_date}>
          {formatDay(starts, zone)}, {formatTime(starts, zone)}
        </time>{' '}
        <span className={classes.muted}>
          {Temporal.Instant.compare(now, starts) >= 0 ? 'on right now' : relativeTime(starts, now)}
        </span>
      </p>
      <Row session={session} part={undefined} />
      {join !== null && (
        <Button component="a" href={join} target="_blank" rel="noopener noreferrer">
          {PANEL.join}
        </Button>
      )}
    </section>
  );
}
