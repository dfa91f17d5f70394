import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, type ComponentType, type ReactNode } from 'react';
import { loginPath } from '#shared/accounts/rules.ts';
import type { MusicianPage as Musician } from '#shared/explore/contract-page.ts';
import { firstName } from '#shared/lib/text.ts';
import { PAGE } from '#shared/explore/texts-page.ts';
import type { Me } from '#shared/me/contract.ts';
import { MiniPlayer } from '../../catalogue/samples/MiniPlayer.tsx';
import { SamplePlayerProvider, useSamplePlayer } from '../../catalogue/samples/sample-player.ts';
import { ProblemError } from '../../lib/api.ts';
import { browserZone } from '../../lib/clock.ts';
import { OpenFrame } from '../../lib/frame/OpenFrame.tsx';
import { QueryView } from '../../lib/QueryView.tsx';
import { meQuery } from '../../lib/session.ts';
import { useFollow } from '../../lib/use-follow.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { useDocumentTitle } from '../../ui/layout/PageTitle.tsx';
import { musicianQuery } from './api.ts';
import { Comments } from './Comments.tsx';
import { MusicianView } from './MusicianView.tsx';
import classes from './MusicianPage.module.css';
import { PageSkeleton } from './PageSkeleton.tsx';

interface MusicianPageProps {
  /** The layout of signed-in screens. */
  readonly Shell: ComponentType<{ readonly children: ReactNode }>;
}

/** A musician's page, with the shell for whoever is signed in (docs/product/musician-page.md). */
export function MusicianPage({ Shell }: MusicianPageProps) {
  const { data: me, isPending } = useQuery(meQuery);
  if (isPending) return <OpenFrame>{null}</OpenFrame>;
  // Before a plan is chosen, the shell's links lead nowhere.
  if (!me || me.status === 'signup')
    return (
      <OpenFrame aside={!me && <SignIn />}>
        <Page me={me ?? null} />
      </OpenFrame>
    );
  return (
    <Suspense fallback={<OpenFrame>{null}</OpenFrame>}>
      <Shell>
        <Link to="/explore" className={classes.back}>
          <Icon name="back" size={18} />
          {PAGE.allMusicians}
        </Link>
        <Page me={me} />
      </Shell>
    </Suspense>
  );
}

const loginFor = (pathname: string): string => loginPath({ pathname, search: '', hash: '' });

function ToLogin({ slug }: { readonly slug: string }) {
  const { history } = useRouter();
  useEffect(() => history.replace(loginFor(`/musicians/${slug}`)), [history, slug]);
  return null;
}

function Page({ me }: { readonly me: Me | null }) {
  const { slug } = useParams({ from: '/musicians/$slug' });
  const { data, error, isFetching, refetch } = useQuery(musicianQuery(slug, me?.id ?? null));
  const player = useSamplePlayer();
  // The studio has closed its pages since this one was opened.
  if (error instanceof ProblemError && error.problem.code === 'sign_in_first') return <ToLogin slug={slug} />;
  return (
    <SamplePlayerProvider value={player}>
      <QueryView
        query={{ data, error, isFetching, refetch }}
        loading={<PageSkeleton />}
        errorTitle={PAGE.failed}
      >
        {(musician) =>
          musician === null ? (
            <NotHere signedIn={me !== null} />
          ) : (
            <>
              <Title musician={musician} />
              <MusicianView
                musician={musician}
                zone={me?.timezone ?? browserZone()}
                actions={<Book musician={musician} role={me?.role ?? null} />}
                comments={<Comments key={musician.id} musician={musician} />}
              />
            </>
          )
        }
      </QueryView>
      <MiniPlayer player={player} />
    </SamplePlayerProvider>
  );
}

function Title({ musician: { name, title } }: { readonly musician: Musician }) {
  useDocumentTitle([name, title].filter(Boolean).join(', '));
  return null;
}

interface BookProps {
  readonly musician: Musician;
  /** Null where nobody is signed in. */
  readonly role: Me['role'] | null;
}

/** Opens the booking panel, after the login where nobody is signed in. */
function Book({ musician: { slug, name, next_free }, role }: BookProps) {
  const follow = useFollow();
  const text = PAGE.book(firstName(name, name));
  if (role !== null)
    return (
      <>
        <ButtonLink to="/explore/$slug" params={{ slug }}>
          {text}
        </ButtonLink>
        {role === 'client' && next_free.length === 0 && (
          <ButtonLink
            kind="plain"
            to="."
            search={(search) => ({ ...search, modal: 'wait', artist: slug })}
            resetScroll={false}
          >
            {PAGE.tellMe(firstName(name, name))}
          </ButtonLink>
        )}
      </>
    );
  const href = loginFor(`/explore/${slug}`);
  return (
    <>
      <Button component="a" href={href} onClick={(event) => follow(event, href)}>
        {text}
      </Button>
      <p className={classes.signInHint}>{PAGE.signInHint}</p>
    </>
  );
}

function SignIn() {
  const { slug } = useParams({ from: '/musicians/$slug' });
  const follow = useFollow();
  const href = loginFor(`/musicians/${slug}`);
  return (
    <Button component="a" kind="plain" href={href} onClick={(event) => follow(event, href)}>
      {PAGE.signIn}
    </Button>
  );
}

function NotHere({ signedIn }: { readonly signedIn: boolean }) {
  useDocumentTitle(PAGE.notFoundTitle);
  return (
    <EmptyState
      title={PAGE.notFoundTitle}
      action={signedIn ? <ButtonLink to="/explore">{PAGE.findOthers}</ButtonLink> : undefined}
    >
      {PAGE.notFoundBody}
    </EmptyState>
  );
}
