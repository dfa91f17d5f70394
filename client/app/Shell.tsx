import { Link, Outlet } from '@tanstack/react-router';
import type { Me } from '../../shared/me/contract.ts';
import { UploadOverlay } from '../files/components/UploadOverlay.tsx';
import { useKeepSession } from '../sessions/api.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { Pill } from '../ui/Pill.tsx';
import { useMobile } from '../ui/use-mobile.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { Banners } from './Banners.tsx';
import { Brand } from './Brand.tsx';
import { ModalOutlet } from './ModalOutlet.tsx';
import { useMe } from './session.ts';
import { useLive } from './use-live.ts';
import classes from './Shell.module.css';

/** The frame of every screen behind the login (part 1 "Application shell"). */
export function Shell() {
  const me = useMe();
  useLive();
  const mobile = useMobile();
  const keepSession = useKeepSession();
  const places = placesOf(me);
  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to the content
      </a>
      <header className={classes.header}>
        <Link to={LOGO[me.role]} className={classes.logo}>
          <Brand />
        </Link>
        {!mobile && places.length > 0 && (
          <nav aria-label="Main" className={classes.places}>
            {places.map(({ to, text }) => (
              <Link key={to} to={to} className={classes.place}>
                {text}
              </Link>
            ))}
          </nav>
        )}
        <span className={classes.space} />
        <Credits me={me} />
        {!mobile && (
          <AccountMenu>
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
      {mobile && <BottomBar me={me} />}
      <ModalOutlet />
    </>
  );
}

/** "On the navbar it links to explore"; who has no explore goes home. */
const LOGO = { client: '/explore', partner: '/sessions', managed: '/sessions', operator: '/' } as const;

interface Place {
  readonly to: '/explore' | '/sessions';
  readonly text: string;
  readonly icon: IconName;
}

/** Managed clients and partners have no Explore; the operator's console has its places inside. */
function placesOf({ role }: Me): readonly Place[] {
  const sessions: Place = { to: '/sessions', text: 'My Sessions', icon: 'sessions' };
  if (role === 'client') return [{ to: '/explore', text: 'Explore', icon: 'explore' }, sessions];
  return role === 'operator' ? [] : [sessions];
}

/** "The credit balance is sessions_left plus the credits bank"; only clients who pay with credits have one. */
function Credits({ me }: { me: Me }) {
  if (me.role !== 'client' || me.sessions_left === null) return null;
  const credits = me.sessions_left + (me.credits_bank ?? 0);
  return <Pill value={credits}>{credits === 1 ? 'credit' : 'credits'}</Pill>;
}

/** The phone's navigation, within reach of a thumb. */
function BottomBar({ me }: { me: Me }) {
  return (
    <nav aria-label="Main" className={classes.bottom}>
      {placesOf(me).map(({ to, text, icon }) => (
        <Link key={to} to={to} className={classes.tab}>
          <Icon name={icon} size={22} />
          {text}
        </Link>
      ))}
      <AccountMenu>
        {(open, toggle) => (
          <button type="button" className={classes.tab} aria-expanded={open} onClick={toggle}>
            <Icon name="person" size={22} />
            Account
          </button>
        )}
      </AccountMenu>
    </nav>
  );
}
