import { useIsMutating } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useRouterState } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { HoldBar } from '../../booking/hold/HoldBar.tsx';
import { OfferBar, OfferNotice } from '../../booking/waiting/OfferBar.tsx';
import { usePaymentReturn } from '../../billing/return/use-payment-return.ts';
import { Avatar } from '../../ui/layout/Avatar.tsx';
import { BusyLine } from '../../ui/feedback/BusyLine.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { LazyComponent } from '../../ui/layout/LazyComponent.tsx';
import { Pill } from '../../ui/feedback/Pill.tsx';
import { PanelNotice } from '../../ui/overlay/panel-notice.ts';
import { loadToasts } from '../../ui/overlay/toast.ts';
import { useMobile } from '../../ui/layout/use-mobile.ts';
import { Guarded } from '../routes/Guarded.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { Banners } from './Banners.tsx';
import { Brand } from '../../lib/frame/Brand.tsx';
import { useFlag } from '../../lib/flags.ts';
import { KnownPerson, useMe } from '../../lib/session.ts';
import { phonePlaces, shellView, type NavItem, type ShellView } from './shell-parts.ts';
import { useFollow } from '../../lib/use-follow.ts';
import classes from './Shell.module.css';

interface ShellProps {
  readonly children?: ReactNode;
  /** In the header, before the account. */
  readonly aside?: ReactNode;
  /** Of a front whose navigation does not depend on the person. */
  readonly view?: ShellView;
}

/** Loaded once the screen stands. */
const loadServices = async () => (await import('./ShellServices.tsx')).ShellServices;
const NO_PROPS = {};

/** The frame of every screen behind the login (docs/product/ui.md#frame). */
export function Shell(props: ShellProps) {
  return (
    <Guarded>
      <Frame {...props} />
    </Guarded>
  );
}

function Frame({ children, aside, view }: ShellProps) {
  const me = useMe();
  useEffect(() => void loadToasts().catch(() => {}), []);
  const mobile = useMobile();
  const ofPerson = shellView(me, { fullAccess: useFlag('get-full-access') });
  const parts = view ?? ofPerson;
  return (
    <KnownPerson value={me}>
      <a
        className={classes.skip}
        href="#main"
        onClick={(event) => {
          // Not by the address: some screens store their tab in its hash.
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
        {!mobile && <NavLinks parts={parts} />}
        <span className={classes.spacer} />
        {aside}
        {me.role === 'client' && <HoldBar />}
        {me.role === 'client' && <OfferBar />}
        {parts.credits !== null && (
          <Pill value={parts.credits}>{parts.credits === 1 ? 'credit' : 'credits'}</Pill>
        )}
        {!mobile && parts.fullAccess !== null && <FullAccess href={parts.fullAccess} />}
        {!mobile && (
          <AccountMenu parts={parts}>
            {(button) => (
              <button {...button} className={classes.account} aria-label={`Account of ${me.name}`}>
                <Avatar name={me.name} id={me.id} src={me.avatar} />
              </button>
            )}
          </AccountMenu>
        )}
      </header>
      <Banners me={me} />
      <FollowedPayment />
      <main id="main" tabIndex={-1} className={classes.main}>
        <PanelNotice value={me.role === 'client' ? <OfferNotice /> : null}>
          {children ?? <Outlet />}
        </PanelNotice>
      </main>
      {mobile && <BottomBar parts={parts} />}
      <LazyComponent load={loadServices} enabled props={NO_PROPS} />
    </KnownPerson>
  );
}

const loadPaymentReturn = async () => (await import('../../billing/return/PaymentReturn.tsx')).PaymentReturn;

/** After a way to the payment provider (docs/product/buying.md#payment-return). */
function FollowedPayment() {
  const [trip, onEnd] = usePaymentReturn(useMe());
  if (trip === null) return null;
  return <LazyComponent key={trip.id} load={loadPaymentReturn} enabled props={{ ...trip, onEnd }} />;
}

/** Shows that a screen or an action takes longer than a moment. */
function GlobalLoader() {
  const isNavigating = useRouterState({ select: ({ status }) => status === 'pending' });
  const isMutating = useIsMutating() > 0;
  return <BusyLine busy={isNavigating || isMutating} label="Loading" />;
}

interface NavLinkProps {
  readonly item: NavItem;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** A place of the navigation, which is the present one below its address and below the others that belong to it. */
function NavLink({ item: { to, also }, className, children }: NavLinkProps) {
  const isAlso = useLocation({
    select: ({ pathname }) => also?.some((path) => `${pathname}/`.startsWith(`${path}/`)) === true,
  });
  return (
    <Link
      to={to}
      activeOptions={{ exact: to === '/' }}
      className={isAlso ? `${className} active` : className}
      {...(isAlso ? { 'aria-current': 'page' } : {})}
    >
      {children}
    </Link>
  );
}

function NavLinks({ parts: { navItems } }: { readonly parts: ShellView }) {
  if (navItems.length === 0) return null;
  return (
    <nav aria-label="Main" className={classes.nav}>
      {navItems.map((item) => (
        <NavLink key={item.to} item={item} className={classes.navLink}>
          {item.text}
        </NavLink>
      ))}
    </nav>
  );
}

/** On phones it is in the account menu. */
function FullAccess({ href }: { readonly href: string }) {
  const follow = useFollow();
  return (
    <Button component="a" href={href} onClick={(event) => follow(event, href)}>
      Get full access
    </Button>
  );
}

/** The phone's navigation. */
function BottomBar({ parts }: { readonly parts: ShellView }) {
  const me = useMe();
  return (
    <nav aria-label="Main" className={classes.bottomBar}>
      {phonePlaces(parts.navItems)[0].map((item) => (
        <NavLink key={item.to} item={item} className={classes.tab}>
          <Icon name={item.icon} size={22} />
          {item.text}
        </NavLink>
      ))}
      <AccountMenu parts={parts}>
        {(button) => (
          <button {...button} className={classes.tab}>
            {me.avatar === null ? (
              <Icon name="person" size={22} />
            ) : (
              <Avatar name={me.name} id={me.id} src={me.avatar} size={28} />
            )}
            Account
          </button>
        )}
      </AccountMenu>
    </nav>
  );
}
