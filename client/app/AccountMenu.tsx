import '@mantine/core/styles/Popover.layer.css';
import { Popover } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { ThemeSwitch } from '../ui/ThemeSwitch.tsx';
import classes from './AccountMenu.module.css';
import { fillLink, supportLink } from './links.ts';
import { useMe, useStudio } from './session.ts';

/** Whose account this is, help, the theme, and the way out. `children` is the button that opens it. */
export function AccountMenu({ children }: { children: (open: boolean, toggle: () => void) => ReactElement }) {
  const [opened, setOpened] = useState(false);
  const me = useMe();
  const studio = useStudio();
  const help = studio?.help_url ?? null;
  const support = studio === undefined ? null : supportLink(studio, me);
  const close = () => setOpened(false);

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
        {help !== null && (
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
