import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Role } from '../../shared/lib/endpoint.ts';
import { formatDay, formatTime } from '../../shared/lib/time.ts';
import type { Session } from '../../shared/sessions/contract.ts';
import { mayDo } from '../../shared/sessions/rules-actions.ts';
import { PANEL } from '../../shared/sessions/texts.ts';
import { ProblemError } from '../app/api.ts';
import type { SessionTab } from '../app/paths.ts';
import { wordsOf } from '../app/problem-words.ts';
import { useMe } from '../app/session.ts';
import { useNow } from '../app/use-now.ts';
import { FilesManagement } from '../files/components/FilesManagement.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Loading, Bone } from '../ui/Skeleton.tsx';
import { TabLink, TabLinks } from '../ui/TabLinks.tsx';
import { sessionQuery, useKeepSession } from './api.ts';
import { AddToCalendar } from './components/AddToCalendar.tsx';
import { ClientDetails } from './components/ClientDetails.tsx';
import { CloseButton } from './components/CloseButton.tsx';
import { CopyId } from './components/CopyId.tsx';
import { Facts } from './components/Facts.tsx';
import { truncateTitle } from './components/list.ts';
import { PartnerDetails } from './components/PartnerDetails.tsx';
import { ReadyButton } from './components/ReadyButton.tsx';
import { SessionChain } from './components/SessionChain.tsx';
import { TrackFacts } from './components/SessionFacts.tsx';
import { judged, standingOf } from './components/standing.ts';
import classes from './SessionPanel.module.css';

/** The tabs of each role (part 2 section 2; decisions 1 for managed clients). */
const TABS: Readonly<Record<Role, readonly (readonly [SessionTab, string])[]>> = {
  client: [
    ['session-details', PANEL.tabs.sessionDetails],
    ['track-details', PANEL.tabs.trackDetails],
    ['files-management', PANEL.tabs.filesManagement],
  ],
  managed: [
    ['session-details', PANEL.tabs.sessionDetails],
    ['files-management', PANEL.tabs.filesManagement],
  ],
  partner: [
    ['session-details', PANEL.tabs.sessionDetails],
    ['files-management', PANEL.tabs.filesManagement],
  ],
  operator: [],
};

/** The largest id that the contract takes; anything else in the address is no session. */
const idOf = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : null;

/** A session over the list, by its address (part 2 "Client session panel", "Partner session panel"). */
export function SessionPanel() {
  const id = idOf(useParams({ strict: false }).id);
  return id === null ? <Navigate to="/sessions" replace /> : <OneSession key={id} id={id} />;
}

function OneSession({ id }: { id: number }) {
  const navigate = useNavigate();
  const me = useMe();
  const now = useNow();
  const { tab } = useParams({ strict: false });
  const { tab: listTab } = useSearch({ strict: false });
  const { data: session, error, refetch, isFetching } = useQuery(sessionQuery(id));
  const list = listTab === undefined ? {} : { tab: listTab };
  const tabs = TABS[me.role];
  const present = tab === undefined ? tabs[0] : tabs.find(([key]) => key === tab);

  if (error instanceof ProblemError && [400, 404].includes(error.problem.status))
    return <Navigate to="/sessions" search={list} replace />;
  if (present === undefined)
    return (
      <Navigate
        to="/sessions/$id/{-$tab}"
        params={{ id: String(id), tab: undefined }}
        search={list}
        replace
      />
    );
  // A hold has no panel of its own: booking goes on with it.
  if (session?.status === 'prebooked')
    return (
      <Navigate
        to="/explore/$slug"
        params={{ slug: session.partner.slug }}
        search={{ hold: session.id }}
        replace
      />
    );

  const shown = { role: me.role, zone: me.timezone, now, tab: present[0] };
  // One panel for all of it, or what was focused before would be forgotten when the session has come.
  return (
    <Panel
      {...(session === undefined ? { title: `Session #${id}` } : headOf({ session, ...shown }))}
      onClose={() => void navigate({ to: '/sessions', search: list, resetScroll: false })}
    >
      {session === undefined && error === null && <PanelSkeleton />}
      {session === undefined && error !== null && (
        <ErrorState
          title="We could not load this session"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {wordsOf(error)}
        </ErrorState>
      )}
      {session !== undefined && <Opened session={session} {...shown} bare={tab === undefined} />}
    </Panel>
  );
}

interface ShownProps {
  readonly session: Session;
  readonly role: Role;
  readonly zone: string;
  readonly now: Temporal.Instant;
  readonly tab: SessionTab;
}

/** The panel's head and foot: whose session it is, of what and when, and the musician's verbs. */
function headOf({ session, role, zone, now }: ShownProps) {
  const timed = judged(session);
  const partner = role === 'partner';
  const track = session.session_info.title ?? session.service.label;
  const chained = standingOf(role, timed, now, zone).action === 'ready';
  const verbs = [
    mayDo(role, 'close', timed, now).allowed && (
      <CloseButton
        key="close"
        sessionId={session.id}
        client={session.user.name}
        output={session.files.output}
      />
    ),
    // Where the chain has the button already, a second one would only ask which is meant.
    mayDo(role, 'ready', timed, now).allowed && !chained && (
      <ReadyButton key="ready" sessionId={session.id} kind="plain" />
    ),
  ].filter(Boolean);
  return {
    title: partner ? session.user.name : truncateTitle(track),
    subtitle: (
      <span className={classes.about}>
        <span>{partner ? truncateTitle(track) : session.partner.name}</span>
        <span>{session.instrument_name}</span>
        <time dateTime={session.start_date}>
          {`${formatDay(timed.starts_at, zone)}, ${formatTime(timed.starts_at, zone)}`}
        </time>
        <CopyId id={session.id} />
      </span>
    ),
    media: partner ? (
      <Avatar name={session.user.name} src={session.user.avatar} size={56} />
    ) : (
      <Avatar name={track} size={56} square />
    ),
    actions: mayDo(role, 'calendar', timed, now).allowed && <AddToCalendar session={session} now={now} />,
    footer: verbs.length > 0 ? verbs : undefined,
  };
}

/** `bare`: the address names no tab. */
function Opened({ session, role, zone, now, tab, bare }: ShownProps & { readonly bare: boolean }) {
  return (
    <>
      <SessionChain
        session={judged(session)}
        role={role}
        zone={zone}
        now={now}
        atFiles={tab === 'files-management'}
      />
      <div className={classes.tabs}>
        <TabLinks label="Parts of this session">
          {TABS[role].map(([key, text], at) => (
            <TabLink
              key={key}
              to="/sessions/$id/{-$tab}"
              // The first one is also the address without a tab.
              params={{ id: String(session.id), tab: at === 0 && bare ? undefined : key }}
              search={(search) => (search.tab === undefined ? {} : { tab: search.tab })}
              resetScroll={false}
            >
              {text}
            </TabLink>
          ))}
        </TabLinks>
      </div>
      <Part tab={tab} session={session} role={role} zone={zone} now={now} />
    </>
  );
}

function Part({ tab, session, role, zone, now }: ShownProps): ReactNode {
  const keep = useKeepSession();
  if (tab === 'files-management')
    return <FilesManagement session={session} role={role} zone={zone} now={now} onSession={keep} />;
  if (role === 'partner') return <PartnerDetails session={session} zone={zone} />;
  if (tab === 'track-details')
    return (
      <Facts>
        <TrackFacts session={session} />
      </Facts>
    );
  return (
    <>
      <ClientDetails session={session} zone={zone} />
      {role === 'managed' && (
        <section className={classes.track}>
          <h3>{PANEL.tabs.trackDetails}</h3>
          <Facts>
            <TrackFacts session={session} />
          </Facts>
        </section>
      )}
    </>
  );
}

/** The shape of the chain, the tabs and some rows. */
function PanelSkeleton() {
  return (
    <Loading what="the session">
      <div className={classes.loading}>
        <Bone height="44px" />
        <Bone height="84px" />
        <Bone width="60%" height="24px" />
        {[70, 55, 80, 60].map((width) => (
          <Bone key={width} width={`${width}%`} height="20px" />
        ))}
      </div>
    </Loading>
  );
}
