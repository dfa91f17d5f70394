import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LIST } from '#shared/sessions/texts.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { useNowFor } from '../../lib/use-now.ts';
import { Announcements } from '../../content/announcements/Announcements.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { TabLink, TabLinks } from '../../ui/layout/TabLinks.tsx';
import { sessionsQuery, todayQuery } from '../api.ts';
import { Today } from '../today/Today.tsx';
import { listTabs } from './list.ts';
import { SessionCards } from './SessionCards.tsx';
import classes from './SessionsPage.module.css';

const NOTHING = {
  sessions: [],
  total: 0,
  counts: { pending_review: 0, upcoming_partners: 0, upcoming: 0, past: 0 },
};

const LOADING = <RowsSkeleton what="your sessions" count={4} />;

/** My Sessions of both roles (docs/product/sessions.md#lists), with `above` over the lists; a session's panel slides over it. */
export function SessionsPage({ above = null }: { readonly above?: ReactNode }) {
  const me = useMe();
  const { tab } = useSearch({ strict: false });
  const { id } = useParams({ strict: false });
  const query = useQuery(sessionsQuery);
  const { data } = query;
  // It comes above the lists, so they wait for it: nothing shifts under a tap.
  const today = useQuery({ ...todayQuery, enabled: me.role === 'partner' });
  const isWaiting = me.role === 'partner' && today.isPending && today.failureCount === 0;
  const tabsAt = (at: Temporal.Instant) => listTabs(me.role, data ?? NOTHING, at);
  const tabs = tabsAt(
    useNowFor((at) => tabsAt(at).map(({ count, sessions }) => [count, sessions.map(({ id }) => id)])),
  );
  // The address may name a list of the other role.
  const named = tabs.find(({ slug }) => slug === tab);
  const present = named ?? tabs[0];
  // A panel opened by its bare address, from a mail for example, shows the list that holds its session.
  const listOfPanel =
    named === undefined && tabs.find(({ sessions }) => sessions.some((one) => String(one.id) === id));
  const book = me.role === 'client' && <ButtonLink to="/explore">{LIST.book}</ButtonLink>;

  return (
    <>
      {listOfPanel && listOfPanel !== tabs[0] && id !== undefined && (
        <Navigate
          // Only the list changes: what is open over it stays.
          to="."
          search={(search) => ({ ...search, tab: listOfPanel.slug })}
          resetScroll={false}
          replace
        />
      )}
      <PageTitle actions={book}>{LIST.title}</PageTitle>
      <Announcements place="sessions" loading={LOADING} isWaiting={isWaiting}>
        {above}
        {me.role === 'partner' && <Today zone={me.timezone} />}
        <div className={classes.tabs}>
          <TabLinks label={LIST.title}>
            {tabs.map(({ slug, text, count }, at) => (
              <TabLink
                key={slug}
                to="/sessions"
                search={at === 0 && named === undefined ? {} : { tab: slug }}
                resetScroll={false}
                count={data === undefined ? undefined : count}
              >
                {text}
              </TabLink>
            ))}
          </TabLinks>
        </div>
        <QueryView query={query} loading={LOADING} errorTitle="We could not load your sessions">
          {() =>
            present &&
            (present.sessions.length > 0 ? (
              <SessionCards sessions={present.sessions} role={me.role} zone={me.timezone} />
            ) : (
              <EmptyState title={LIST.emptyTitle}>{present.empty}</EmptyState>
            ))
          }
        </QueryView>
      </Announcements>
      <Outlet />
    </>
  );
}
