import { Popover } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import { useState } from 'react';
import type { Role } from '#shared/lib/endpoint.ts';
import { Button } from '../../ui/button/Button.tsx';
import { useEscape } from '../../ui/overlay/use-escape.ts';
import classes from './ProfileInfo.module.css';

/** What is visible to whom, behind a flag (docs/product/me.md#who-sees-what). */
export function ProfileInfo({ role }: { role: Role }) {
  const [opened, setOpened] = useState(false);
  useEscape(opened, () => setOpened(false));
  const isPartner = role === 'partner';
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={320}
      trapFocus
      returnFocus
      closeOnEscape={false}
      zIndex={150}
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: classes.info ?? '' }}
    >
      <Popover.Target>
        <Button kind="quiet" onClick={() => setOpened(!opened)}>
          Who sees this?
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Who sees what">
        <ul className={classes.list}>
          <li>
            <b>{isPartner ? 'Name, picture and time zone' : 'Name, picture, email and time zone'}</b>: the{' '}
            {isPartner ? 'clients' : 'musicians'} you have sessions with.
          </li>
          <li>
            <b>{isPartner ? 'Email and country' : 'Country and billing'}</b>: only you and the studio.
          </li>
        </ul>
        <Button kind="plain" onClick={() => setOpened(false)}>
          Got it
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
