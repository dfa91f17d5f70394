import { useIsMutating } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { UploadOverlay } from '../files/components/UploadOverlay.tsx';
import { useKeepSession } from '../sessions/api.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { BusyLine } from '../ui/BusyLine.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Pill } from '../ui/Pill.tsx';
import { loadToasts } from '../ui/toast.ts';
import { useMobile } from '../ui/use-mobile.ts';
import { AccountMenu, BILLING } from './AccountMenu.tsx';
import { Banners } from './Banners.tsx';
import { Brand } from './Brand.tsx';
import { useFlag } from './flags.ts';
import { ModalOutlet } from './ModalOutlet.tsx';
import { useMe } from './session.ts';
import { shellParts, type ShellParts } from './shell-parts.ts';
import { useFollow } from './use-follow.ts';
import { useLive } from './use-live.ts';
import classes from './Shell.module.css';

/** The frame of every screen behind the login (part 1 "Application shell"). */
export function Shell() {
  const me = useMe();
  useLive();
  useEffect(() => void loadToasts().catch(() => {}), []);
  const mobile = useMobile();
  const keepSession = useKeepSession();
  const parts = shellParts(me, { fullAccess: useFlag('get-full-access') });
  return (
    <>
      <a
        className={classes.skip}
        href="#main"
        onClick={(event) => {
          // Without the address: some screens keep their tab in its hash.
          event.preventDefault();
          document.querySelector<HTMLElement>('#main')?.focus();
        }}
      >
        Skip to the content
      </a>
      <GlobalLoader />
      <header className={classes.header}>
        <Link to={parts.home} className={classes.logo}>
          <Brand />
        </Link>
        {!mobile && <Places parts={parts} />}
        <span className={classes.space} />
        {parts.credits !== null && (
          <Pill value={parts.credits}>{parts.credits === 1 ? 'credit' : 'credits'}</Pill>
        )}
        {!mobile && parts.fullAccess && <FullAccess />}
        {!mobile && (
          <AccountMenu parts={parts}>
            {(open, toggle) => (
              <button
                type="button"
                className={classes.account}
                aria-label={`Account of ${me.name}`}
                aria-expanded={open}
                onClick={toggle}
              >
                <Avatar name={me.name} src={me.avatar} />
              </button>
            )}
          </AccountMenu>
        )}
      </header>
      <Banners me={me} />
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <UploadOverlay personId={me.id} onArrived={keepSession} />
      {mobile && <BottomBar parts={parts} />}
      <ModalOutlet />
    </>
  );
}

/** Whenever a screen or something one has done takes longer than a moment. */
function GlobalLoader() {
  const moving = useRouterState({ select: ({ status }) => status === 'pending' });
  const changing = useIsMutating() > 0;
  return <BusyLine busy={moving || changing} label="Loading" />;
}

function Places({ parts: { places } }: { readonly parts: ShellParts }) {
  if (places.length === 0) return null;
  return (
    <nav aria-label="Main" className={classes.places}>
      {places.map(({ to, text }) => (
        <Link key={to} to={to} className={classes.place}>
          {text}
        </Link>
      ))}
    </nav>
  );
}

/** On phones it stands in the account's menu: beside name and credits there is no room. */
function FullAccess() {
  const follow = useFollow();
  return (
    <Button component="a" href={BILLING} onClick={(event) => follow(event, BILLING)}>
      Get full access
    </Button>
  );
}

/** The phone's navigation, within reach of a thumb. */
function BottomBar({ parts }: { readonly parts: ShellParts }) {
  const me = useMe();
  return (
    <nav aria-label="Main" className={classes.bottom}>
      {parts.places.map(({ to, text, icon }) => (
        <Link key={to} to={to} className={classes.tab}>
          <Icon name={icon} size={22} />
          {text}
        </Link>
      ))}
      <AccountMenu parts={parts}>
        {(open, toggle) => (
          <button type="button" className={classes.tab} aria-expanded={open} onClick={toggle}>
            {me.avatar === null ? (
              <Icon name="person" size={22} />
            ) : (
              <Avatar name={me.name} src={me.avatar} size={28} />
            )}
            Account
          </button>
        )}
      </AccountMenu>
    </nav>
  );
}
