import '@mantine/core/styles/Popover.layer.css';
import { Popover } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { At } from '../../ui/overlay/At.tsx';
import { useOpened } from '../../ui/overlay/use-opened.ts';
import { ThemeSwitch } from '../../ui/theme/ThemeSwitch.tsx';
import { useMobile } from '../../ui/layout/use-mobile.ts';
import classes from './AccountMenu.module.css';
import { fillLink, supportLink } from '../../lib/links.ts';
import { useMe, useStudio } from '../../lib/session.ts';
import { phonePlaces, type ShellView } from './shell-parts.ts';
import { paths } from '../../lib/paths.ts';
import { useFollow } from '../../lib/use-follow.ts';

interface AccountDropdownProps {
  /** Of the menu: its button has the id `<id>-target`, its list `<id>-dropdown`. */
  readonly id: string;
  readonly parts: ShellView;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly button: HTMLElement;
}

/** What the account's button opens. */
export function AccountDropdown({ id, parts, opened, onChange, button }: AccountDropdownProps) {
  const mobile = useMobile();
  const follow = useFollow();
  // Only on fronts that have the profile.
  const { routesByPath } = useRouter();
  const hasProfile = parts.profile && Object.hasOwn(routesByPath, paths.profile);
  const me = useMe();
  const studio = useStudio();
  const help = studio?.help_url ?? null;
  const support = studio === undefined ? null : supportLink(studio, me);
  const close = () => onChange(false);
  const go = (event: MouseEvent<HTMLAnchorElement>, href: string) => {
    close();
    follow(event, href);
  };

  return (
    <Popover
      id={id}
      opened={useOpened(opened)}
      onChange={onChange}
      position="bottom-end"
      offset={8}
      trapFocus
      returnFocus
      zIndex={150}
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: classes.menu ?? '' }}
    >
      <Popover.Target>
        <At element={button} />
      </Popover.Target>
      <Popover.Dropdown aria-label="Account">
        <div className={classes.person}>
          <b>{me.name}</b>
          <span>{me.email}</span>
        </div>
        {mobile && parts.fullAccess !== null && (
          <OwnLink href={parts.fullAccess} highlighted onClick={go}>
            Get full access
          </OwnLink>
        )}
        {mobile &&
          phonePlaces(parts.navItems)[1].map(({ to, text }) => (
            <OwnLink key={to} href={to} onClick={go}>
              {text}
            </OwnLink>
          ))}
        {hasProfile && (
          <OwnLink href={paths.profile} onClick={go}>
            Profile
          </OwnLink>
        )}
        {hasProfile && <hr className={classes.divider} />}
        {help === null ? (
          <Link className={classes.item} to="/faq" onClick={close}>
            Help Center
          </Link>
        ) : (
          <a
            className={classes.item}
            href={fillLink(help, me)}
            target="_blank"
            rel="noreferrer"
            onClick={close}
          >
            Help Center
          </a>
        )}
        {support !== null && (
          <a className={classes.item} href={support} target="_blank" rel="noreferrer" onClick={close}>
            Contact Support
          </a>
        )}
        <hr className={classes.divider} />
        <ThemeSwitch />
        <hr className={classes.divider} />
        <Link className={classes.item} to="/logout" preload={false} onClick={close}>
          Logout
        </Link>
      </Popover.Dropdown>
    </Popover>
  );
}

interface OwnLinkProps {
  readonly href: string;
  readonly highlighted?: boolean;
  readonly children: string;
  readonly onClick: (event: MouseEvent<HTMLAnchorElement>, href: string) => void;
}

/** A link to one of our screens. */
function OwnLink({ href, highlighted = false, children, onClick }: OwnLinkProps) {
  return (
    <a
      className={classes.item}
      href={href}
      data-highlighted={highlighted || undefined}
      onClick={(event) => onClick(event, href)}
    >
      {children}
    </a>
  );
}
