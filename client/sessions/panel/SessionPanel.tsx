import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PANEL } from '../../shared/sessions/texts.ts';
import { ProblemError } from '../app/api.ts';
import { wordsOf } from '../app/problem-words.ts';
import { useMe } from '../app/session.ts';
import { useNow } from '../app/use-now.ts';
import { FilesManagement } from '../files/components/FilesManagement.tsx';
import { MessagesFoot } from '../messages/components/MessagesFoot.tsx';
import { MessagesList } from '../messages/components/MessagesList.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Loading, Bone } from '../ui/Skeleton.tsx';
import { sessionQuery, unlessJustAsked, useMessagesRead } from './api.ts';
import { ClientDetails } from './components/ClientDetails.tsx';
import { Facts } from './components/Facts.tsx';
import { FeedbackForm } from './components/FeedbackForm.tsx';
import { mayOpen, partOf } from './components/parts.ts';
import { PartnerDetails } from './components/PartnerDetails.tsx';
import { SessionChain } from './components/SessionChain.tsx';
import { TrackFacts } from './components/SessionFacts.tsx';
import { headOf, type ShownProps } from './components/SessionHead.tsx';
import { SessionTabs } from './components/SessionTabs.tsx';
import { verbsOf } from './components/SessionVerbs.tsx';
import { judged } from './components/standing.ts';
import classes from './SessionPanel.module.css';

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
  const {
    data: session,
    error,
    refetch,
    isFetching,
  } = useQuery({
    ...sessionQuery(id),
    refetchOnMount: unlessJustAsked,
  });
  const list = listTab === undefined ? {} : { tab: listTab };
  const part = partOf(me.role, tab);

  if (error instanceof ProblemError && [400, 404].includes(error.problem.status))
    return <Navigate to="/sessions" search={list} replace />;
  if (part === undefined || (session !== undefined && !mayOpen(part, me.role, judged(session), now)))
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

  const shown = { role: me.role, zone: me.timezone, now, part };
  // One panel for all of it, or what was focused before would be forgotten when the session has come.
  return (
    <Panel
      {...(session === undefined ? { title: `Session #${id}` } : headOf({ session, ...shown }))}
      footer={session && footOf({ session, ...shown })}
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
      {session !== undefined && (
        <>
          <SessionChain session={judged(session)} {...shown} />
          <div className={classes.tabs}>
            <SessionTabs session={session} role={me.role} part={part} bare={tab === undefined} />
          </div>
          <Part session={session} {...shown} />
        </>
      )}
    </Panel>
  );
}

/** The panel's foot: where one writes, or what can be done with the session. */
function footOf(shown: ShownProps): ReactNode {
  const { session, role, now, part } = shown;
  const { thread_id } = session;
  if (part === 'feedback') return undefined;
  if (part === 'messages')
    return (
      thread_id !== null && (
        <MessagesFoot
          threadId={thread_id}
          role={role}
          partner={session.partner.name}
          endsAt={judged(session).ends_at}
          now={now}
        />
      )
    );
  const verbs = verbsOf(shown);
  return verbs.length > 0 ? verbs : undefined;
}

function Part({ part, session, role, zone, now }: ShownProps): ReactNode {
  const read = useMessagesRead(session.id);
  const { thread_id } = session;
  if (part === 'files-management') return <FilesManagement session={session} role={role} now={now} />;
  if (part === 'messages')
    return (
      thread_id !== null && (
        <MessagesList
          key={thread_id}
          threadId={thread_id}
          other={role === 'partner' ? session.user.name : session.partner.name}
          zone={zone}
          onRead={read}
        />
      )
    );
  if (part === 'feedback') return <FeedbackForm session={session} role={role} now={now} />;
  if (role === 'partner') return <PartnerDetails session={session} zone={zone} />;
  if (part === 'track-details')
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
