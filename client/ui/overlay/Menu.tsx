import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu as Base } from '@mantine/core';
import { useState } from 'react';
import { IconButton } from './IconButton.tsx';
import classes from './Menu.module.css';
import { useEscape } from './use-escape.ts';

/** One thing that can be done: at an address outside, or here. */
export type MenuEntry = {
  readonly key: string;
  readonly text: string;
  /** It takes something away. */
  readonly danger?: boolean;
} & ({ readonly href: string } | { readonly onPress: () => void });

interface MenuProps {
  /** What its button is called. */
  readonly label: string;
  /** In groups, with a line between them. Groups and menus without entries are not drawn. */
  readonly groups: readonly (readonly MenuEntry[])[];
}

/**
 * A button that opens a menu: arrows, Home and End move, letters do not; Escape closes it and nothing below it, and
 * the button has the focus again. It stays inside the layer that it belongs to, where those who listen can reach it.
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
      // The first entry has the focus, not a part that nobody can read (ARIA: a menu's children are its entries).
      withInitialFocusPlaceholder={false}
      classNames={{
        dropdown: classes.menu ?? '',
        item: classes.item ?? '',
        divider: classes.line ?? '',
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
  const shared = {
    children: entry.text,
    'data-danger': entry.danger || undefined,
  };
  if ('onPress' in entry) return <Base.Item {...shared} onClick={entry.onPress} />;
  return <Base.Item {...shared} component="a" href={entry.href} target="_blank" rel="noopener noreferrer" />;
}
