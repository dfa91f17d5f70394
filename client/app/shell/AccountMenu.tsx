import { useEffect, useId, useState, type ComponentProps, type ReactElement } from 'react';
import { LazyComponent } from '../../ui/layout/LazyComponent.tsx';
import { loadWhenIdle } from '../../ui/layout/when-idle.ts';
import type { ShellView } from './shell-parts.ts';

interface AccountMenuProps {
  readonly parts: ShellView;
  /** The button that opens it, which takes these properties. */
  readonly children: (button: ComponentProps<'button'>) => ReactElement;
}

const load = async () => (await import('./AccountDropdown.tsx')).AccountDropdown;

/** Account, profile, help, theme and logout. */
export function AccountMenu({ parts, children }: AccountMenuProps) {
  const [opened, setOpened] = useState(false);
  const [button, setButton] = useState<HTMLElement | null>(null);
  const id = useId();
  useEffect(() => loadWhenIdle(load), []);
  return (
    <>
      {children({
        ref: setButton,
        type: 'button',
        id: `${id}-target`,
        'aria-haspopup': 'dialog',
        'aria-expanded': opened,
        'aria-controls': opened ? `${id}-dropdown` : undefined,
        onClick: () => setOpened(!opened),
      })}
      {button !== null && (
        <LazyComponent
          load={load}
          enabled={opened}
          props={{ id, parts, opened, onChange: setOpened, button }}
        />
      )}
    </>
  );
}
