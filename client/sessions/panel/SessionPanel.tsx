import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PANEL } from '#shared/sessions/texts.ts';
import { ProblemError } from '../../lib/api.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { useNowFor } from '../../lib/use-now.ts';
import { Panel } from '../../ui/overlay/Panel.tsx';
import { Loading, Placeholder } from '../../ui/feedback/Skeleton.tsx';
import { sessionQuery, unlessRecentlyFetched, useMessagesRead } from '../api.ts';
import { ClientDetails } from '../details/ClientDetails.tsx';
import { Facts } from '../details/Facts.tsx';
import { FeedbackForm } from './FeedbackForm.tsx';
import { mayOpen, partOf } from './parts.ts';
import type { PanelComponents } from './panel-components.ts';
import { PartnerDetails } from '../details/PartnerDetails.tsx';
import { SessionChain } from './SessionChain.tsx';
import { TrackFacts } from '../details/SessionFacts.tsx';
import { headerOf, type ShownProps } from './SessionHead.tsx';
import { SessionTabs } from './SessionTabs.tsx';
import { sessionActions } from './SessionActions.tsx';
import { sessionForRules } from './status-view.ts';
import classes from './SessionPanel.module.css';

/** The contract's largest id; anything else in the address is no session. */
const idOf = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : null;

/** A session's panel over the list, by its address (docs/product/sessions.md#panel). */
export function SessionPanel({ components }: { readonly components: PanelComponents }) {
  const id = idOf(useParams({ strict: false }).id);
  return id === null ? (
    <Navigate to="/sessions" replace />
  ) : (
    <OneSession key={id} id={id} components={components} />
  );
}

function OneSession({ id, components }: { readonly id: number; readonly components: PanelComponents }) {
  const navigate = useNavigate();
  const me = useMe();
  const { tab } = useParams({ strict: false });
  const { tab: listTab } = useSearch({ strict: false });
  const query = useQuery({ ...sessionQuery(id), refetchOnMount: unlessRecentlyFetched });
  const { data: session, error } = query;
  const list = listTab === undefined ? {} : { tab: listTab };
  const part = partOf(me.role, tab);
  // Chain, menu and the parts look at the clock themselves.
  const now = useNowFor(
    (at) =>
      session !== undefined &&
      part !== undefined && [
        mayOpen(part, me.role, sessionForRules(session), at),
        sessionActions({ session, role: me.role, zone: me.timezone, now: at, part }).map(({ key }) => key),
      ],
  );

  if (error instanceof ProblemError && [400, 404].includes(error.problem.status))
    return <Navigate to="/sessions" search={list} replace />;
  if (part === undefined || (session !== undefined && !mayOpen(part, me.role, sessionForRules(session), now)))
    return (
      <Navigate
        to="/sessions/$id/{-$tab}"
        params={{ id: String(id), tab: undefined }}
        search={list}
        replace
      />
    );
  // A hold has no panel of its own: it leads to the booking.
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
  // One panel for both states, so that the focus is restored after loading.
  return (
    <Panel
      {...(session === undefined ? { title: `Session #${id}` } : headerOf({ session, ...shown }, components))}
      lines={4}
      footer={session && footerOf({ session, ...shown }, components)}
      onClose={() => void navigate({ to: '/sessions', search: list, resetScroll: false })}
    >
      <QueryView query={query} loading={<PanelSkeleton />} errorTitle="We could not load this session">
        {(loaded) => (
          <>
            <SessionChain session={sessionForRules(loaded)} role={me.role} zone={me.timezone} part={part} />
            <div className={classes.tabs}>
              <SessionTabs session={loaded} role={me.role} part={part} bare={tab === undefined} />
            </div>
            <Part session={loaded} {...shown} components={components} />
          </>
        )}
      </QueryView>
    </Panel>
  );
}

/** The panel's footer: the message box, or the session's actions. */
function footerOf(shown: ShownProps, { MessagesFooter }: PanelComponents): ReactNode {
  const { session, role, part } = shown;
  const { thread_id } = session;
  if (part === 'feedback') return undefined;
  if (part === 'messages')
    return (
      thread_id !== null && (
        <MessagesFooter
          threadId={thread_id}
          role={role}
          partner={session.partner.name}
          endsAt={sessionForRules(session).ends_at}
        />
      )
    );
  const actions = sessionActions(shown);
  return actions.length > 0 ? actions : undefined;
}

function Part({
  part,
  session,
  role,
  zone,
  components: { Files, Messages },
}: ShownProps & { readonly components: PanelComponents }): ReactNode {
  const notifyRead = useMessagesRead(session.id);
  const { thread_id } = session;
  if (part === 'files-management') return <Files session={session} role={role} />;
  if (part === 'messages')
    return (
      thread_id !== null && (
        <Messages
          key={thread_id}
          threadId={thread_id}
          other={role === 'partner' ? session.user.name : session.partner.name}
          zone={zone}
          onRead={notifyRead}
        />
      )
    );
  if (part === 'feedback') return <FeedbackForm session={session} role={role} />;
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

/** A skeleton of the chain, the tabs and some rows. */
function PanelSkeleton() {
  return (
    <Loading what="the session">
      <div className={classes.loading}>
        <Placeholder height="44px" />
        <Placeholder height="84px" />
        <Placeholder width="60%" height="24px" />
        {[70, 55, 80, 60].map((width) => (
          <Placeholder key={width} width={`${width}%`} height="20px" />
        ))}
      </div>
    </Loading>
  );
}
