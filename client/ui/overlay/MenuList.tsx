import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu as Base } from '@mantine/core';
import { At } from './At.tsx';
import type { MenuEntry, MenuProps } from './Menu.tsx';
import classes from './Menu.module.css';
import { useOpened } from './use-opened.ts';

interface MenuListProps extends MenuProps {
  /** Of the menu: its button has the id `<id>-target`, its list `<id>-dropdown`. */
  readonly id: string;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly button: HTMLElement;
}

/** What a menu's button opens. Inside its layer, where screen readers reach it. */
export function MenuList({ id, label, groups: filled, opened, onChange, button }: MenuListProps) {
  return (
    <Base
      id={id}
      opened={useOpened(opened)}
      onChange={onChange}
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
        <At element={button} />
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
