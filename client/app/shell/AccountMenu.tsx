import '@mantine/core/styles/Popover.layer.css';
import { Popover } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { useState, type MouseEvent, type ReactElement } from 'react';
import { ThemeSwitch } from '../ui/ThemeSwitch.tsx';
import { useMobile } from '../ui/use-mobile.ts';
import classes from './AccountMenu.module.css';
import { fillLink, supportLink } from './links.ts';
import { useMe, useStudio } from './session.ts';
import type { ShellParts } from './shell-parts.ts';
import { useFollow } from './use-follow.ts';

export const BILLING = '/profile#billing';
const PROFILE = '/profile';

interface AccountMenuProps {
  readonly parts: ShellParts;
  /** The button that opens it. */
  readonly children: (open: boolean, toggle: () => void) => ReactElement;
}

/** Whose account this is, the profile, help, the theme, and the way out. */
export function AccountMenu({ parts, children }: AccountMenuProps) {
  const [opened, setOpened] = useState(false);
  const mobile = useMobile();
  const follow = useFollow();
  // A front without the screen has no link to it.
  const { routesByPath } = useRouter();
  const hasProfile = parts.profile && Object.hasOwn(routesByPath, PROFILE);
  const me = useMe();
  const studio = useStudio();
  const help = studio?.help_url ?? null;
  const support = studio === undefined ? null : supportLink(studio, me);
  const close = () => setOpened(false);
  const go = (event: MouseEvent<HTMLAnchorElement>, href: string) => {
    close();
    follow(event, href);
  };

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      offset={8}
      trapFocus
      returnFocus
      zIndex={150}
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: classes.menu ?? '' }}
    >
      <Popover.Target>{children(opened, () => setOpened(!opened))}</Popover.Target>
      <Popover.Dropdown aria-label="Account">
        <div className={classes.person}>
          <b>{me.name}</b>
          <span>{me.email}</span>
        </div>
        {mobile && parts.fullAccess && (
          <Own href={BILLING} lit onClick={go}>
            Get full access
          </Own>
        )}
        {hasProfile && (
          <Own href={PROFILE} onClick={go}>
            Profile
          </Own>
        )}
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
        <ThemeSwitch />
        <Link className={classes.item} to="/logout" preload={false} onClick={close}>
          Logout
        </Link>
      </Popover.Dropdown>
    </Popover>
  );
}

interface OwnProps {
  readonly href: string;
  readonly lit?: boolean;
  readonly children: string;
  readonly onClick: (event: MouseEvent<HTMLAnchorElement>, href: string) => void;
}

/** A link to a screen of ours. */
function Own({ href, lit = false, children, onClick }: OwnProps) {
  return (
    <a
      className={classes.item}
      href={href}
      data-lit={lit || undefined}
      onClick={(event) => onClick(event, href)}
    >
      {children}
    </a>
  );
}
