import { useEffect, useId, useState } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import { LazyComponent } from '../layout/LazyComponent.tsx';
import { loadWhenIdle } from '../layout/when-idle.ts';
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

export interface MenuProps {
  /** Label of its button. */
  readonly label: string;
  /** Groups with a line between them. Empty groups and menus are not rendered. */
  readonly groups: readonly (readonly MenuEntry[])[];
}

const load = async () => (await import('./MenuList.tsx')).MenuList;

/** A menu button. Escape closes only the menu and returns the focus. */
export function Menu({ label, groups }: MenuProps) {
  const [opened, setOpened] = useState(false);
  const [button, setButton] = useState<HTMLElement | null>(null);
  const id = useId();
  useEscape(opened, () => setOpened(false));
  useEffect(() => loadWhenIdle(load), []);
  const filled = groups.filter((entries) => entries.length > 0);
  if (filled.length === 0) return null;
  return (
    <>
      <IconButton
        ref={setButton}
        icon="more"
        label={label}
        id={`${id}-target`}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-controls={opened ? `${id}-dropdown` : undefined}
        data-expanded={opened || undefined}
        onClick={() => setOpened(!opened)}
      />
      {button !== null && (
        <LazyComponent
          load={load}
          enabled={opened}
          props={{ id, label, groups: filled, opened, onChange: setOpened, button }}
        />
      )}
    </>
  );
}
