import { useEffect, useId, useState, type ReactNode } from 'react';
import { LazyComponent } from '../layout/LazyComponent.tsx';
import { loadWhenIdle } from '../layout/when-idle.ts';
import classes from './Tooltip.module.css';

const loadBubble = async () => (await import('./TooltipBubble.tsx')).TooltipBubble;

interface HintProps {
  /** What the tooltip says; a function is asked once it opens. */
  readonly label: ReactNode | (() => ReactNode);
  readonly children: ReactNode;
}

/** Text with a tooltip on hover, focus and tap, as a quiet button so that keyboard and touch reach it. */
export function Hint({ label, children }: HintProps) {
  const id = useId();
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => loadWhenIdle(loadBubble), []);
  const open = (event: { readonly currentTarget: HTMLElement }) => {
    setTarget(event.currentTarget);
    setOpened(true);
  };
  const close = () => setOpened(false);
  return (
    <>
      <button
        type="button"
        className={classes.hint}
        aria-describedby={opened ? id : undefined}
        onPointerEnter={open}
        onPointerLeave={close}
        onFocus={(event) => {
          if (event.currentTarget.matches(':focus-visible')) open(event);
        }}
        onBlur={close}
        onKeyDown={({ key }) => {
          if (key === 'Escape') close();
        }}
      >
        {children}
      </button>
      {target !== null && (
        <LazyComponent
          load={loadBubble}
          enabled={opened}
          props={{ id, label: typeof label === 'function' ? label() : label, opened, target }}
        />
      )}
    </>
  );
}
