import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu as Base } from '@mantine/core';
import { useState } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import classes from './Menu.module.css';
import { useEscape } from './use-escape.ts';

/** An entry: an external link or an action. */
export type MenuEntry = {
  readonly key: string;
  readonly text: string;
  /** Destructive. */
  readonly danger?: boolean;
} & (
  | { readonly href: string }
  | { readonly onPress: () => void }
  /** Disabled, with the reason. */
  | { readonly reason: string }
);

interface MenuProps {
  /** Label of its button. */
  readonly label: string;
  /** Groups with a line between them. Empty groups and menus are not rendered. */
  readonly groups: readonly (readonly MenuEntry[])[];
}

/**
 * A menu button. Escape closes only the menu and returns the focus. Rendered inside its layer, where screen readers
 * reach it.
 */
export function Menu({ label, groups }: MenuProps) {
  const [opened, setOpened] = useState(false);
  useEscape(opened, () => setOpened(false));
  const filled = groups.filter((entries) => entries.length > 0);
  if (filled.length === 0) return null;
  return (
    <Base
      opened={opened}
      onChange={setOpened}
      withinPortal={false}
      position="bottom-end"
      offset={4}
      width={260}
      transitionProps={{ duration: 0 }}
      menuItemTabIndex={-1}
      // Focus the first entry: a menu's children must be its entries (ARIA).
      withInitialFocusPlaceholder={false}
      classNames={{
        dropdown: classes.menu ?? '',
        item: classes.item ?? '',
        divider: classes.divider ?? '',
      }}
    >
      <Base.Target>
        <IconButton icon="more" label={label} />
      </Base.Target>
      <Base.Dropdown aria-label={label}>
        {filled.map((entries, at) => [
          at > 0 && <Base.Divider key={`line ${entries[0]?.key}`} />,
          ...entries.map((entry) => <Entry key={entry.key} entry={entry} />),
        ])}
      </Base.Dropdown>
    </Base>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  if ('reason' in entry)
    return (
      <Base.Item aria-disabled closeMenuOnClick={false}>
        {entry.text}
        <span className={classes.reason}>{entry.reason}</span>
      </Base.Item>
    );
  const shared = {
    children: entry.text,
    'data-danger': entry.danger || undefined,
  };
  if ('onPress' in entry) return <Base.Item {...shared} onClick={entry.onPress} />;
  return <Base.Item {...shared} component="a" href={entry.href} target="_blank" rel="noopener noreferrer" />;
}
